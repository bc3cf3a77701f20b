/** What a definition shows of the kinds of listings (ruling R14). */
import { propertyListingFields, vehicleListingFields } from '../../../contract/listings.ts';
import { fieldOf, type JsonObject } from '../../../json/json-object.ts';
import type { Findings } from './finding.ts';

/** Tells of a listing that has values of both kinds, as of a platform that writes 0 for what was never set. */
export const examineKinds = (definition: JsonObject, findings: Findings): void => {
  const hasAny = (names: readonly string[]): boolean => names.some((name) => (fieldOf(definition, name) ?? '') !== '');
  // Assumption: R14.
  if (hasAny(propertyListingFields) && hasAny(vehicleListingFields)) {
    const text = 'values of properties and of vehicles in one listing, of which one kind is shown';
    findings.add({ ruling: 'R14', outcome: 'covered', path: 'ListingDefinition', text });
  }
};
