/** Helpers for prices of fields: calls to add to a plan, and what fields are resolved on. */
import { type EndpointName, operationOf } from '../../contract/endpoints.ts';
import { MAX_PAGE_SIZE } from '../../upstream/endpoints/max-page-size.ts';
import { parseGlobalId } from '../arguments/global-id.ts';
import { DEFAULT_PAGE_SIZE } from '../arguments/paging.ts';
import type { FieldVisit, Price, Subject } from './price.ts';

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

/** One call an operation, e.g. a list that all callers share. */
export const oneCall =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, '');
    return undefined;
  };

/** One call for each set of arguments. */
export const onePerArguments =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, JSON.stringify(visit.args));
    return undefined;
  };

/** A write, which is sent once. */
export const write =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    return undefined;
  };

/** A value of the caller's details. */
export const fromUserDetails: Price = oneCall('getUserDetails');
