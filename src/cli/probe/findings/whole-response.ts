/** Findings that several fields of one response show together (rulings R14, R25 and R27). */
import type { EndpointName } from '../../../contract/endpoints.ts';
import { propertyListingFields, vehicleListingFields } from '../../../contract/listings.ts';
import { parseInt64 } from '../../../json/int64.ts';
import { fieldFinder, type JsonObject } from '../../../json/json-object.ts';
import { type Finding, findingOf } from './finding.ts';

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
const twoKinds = findingOf(
  'R14',
  'covered',
  'values of properties and of vehicles in one listing, of which one kind is shown',
  'ListingDefinition',
);

/** Assumption: R25. */
const examineTotal = (total: unknown): Finding =>
  parseInt64(total) === null
    ? findingOf('R25', 'covered', 'no TotalResults')
    : findingOf('R25', 'holds', 'TotalResults is there');

/** Assumption: R27. */
const examineColumns = (columns: readonly unknown[]): Finding => {
  const lengths = new Set(columns.map((column) => (Array.isArray(column) ? column.length : null)));
  return lengths.size === 1 && !lengths.has(null)
    ? findingOf('R27', 'holds', 'three arrays of the same length')
    : findingOf('R27', 'covered', 'arrays of different lengths');
};
