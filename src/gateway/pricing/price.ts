/** Declarations of fields: the calls to the service that it may cause, and what its own fields are then resolved on. */

/** Subject that fields are resolved on: which object or objects, and how many at most. */
export interface Subject {
  /** Tells objects apart before any is read: two fields on the same identity read the same objects. */
  readonly identity: string;
  /** Maximum number of objects. */
  readonly count: number;
  /** Parts of them that are available without a call, e.g. `entry` for a listing that comes from a list. */
  readonly cached: readonly string[];
  /** Name of their type, when it is known and the schema has only an interface. */
  readonly typeName?: string;
  /** Of places: the key of their country. */
  readonly country?: string;
  /** Of the caller's own listings: the sections that they are listed by, where their lists do not say whether they have expired. */
  readonly ownLists?: Pick<Subject, 'identity' | 'count'>;
  /** Of a connection: how many entries a page has at most. */
  readonly pageSize?: number;
}

/** Calls that a field may cause. Calls with the same key are made once in an operation, whoever asks. */
export interface PlannedCall {
  readonly key: string;
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** Maximum number of them. */
  readonly count: number;
  /** A list that the aggregate of lists may have, which is then asked for too. */
  readonly isInAggregate?: boolean;
}

/** A field as the walk meets it. */
export interface FieldVisit {
  readonly subject: Subject;
  readonly args: Readonly<Record<string, unknown>>;
  /** Adds calls to the plan. */
  readonly plan: (call: PlannedCall) => void;
  /** Where the field stands in the response: distinguishes mutations, after each of which things may be re-read. */
  readonly path: string;
}

/**
 * Price of a field. Returns what its own fields are resolved on, several where they are of several kinds; undefined for a
 * part of the same subject.
 */
export type Price = (visit: FieldVisit) => Subject | readonly Subject[] | undefined;

const PRICE = 'price';

/** Declares what a field costs: for `extensions` of the field. */
export const priced = (price: Price): { readonly [PRICE]: Price } => ({ [PRICE]: price });

const isPrice = (value: unknown): value is Price => typeof value === 'function';

/** Declaration of a field; null for a field that causes no call. */
export const priceOf = (extensions: Readonly<Record<string, unknown>>): Price | null => {
  const price = extensions[PRICE];
  return isPrice(price) ? price : null;
};
