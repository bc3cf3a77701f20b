/** Every structure of the specification, found in the contract. */
import * as listings from '../../contract/listings.ts';
import * as lookups from '../../contract/lookups.ts';
import * as photos from '../../contract/photos.ts';
import * as premiumOptions from '../../contract/premium-options.ts';
import * as sections from '../../contract/sections.ts';
import type { FieldType, Structure } from '../../contract/structure.ts';
import * as tokens from '../../contract/tokens.ts';
import * as user from '../../contract/user.ts';
import * as watching from '../../contract/watching.ts';

const isStructure = (value: unknown): value is Structure =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'structure';

/** The structures by the order of their names. */
export const structures: readonly Structure[] = [
  listings,
  lookups,
  photos,
  premiumOptions,
  sections,
  tokens,
  user,
  watching,
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isStructure)
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Types that this service writes into fields for which none is declared. */
export const untypedFields: Readonly<Record<string, FieldType>> = {
  // Assumption: R18: parameters are ItemExtraParams.
  'ItemDetail.N_Params': listings.ItemExtraParams,
  'ItemDetail.S_Params': listings.ItemExtraParams,
  'ListItem.N_Params': listings.ItemExtraParams,
  'ListItem.S_Params': listings.ItemExtraParams,
  // Assumption: R20: companies and users are CompanyDetails and UserPublicProfile.
  'ItemDetail.Company': user.CompanyDetails,
  'ItemDetail.User': user.UserPublicProfile,
  'ContactDetails.User': user.UserPublicProfile,
  // Assumption: R35: results of validation are ValidateResult[].
  'CreateOrUpdateResult.ValidationResults': { kind: 'list', item: listings.ValidateResult },
  // Assumption: R11: types and names of sections are strings, ids are numbers.
  'Section.SecType': { kind: 'string' },
  'Section.SectionID': { kind: 'int64' },
  'Section.SectionName': { kind: 'string' },
};
