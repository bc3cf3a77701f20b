/** Prices of the caller's account. */

import { call, callsOfPage, pageSizeOf, part, type Price, PRICED_SECTIONS } from '../../pricing/price.ts';
import { listingById } from '../listing/model/listing-prices.ts';

/** Sections in which the caller has listings. */
export const userSections: Price = (visit) => {
  call(visit, 'listUserSections', '');
  return { identity: 'sections of the caller', count: PRICED_SECTIONS, cached: [] };
};

/** One watched listing: its entry, or a link. */
export const watchedListing: Price = (visit) => {
  const subject = listingById(visit.args['id']);
  call(visit, 'getWatchedListing', subject.identity);
  return subject;
};

/** A page of movements of the account. */
export const accountEntries: Price = (visit) => {
  const args = JSON.stringify(visit.args);
  call(visit, 'listAccountEntries', args, callsOfPage(visit.args));
  return part(visit, `accountEntries ${args}`, { pageSize: pageSizeOf(visit.args) });
};

/** The invoice of a movement: one call for each, at most. */
export const invoiceOfEntry: Price = (visit) => {
  const { subject } = visit;
  call(visit, 'getInvoice', `${subject.identity} invoice`, subject.count);
  return part(visit, 'invoice');
};
