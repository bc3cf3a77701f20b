/** Checks the fields of a listing one by one and keeps the result of each. */
import { ErrorType } from '../../contract/codes.ts';
import { type ListingDefinition, requiredListingFields, type ValidateResult } from '../../contract/listings.ts';
import type { Rule } from '../core/field-rules.ts';
import type { JsonObject } from '../core/request-body.ts';

/** A field of a listing. */
export type ListingField = keyof ListingDefinition;

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
export class ListingCheck {
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
