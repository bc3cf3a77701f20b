/** Reading listings: GET /v1/listings/{id} and its short and editable forms. */

import { badRequest } from '../core/refusal.ts';
import { getEditableListing, getVisibleListing, isVisible, mayEdit } from '../listings/listing-access.ts';
import { findListing } from '../listings/listing-row.ts';
import { listRelated } from '../listings/related-listings.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import { describeItem } from './item-detail.ts';
import { describeDeletedItem, describeMiniItem, describeMissingItem } from './item-mini-data.ts';
import { describeDefinition } from './listing-definition.ts';

/** GET /v1/listings/{id}. Counts a view unless the caller owns the listing. */
export const getListing: Handler<'getListing'> = ({ path, query, caller, http }, service) => {
  const relatedCount = query.related ?? 0;
  if (relatedCount < 0) throw badRequest("Query parameter 'related' must be 0 or more.");
  const listing = getVisibleListing(service, caller.userId, path.id);
  const countsAsView = caller.userId !== listing.ownerId && http.method !== 'HEAD';
  if (countsAsView) service.database.run('UPDATE listings SET views = views + 1 WHERE id = ?', [listing.id]);
  const related = listRelated(service, { viewerId: caller.userId, now: service.now() }, listing, relatedCount);
  return describeItem(service, { ...listing, views: listing.views + (countsAsView ? 1 : 0) }, related);
};

/** GET /v1/listings/{id}/mini: also responds for listings that are gone or never were. */
export const getListingMini: Handler<'getListingMini'> = ({ path, query, caller }, service) => {
  const view = { viewerId: caller.userId, now: service.now() };
  const listing = findListing(service.database, view, path.id);
  if (listing === undefined) return describeMissingItem(path.id);
  const wasVisible = !listing.isTest || mayEdit(service.database, listing, caller.userId);
  if (listing.deletedAt !== null && wasVisible) return describeDeletedItem(listing);
  if (!isVisible(service.database, listing, view)) return describeMissingItem(path.id);
  return describeMiniItem(service, listing, query.agentid);
};

/** GET /v1/listings/definition/{id}: for those who may edit the listing; 403 for others who may see it. */
export const getListingDefinition: Handler<'getListingDefinition'> = ({ path, caller }, service) =>
  describeDefinition(service, getEditableListing(service, caller.userId, path.id));
