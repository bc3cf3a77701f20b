/** Saving a listing and the checks before it: POST /v1/listings and POST /v1/listings/validate. */
import { Condition, ErrorType, ExtraParamsType, PaymentAuth, PriceLabel } from '../../contract/codes.ts';
import {
  type CreateOrUpdateResult,
  type ListingDefinition,
  type ValidateResult,
  requiredListingFields,
} from '../../contract/listings.ts';
import type { JsonObject } from '../../json/json-object.ts';
import { findAssignee, listCompanies } from '../accounts/accounts.ts';
import { type Rule, amount, codeOf, keyOf, nameOf, telephone, textOf, wholeNumber } from '../core/field-rules.ts';
import { badRequest } from '../core/refusal.ts';
import { getEditableListing } from '../listings/listing-access.ts';
import {
  type ExtraParamsTypeCode,
  findCategory,
  hasSection,
  type ListingDraft,
  type ListingExtras,
  type ListingRow,
} from '../listings/listing-row.ts';
import { createListing, findTestListingProblem, replaceListing } from '../listings/listing-store.ts';
import { hasMake, hasModel, type LookupList } from '../lookups/lookups.ts';
import type { Handler, Service, UserCaller } from '../service/service.ts';

/** Before that nothing on wheels was registered. */
const FIRST_REGISTRATION_YEAR = 1900;

/** Kilometres. */
const MAXIMUM_MILEAGE = 2_000_000;

/** Cubic centimetres; 0 for an electric motor. */
const MAXIMUM_ENGINE_SIZE = 30_000;

const lookupRule = ({ labels }: Service, list: LookupList): Rule<number> =>
  keyOf('one from its list', (key) => labels.has(list, key));

/** The fields of a property; each is null when it was not sent. */
const checkProperty = (check: ListingCheck, service: Service) => ({
  Bedrooms: check.allowNumber('Bedrooms', lookupRule(service, 'bedrooms')),
  FinishLevel: check.allowNumber('FinishLevel', lookupRule(service, 'finishLevels')),
  GardenOrYard: check.allowNumber('GardenOrYard', lookupRule(service, 'gardens')),
  Pool: check.allowNumber('Pool', lookupRule(service, 'pools')),
  PropertyType: check.allowNumber('PropertyType', lookupRule(service, 'propertyTypes')),
});

/** Make and model: a model needs its make. */
const checkModel = (check: ListingCheck, { database }: Service) => {
  const isModelSent = check.sent('VehicleModel') !== null;
  const makeRule = nameOf('one of the makes', (make) => hasMake(database, make));
  const VehicleMake = isModelSent ? check.require('VehicleMake', makeRule) : check.allow('VehicleMake', makeRule);
  const what = VehicleMake === null ? 'one of the models' : `one of the models of ${VehicleMake}`;
  const VehicleModel = check.allow(
    'VehicleModel',
    nameOf(what, (model) => hasModel(database, VehicleMake, model)),
  );
  return { VehicleMake, VehicleModel };
};

/** The fields of a vehicle; each is null when it was not sent. A registration year may lie one year ahead. */
const checkVehicle = (check: ListingCheck, service: Service) => {
  const nextYear = new Date(service.now()).getUTCFullYear() + 1;
  return {
    Doors: check.allowNumber('Doors', lookupRule(service, 'doors')),
    EngineSize: check.allowNumber('EngineSize', wholeNumber(0, MAXIMUM_ENGINE_SIZE)),
    Fuel: check.allowNumber('Fuel', lookupRule(service, 'fuels')),
    Imported: check.allowNumber('Imported', lookupRule(service, 'importOrigins')),
    Mileage: check.allowNumber('Mileage', wholeNumber(0, MAXIMUM_MILEAGE)),
    RegYear: check.allowNumber('RegYear', wholeNumber(FIRST_REGISTRATION_YEAR, nextYear)),
    Transmission: check.allowNumber('Transmission', lookupRule(service, 'transmissions')),
    ...checkModel(check, service),
  };
};

/**
 * Checks the extra fields of a listing: those of its category against their lists and ranges. All others are ignored: the
 * specification asks for none of them, and clients with one type for all listings send them with every listing.
 *
 * @param type null when the category is not known: then every field is checked for itself
 */
