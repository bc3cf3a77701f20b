/** Checks a listing that is to be saved, field by field, by its section and category. */

import { Condition, PaymentAuth, PriceLabel } from '../../contract/codes.ts';
import type { ValidateResult } from '../../contract/listings.ts';
import { listCompanies } from '../accounts/public-profiles.ts';
import { amount, codeOf, keyOf, telephone, textOf } from '../core/field-rules.ts';
import type { JsonObject } from '../core/request-body.ts';
import { findAssignee } from '../listing-views/listing-contacts.ts';
import { findCategory, hasSection } from '../listings/listing-category.ts';
import type { ListingDraft } from '../listings/listing-draft.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import type { Service } from '../service/service.ts';
import { checkExtras } from './extra-fields-check.ts';
import { ListingCheck } from './listing-check.ts';

const titleRule = textOf({ most: 100 });
const descriptionRule = textOf({ most: 10_000, shape: 'lines' });
const userRefRule = textOf({ most: 50 });

/** The outcome of a check. */
export interface Validation {
  /** One entry a checked field. */
  readonly results: readonly ValidateResult[];
  /** Null when something is wrong. */
  readonly draft: ListingDraft | null;
}

/** Whose listing it is, and the listing itself when it is changed. */
export interface ValidationSubject {
  readonly ownerId: number;
  readonly current: ListingRow | undefined;
}

const checkPlace = (check: ListingCheck, { database, labels }: Service) => {
  const sectionId = check.read(
    'SectionId',
    keyOf('one of the sections', (key) => hasSection(database, key)),
  );
  const categoryId = check.read(
    'CategoryId',
    keyOf(sectionId === null ? 'one of the categories' : 'one of the categories of its section', (key) => {
      const category = findCategory(database, key);
      return category !== undefined && (sectionId === null || category.sectionId === sectionId);
    }),
  );
  const localityId = check.read(
    'LocalityId',
    keyOf('one of the localities', (key) => labels.has('localities', key)),
  );
  return { sectionId, categoryId, localityId };
};

/** A listing that was saved without a price may stay without one. */
const checkPrice = (check: ListingCheck, current: ListingRow | undefined): number | null =>
  current?.priceCents === null ? check.allow('Price', amount) : check.read('Price', amount);

const checkAccountReferences = (check: ListingCheck, service: Service, ownerId: number) => ({
  assignedTo: check.allowNumber(
    'AssignedUserOrGroupId',
    keyOf('a user or group that shares the account', (key) => findAssignee(service, ownerId, key) !== undefined),
  ),
  companyId: check.allowNumber(
    'CompanyProfileId',
    keyOf('one of the companies of the account', (key) => listCompanies(service, ownerId).some(({ Id }) => Id === key)),
  ),
});

/**
 * Checks a listing. Fields that only the service sets, and fields that listings do not have, are ignored.
 *
 * @param fields the listing as it was sent
 */
export const validateListing = (service: Service, subject: ValidationSubject, fields: JsonObject): Validation => {
  const check = new ListingCheck(fields);
  const { sectionId, categoryId, localityId } = checkPlace(check, service);
  const title = check.read('Title', titleRule);
  const description = check.read('Description', descriptionRule);
  const priceCents = checkPrice(check, subject.current);
  const priceLabel = check.read('PriceLabel', codeOf(PriceLabel)) ?? PriceLabel.None;
  const condition = check.read('Condition', codeOf(Condition));
  const contactTelephone = check.read('ContactTel', telephone);
  const references = checkAccountReferences(check, service, subject.ownerId);
  const userRef = check.read('UserRef', userRefRule);
  const paymentAuth = check.read('PaymentAuth', codeOf(PaymentAuth)) ?? PaymentAuth.Undefined;
  const category = categoryId === null ? undefined : findCategory(service.database, categoryId);
  const extras = checkExtras(check, service, category?.extraFields ?? null);
  const isComplete =
    sectionId !== null &&
    categoryId !== null &&
    localityId !== null &&
    title !== null &&
    description !== null &&
    condition !== null &&
    contactTelephone !== null;
  if (!isComplete || !check.isPassed) return { results: check.results, draft: null };
  return {
    results: check.results,
    draft: {
      sectionId,
      categoryId,
      localityId,
      title,
      description,
      priceCents,
      priceLabel,
      condition,
      contactTelephone,
      ...references,
      userRef,
      paymentAuth,
      ...extras,
    },
  };
};
