/** Prices of fields: the calls to the service that one may cause, and what its own fields are then resolved on. */
import { type EndpointName, operationOf } from '../../contract/endpoints.ts';
import { MAX_PAGE_SIZE } from '../../rest/endpoints/user.ts';
import { parseGlobalId } from '../arguments/global-id.ts';
import { DEFAULT_PAGE_SIZE } from '../paging/page-arguments.ts';

/** Subject that fields are resolved on: which object or objects, and how many at most. */
export interface Subject {
  /** Tells objects apart before any is read: two fields on the same identity read the same objects. */
  readonly identity: string;
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
  readonly count: number;
  /** A list that the aggregate of lists may have, which is then asked for too. */
  readonly isInAggregate?: boolean;
}

/** A field as the walk meets it. */
export interface FieldVisit {
  readonly subject: Subject;
  readonly args: Readonly<Record<string, unknown>>;
  readonly plan: (call: PlannedCall) => void;
  /** Where the field stands in the response: distinguishes mutations, after each of which things may be re-read. */
  readonly path: string;
}

/**
 * Price of a field. Returns what its own fields are resolved on, several where they are of several kinds; nothing for a
 * part of the same subject.
 */
export type Price = (visit: FieldVisit) => Subject | readonly Subject[] | void;

const isPrice = (value: unknown): value is Price => typeof value === 'function';

/** What a field declares as its `price`; null for a field that causes no call. */
export const priceOf = ({ price }: Readonly<Record<string, unknown>>): Price | null => (isPrice(price) ? price : null);

/**
 * Sections that every gateway prices, whatever it knows of them: the specification names four. Where there are more, the budget of
 * calls holds.
 */
export const PRICED_SECTIONS = 10;

/** A list whose length nobody can know is taken to be this long. */
export const UNKNOWN_LENGTH = 100;

/** Adds calls of an endpoint to the plan; those with the same key are made once in an operation. */
export const call = ({ plan }: FieldVisit, endpoint: EndpointName, key: string, count = 1): void =>
  plan({ key: `${endpoint} ${key}`.trimEnd(), operation: operationOf(endpoint), count });

/** Adds the call of a list that the aggregate may have. */
export const listInAggregate = ({ plan }: FieldVisit, endpoint: EndpointName, key = ''): void =>
  plan({ key: `${endpoint} ${key}`.trimEnd(), operation: operationOf(endpoint), count: 1, isInAggregate: true });

/** Returns whether something of the subject is known without a call. */
export const hasCached = ({ subject }: FieldVisit, what: string): boolean => subject.cached.includes(what);

/** A part of the subject, as often as there are subjects. */
export const part = ({ subject }: FieldVisit, name: string, more: Partial<Subject> = {}): Subject => ({
  identity: `${subject.identity}.${name}`,
  count: subject.count,
  cached: [],
  ...more,
});

/** The key that an id argument names: of a global id its parts, else the text itself. */
export const keyOf = (id: unknown): string => {
  const text = String(id);
  return parseGlobalId(text)?.key.join('/') ?? text;
};

/** Maximum number of entries of a page. */
export const pageSizeOf = ({ first, last }: FieldVisit['args']): number => {
  const size = first ?? last ?? DEFAULT_PAGE_SIZE;
  return typeof size === 'number' ? Math.min(Math.max(size, 1), MAX_PAGE_SIZE) : DEFAULT_PAGE_SIZE;
};

/** Maximum number of calls for a page: of one that is counted from its end, the service may give the other end first. */
export const callsOfPage = ({ last }: FieldVisit['args']): number => (last == null ? 1 : 2);

const callNamedBy =
  (nameOf: (visit: FieldVisit) => string) =>
  (endpoint: EndpointName): Price =>
  (visit) =>
    call(visit, endpoint, nameOf(visit));

/** One call an operation, e.g. a list that all callers share. */
export const oneCall = callNamedBy(() => '');

/** One call for each set of arguments. */
export const onePerArguments = callNamedBy(({ args }) => JSON.stringify(args));

/** One call for each object. */
export const onePerObject =
  (endpoint: EndpointName): Price =>
  (visit) =>
    call(visit, endpoint, visit.subject.identity, visit.subject.count);

/** A write, which is sent once. */
export const write = callNamedBy(({ path }) => path);

/** Several prices together; what fields are then resolved on is what the last one says. */
export const sumOf =
  (...prices: readonly Price[]): Price =>
  (visit) =>
    prices.map((price) => price(visit)).at(-1);

/** A price of what is not known without a call: nothing where it is. */
export const unlessCached =
  (what: string, price: Price): Price =>
  (visit) =>
    hasCached(visit, what) ? undefined : price(visit);

/** A value of the caller's details. */
export const fromUserDetails: Price = oneCall('getUserDetails');