const checkExtras = (check: ListingCheck, service: Service, type: ExtraParamsTypeCode | null): ListingExtras => {
  const ignored = new ListingCheck({});
  const checkOf = (each: ExtraParamsTypeCode) => (type === null || type === each ? check : ignored);
  return {
    ...checkProperty(checkOf(ExtraParamsType.Property), service),
    ...checkVehicle(checkOf(ExtraParamsType.Vehicle), service),
  };
};

/** A field of a listing. */
type ListingField = keyof ListingDefinition;

const requiredFields: ReadonlySet<ListingField> = new Set(requiredListingFields);

/** Fields whose names in words are not those of the specification. */
const words: Partial<Record<ListingField, string>> = {
  SectionId: 'Section',
  CategoryId: 'Category',
  LocalityId: 'Locality',
  PriceLabel: 'What the price is for',
  ContactTel: 'Telephone number',
  AssignedUserOrGroupId: 'Assigned user or group',
  CompanyProfileId: 'Company',
  UserRef: 'Reference',
  PaymentAuth: 'Consent to a charge',
  FinishLevel: 'Finish',
  GardenOrYard: 'Garden or yard',
  PropertyType: 'Type of property',
  EngineSize: 'Engine size',
  Imported: 'Origin',
  RegYear: 'Year of registration',
  VehicleMake: 'Make',
  VehicleModel: 'Model',
};

/** Names a field for the person who fills in a form. */
const inWords = (field: ListingField): string => words[field] ?? field;

const isBlank = (sent: unknown): boolean => sent === null || (typeof sent === 'string' && sent.trim() === '');

/** A check in progress. Fields that were not sent and need not be are not among its results. */
class ListingCheck {
  readonly #sent: JsonObject;
  readonly #results: ValidateResult[] = [];

  constructor(sent: JsonObject) {
    this.#sent = sent;
  }

  /** One entry a checked field, in the order of checking. */
  get results(): readonly ValidateResult[] {
    return this.#results;
  }

  /** Whether nothing was wrong so far. */
  get isPassed(): boolean {
    return this.#results.every(({ ErrorType: type }) => type === ErrorType.OK);
  }

  /** What was sent for a field; null for nothing. */
  sent(field: ListingField): unknown {
    return this.#sent[field] ?? null;
  }

  /** Reads a field, which must be there if the contract says so; null when it is missing, blank or wrong. */
  read<Value>(field: ListingField, rule: Rule<Value>): Value | null {
    return requiredFields.has(field) ? this.require(field, rule) : this.allow(field, rule);
  }

  #apply<Value>(field: ListingField, rule: Rule<Value>): Value | null {
    const reading = rule(this.sent(field));
    this.#results.push(
      reading.ok
        ? { Field: field, Error: null, ErrorType: ErrorType.OK }
        : { Field: field, Error: `${inWords(field)} ${reading.problem}.`, ErrorType: ErrorType.Invalid },
    );
    return reading.ok ? reading.value : null;
  }

  /** Reads a field that must be there because of another; null when it is missing, blank or wrong. */
  require<Value>(field: ListingField, rule: Rule<Value>): Value | null {
    if (!isBlank(this.sent(field))) return this.#apply(field, rule);
    this.#results.push({ Field: field, Error: `${inWords(field)} is required.`, ErrorType: ErrorType.Required });
    return null;
  }

  /** Reads a field that may be missing; null when it is missing, blank or wrong. */
  allow<Value>(field: ListingField, rule: Rule<Value>): Value | null {
    return isBlank(this.sent(field)) ? null : this.#apply(field, rule);
  }

  /** As `allow`, for a number: where 0 is no value of its own, it stands for none, as typed clients send it. */
  allowNumber(field: ListingField, rule: Rule<number>): number | null {
    return this.sent(field) === 0 && !rule(0).ok ? null : this.allow(field, rule);
  }
}

const titleRule = textOf({ most: 100 });
const descriptionRule = textOf({ most: 10_000, shape: 'lines' });
const userRefRule = textOf({ most: 50 });

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

