/** Writes listings into the database: what of them is searched, when they expire, and how many test listings an owner may have. */
import { PriceLabel } from '../../contract/codes.ts';
import type { SqlValue } from '../database/database.ts';
import { insertRow, updateRow } from '../database/row.ts';
import type { Service } from '../service/service.ts';
import { columnsOfExtras, type ListingDraft, type ListingRow } from './listing-row.ts';

/** Folds a text so that letter case and accents do not matter: `Ħal Għaxaq` and `Hal Ghaxaq` are the same. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ħ', 'h')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Text that a filter searches: title, description and the owner's own reference. */
export const searchTextOf = (title: string, description: string, userRef: string | null): string =>
  foldText([title, description, userRef ?? ''].join(' '));

/** Most active test listings of an account unless a setting says otherwise. */
export const DEFAULT_TEST_LISTING_LIMIT = 10;

/**
 * Says why an account may not hold one more active test listing; null when it may.
 *
 * Assumption: R34: the text speaks of the test listing limit.
 */
export const findTestListingProblem = (service: Service, ownerId: number): string | null => {
  const active = service.database.get(
    `SELECT count(*) AS active FROM listings
     WHERE owner_id = ? AND is_test = 1 AND deleted_at IS NULL AND expires_at > ?`,
    [ownerId, service.now()],
    (row) => row.integer('active'),
  );
  if (active < service.testListingLimit) return null;
  return `The active test listing limit of ${service.testListingLimit} is reached: delete test listings to make room.`;
};

const PROPERTY_SECTION_ID = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Computes when a listing expires that is listed or relisted now: 30 days later, a property after 60. Epoch milliseconds. */
export const nextExpiry = (service: Service, sectionId: number): number =>
  service.now() + (sectionId === PROPERTY_SECTION_ID ? 60 : 30) * DAY_MS;

const suffixes = {
  [PriceLabel.None]: null,
  [PriceLabel.PerDay]: 'per day',
  [PriceLabel.PerWeek]: 'per week',
  [PriceLabel.PerMonth]: 'per month',
} as const;

const columnsOf = (draft: ListingDraft): Record<string, SqlValue> => ({
  section_id: draft.sectionId,
  category_id: draft.categoryId,
  locality_id: draft.localityId,
  title: draft.title,
  title_key: foldText(draft.title),
  description: draft.description,
  search_text: searchTextOf(draft.title, draft.description, draft.userRef),
  price_cents: draft.priceCents,
  price_label: draft.priceLabel,
  condition: draft.condition,
  contact_telephone: draft.contactTelephone,
  assigned_to: draft.assignedTo,
  company_id: draft.companyId,
  user_ref: draft.userRef,
  payment_auth: draft.paymentAuth,
  ...columnsOfExtras(draft.extras),
});

/**
 * Stores a new listing, active from now.
 *
 * @returns its id
 */
export const createListing = (service: Service, ownerId: number, isTest: boolean, draft: ListingDraft): number =>
  insertRow(service.database, 'listings', {
    ...columnsOf(draft),
    owner_id: ownerId,
    price_suffix: suffixes[draft.priceLabel],
    is_wanted: false,
    is_test: isTest,
    views: 0,
    first_listed_at: service.now(),
    expires_at: nextExpiry(service, draft.sectionId),
  });

/** Replaces the fields of a listing that callers may set. Its expiry stays the same, also when it has passed. */
export const replaceListing = (service: Service, current: ListingRow, draft: ListingDraft): void => {
  // Words such as `negotiable` have no field of their own: they stay as long as the label does.
  const isSameLabel = draft.priceLabel === current.priceLabel;
  updateRow(service.database, 'listings', current.id, {
    ...columnsOf(draft),
    price_suffix: isSameLabel ? current.priceSuffix : suffixes[draft.priceLabel],
  });
};
