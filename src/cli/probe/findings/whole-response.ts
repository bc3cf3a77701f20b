/** Findings that several fields of one response show together (rulings R14, R25 and R27). */
import type { EndpointName } from '../../../contract/endpoints.ts';
import { propertyListingFields, vehicleListingFields } from '../../../contract/listings.ts';
import { parseInt64 } from '../../../json/int64.ts';
import { fieldFinder, type JsonObject } from '../../../json/json-object.ts';
import type { Finding } from './finding.ts';

/** Makes findings of a response as a whole. */
export const examineWhole = (name: EndpointName, response: JsonObject): readonly Finding[] => {
  const find = fieldFinder(response);
  if (name === 'listUserListings' || name === 'listWatchedListings') return [examineTotal(find('TotalResults'))];
  if (name === 'listUserSections') return [examineColumns(['Expired', 'SectionNames', 'Sections'].map(find))];
  if (name !== 'getListingDefinition') return [];
  const hasAny = (fields: readonly string[]): boolean => fields.map(find).some((value) => (value ?? '') !== '');
  return hasAny(propertyListingFields) && hasAny(vehicleListingFields) ? [twoKinds] : [];
};

/** Assumption: R14. A platform that writes 0 for what was never set gives a listing the values of both kinds. */
const twoKinds: Finding = {
  ruling: 'R14',
  outcome: 'covered',
  path: 'ListingDefinition',
  text: 'values of properties and of vehicles in one listing, of which one kind is shown',
};

/** Assumption: R25. */
const examineTotal = (total: unknown): Finding =>
  parseInt64(total) === null
    ? { ruling: 'R25', outcome: 'covered', path: null, text: 'no TotalResults' }
    : { ruling: 'R25', outcome: 'holds', path: null, text: 'TotalResults is there' };

/** Assumption: R27. */
const examineColumns = (columns: readonly unknown[]): Finding => {
  const lengths = new Set(columns.map((column) => (Array.isArray(column) ? column.length : null)));
  return lengths.size === 1 && !lengths.has(null)
    ? { ruling: 'R27', outcome: 'holds', path: null, text: 'three arrays of the same length' }
    : { ruling: 'R27', outcome: 'covered', path: null, text: 'arrays of different lengths' };
};