/** Returns whether nothing is missing. */
const isComplete = <Fields extends object>(
  fields: Fields,
): fields is Fields & { readonly [Name in keyof Fields]: NonNullable<Fields[Name]> } =>
  Object.values(fields).every((value) => value !== null);

/**
 * Checks a listing. Fields that only the service sets, and fields that listings do not have, are ignored.
 *
 * @param fields the listing as it was sent
 * @returns one entry a checked field, and what to save; null when something is wrong
 */
const checkListing = (service: Service, subject: ReturnType<typeof findSubject>, fields: JsonObject) => {
  const check = new ListingCheck(fields);
  const place = checkPlace(check, service);
  const texts = { title: check.read('Title', titleRule), description: check.read('Description', descriptionRule) };
  const priceCents = checkPrice(check, subject.current);
  const priceLabel = check.read('PriceLabel', codeOf(PriceLabel)) ?? PriceLabel.None;
  const condition = check.read('Condition', codeOf(Condition));
  const contactTelephone = check.read('ContactTel', telephone);
  const references = checkAccountReferences(check, service, subject.ownerId);
  const userRef = check.read('UserRef', userRefRule);
  const paymentAuth = check.read('PaymentAuth', codeOf(PaymentAuth)) ?? PaymentAuth.Undefined;
  const category = place.categoryId === null ? undefined : findCategory(service.database, place.categoryId);
  const extras = checkExtras(check, service, category?.extraParamsType ?? null);
  const needed = { ...place, ...texts, condition, contactTelephone };
  if (!isComplete(needed) || !check.isPassed) return { results: check.results, draft: null };
  const draft: ListingDraft = { ...needed, priceCents, priceLabel, ...references, userRef, paymentAuth, extras };
  return { results: check.results, draft };
};

const isWhole = (value: unknown): value is number => Number.isInteger(value);

/**
 * Finds the listing that a body means to change, none for a new one, and whose it is.
 *
 * Assumption: R6: no PKID, null or 0 creates, any other changes.
 *
 * @throws Refusal 400, 403 or 404
 */
const findSubject = (service: Service, caller: UserCaller, { PKID = null }: JsonObject) => {
  if (PKID === null || PKID === 0) return { ownerId: caller.userId, current: undefined };
  if (typeof PKID !== 'bigint' && !isWhole(PKID)) throw badRequest("Body field 'PKID' must be a whole number (int64).");
  const current = getEditableListing(service, caller.userId, PKID);
  return { ownerId: current.ownerId, current };
};

const wrongFields = (results: readonly ValidateResult[]): string =>
  results
    .filter((result) => result.ErrorType !== ErrorType.OK)
    .map(({ Error: problem }) => problem)
    .join(' ');

/**
 * POST /v1/listings: creates a listing or, with a PKID, replaces everything a caller may set of one. A wrong field and a
 * reached test listing limit are HTTP 200 with `Success` false; nothing is saved then.
 */
export const saveListing: Handler<'saveListing'> = ({ body, caller }, service) =>
  service.database.transaction((): CreateOrUpdateResult => {
    const subject = findSubject(service, caller, body);
    const { current } = subject;
    const { results, draft } = checkListing(service, subject, body);
    // Assumption: R35: the entries of ValidateResults.
    const response = { ValidationResults: results };
    const refuse = (problem: string) => ({ ...response, Success: false, PKID: current?.id ?? null, Error: problem });
    const accept = (id: number) => ({ ...response, Success: true, PKID: id, Error: null });
    if (draft === null) return refuse(wrongFields(results));
    if (current !== undefined) {
      replaceListing(service, current, draft);
      return accept(current.id);
    }
    const problem = caller.isTestMode ? findTestListingProblem(service, caller.userId) : null;
    if (problem !== null) return refuse(problem);
    return accept(createListing(service, caller.userId, caller.isTestMode, draft));
  });

/** POST /v1/listings/validate: the check that saving makes, without saving. */
export const validateListing: Handler<'validateListing'> = ({ body, caller }, service) => {
  const { results, draft } = checkListing(service, findSubject(service, caller, body), body);
  return { CanProceed: draft !== null, Results: [...results] };
};
