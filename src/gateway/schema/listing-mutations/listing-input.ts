/** `ListingInput`: a listing to check, create or change, and what of the service's fields each input stands for. */
import { plainFieldName } from '../../../rest/decoding/field-checks.ts';
import type { GivenListing } from '../../../rest/endpoints/listing-writes.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { builder } from '../core/builder.ts';
import { ListingConditionRef, PaymentAuthRef, PriceLabelRef } from '../core/enums.ts';
import { attributePaths, ListingAttributesInput, readAttributes } from './attributes-input.ts';
import { type InputPath, namedInputs, pathsOf, renamed, type Writable } from './input-names.ts';

/** `ListingInput`. */
export const ListingInput = builder.inputType('ListingInput', {
  description:
    "A listing to validate, create or change. No field is required here: the service's own validation reports what is missing, so a form has one source of errors. What is named by an input ending in `Id` is written as it is read: `locality { id }` of a listing is its `localityId`. In a change, omitted fields keep their values, and null clears them.",
  fields: (t) => ({
    sectionId: t.id({ description: 'Global id or key of the section.' }),
    categoryId: t.id({ description: 'Global id or key of the category, one of that section.' }),
    localityId: t.id({ description: 'Global id or key of the locality.' }),
    title: t.string({ description: 'Headline.' }),
    description: t.string({ description: 'Text of the listing.' }),
    price: t.float({
      description:
        "Major units, in the currency of the service, which is that of a listing's `price`: a form sends `Number(price.decimal)`.",
    }),
    priceLabel: t.field({ type: PriceLabelRef, description: 'What the price is for.' }),
    condition: t.field({ type: ListingConditionRef, description: 'Condition of the item.' }),
    contactTelephone: t.string({ description: 'Telephone number to show. Upstream `ContactTel`.' }),
    assigneeId: t.id({
      description: "Global id or number of one of the caller's shared users. Upstream `AssignedUserOrGroupId`.",
    }),
    companyId: t.id({
      description: "Global id or number of one of the caller's companies. Upstream `CompanyProfileId`.",
    }),
    assignedUserOrGroupId: t.id({
      description: "Global id or number of one of the caller's shared users.",
      deprecationReason: 'Use `assigneeId`: it is named as `ListingDefinition.assignee` is.',
    }),
    companyProfileId: t.id({
      description: "Global id or number of one of the caller's companies.",
      deprecationReason: 'Use `companyId`: it is named as `ListingDefinition.company` is.',
    }),
    userReference: t.string({ description: "The owner's own reference. Upstream `UserRef`." }),
    paymentAuth: t.field({
      type: PaymentAuthRef,
      description: 'Whether this request authorises a charge: a change never reuses an earlier consent.',
    }),
    attributes: t.field({
      type: ListingAttributesInput,
      description:
        "Attributes of the section's kind. In a change, omitted attributes keep their values, attributes of the other kind are removed if `sectionId` changes too, and null clears all of them. If `sectionId` changes and this is omitted, all attributes stay: send null, or attributes of the new kind, if they do not suit the new section.",
    }),
  }),
});

/** A listing as a client gives it. */
export type ListingInputValue = typeof ListingInput.$inferInput;

/** Each input that names something: the type of its global id, the field of the service, and the older spelling. */
const references = {
  sectionId: { type: 'Section', field: 'SectionId' },
  categoryId: { type: 'Category', field: 'CategoryId' },
  localityId: { type: 'Locality', field: 'LocalityId' },
  assigneeId: { type: 'SharedUser', field: 'AssignedUserOrGroupId', formerly: 'assignedUserOrGroupId' },
  companyId: { type: 'Company', field: 'CompanyProfileId', formerly: 'companyProfileId' },
} as const;

/** The field of the service that each other input stands for. */
const listingNames = {
  title: 'Title',
  description: 'Description',
  price: 'Price',
  priceLabel: 'PriceLabel',
  condition: 'Condition',
  contactTelephone: 'ContactTel',
  userReference: 'UserRef',
  paymentAuth: 'PaymentAuth',
} as const satisfies Partial<Record<keyof ListingInputValue, keyof GivenListing>>;

const LISTING_PATH = ['input', 'listing'] as const;

/**
 * Reads what a client gives of a listing: undefined where it says nothing, null where it takes a value away.
 *
 * @throws BAD_USER_INPUT for an id of another type, one that is no number, and two spellings of one input
 */
export const readListingInput = ({ attributes, ...listing }: ListingInputValue): GivenListing => {
  const given: Writable = { ...renamed(listingNames, listing), ...readAttributes(attributes ?? {}, LISTING_PATH) };
  for (const { input, argument, id } of namedInputs(references, listing, LISTING_PATH)) {
    given[input.field] = id === null ? null : readNumericKey(input.type, argument, id);
  }
  return given;
};

/**
 * Finds the input that a field of the service stands for, whatever its case and whatever object it is said to be of, e.g.
 * `["input", "listing", "price"]` for `Price` and for `listing.price`; null for a field that this schema does not know.
 *
 * @param given which spelling the client uses: it is told that one
 */
export const inputPathOf = (field: string, given: ListingInputValue): readonly string[] | null => {
  const known = paths.get(plainFieldName(field));
  if (known === undefined) return null;
  const { path, formerly } = known;
  return formerly === undefined || usesNewSpelling(given) ? path : [...path.slice(0, -1), formerly];
};

const paths: ReadonlyMap<string, InputPath> = new Map([
  ...pathsOf(references, LISTING_PATH),
  ...pathsOf(listingNames, LISTING_PATH),
  ...attributePaths(LISTING_PATH),
]);

/** Whether a client writes what it read; one that says nothing of the kind may be an older one. */
const usesNewSpelling = ({ attributes, assigneeId, companyId }: ListingInputValue): boolean =>
  [assigneeId, companyId].some((id) => id !== undefined) ||
  [...Object.keys(attributes?.vehicle ?? {}), ...Object.keys(attributes?.property ?? {})].some((name) =>
    name.endsWith('Id'),
  );
