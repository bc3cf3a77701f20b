/** Prices of mutations, and of what is read of their results. */
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { MAX_INPUT_LIST } from '../../../arguments/input-list.ts';
import { call, type FieldVisit, keyOf, type Price, type Subject, UNKNOWN_LENGTH } from '../../../pricing/price.ts';

const afterWrite = ({ path }: FieldVisit, count: number, cached: readonly string[] = []): Subject => ({
  identity: `listing after ${path}`,
  count,
  cached,
});

/** A change of one listing; what is read of it then is re-read. */
export const listingWrite =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    return afterWrite(visit, 1);
  };

/** A change of a listing that is completed from its definition. */
export const listingUpdate: Price = (visit) => {
  call(visit, 'getListingDefinition', visit.path);
  return listingWrite('saveListing')(visit);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const inputOf = ({ args }: FieldVisit, name: string): unknown => (isRecord(args['input']) ? args['input'][name] : null);

/** A check of a listing: of a change of one, completed from its definition. */
export const listingCheck: Price = (visit) => {
  if (inputOf(visit, 'id') != null) call(visit, 'getListingDefinition', visit.path);
  call(visit, 'validateListing', visit.path);
};

/** Entries of an input list; none of a list that is refused for its length. */
const inputEntries = (visit: FieldVisit, name: string): readonly unknown[] => {
  const entries = inputOf(visit, name);
  return Array.isArray(entries) && entries.length <= MAX_INPUT_LIST ? entries : [];
};

/** A change of the listings that `input.ids` names, or else of nobody knows how many. */
export const multiListingWrite =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    const isCounted = inputOf(visit, 'ids') !== undefined;
    return afterWrite(visit, isCounted ? new Set(inputEntries(visit, 'ids').map(keyOf)).size : UNKNOWN_LENGTH);
  };

/** A change of the watch flag of the listing that `input.id` names; what is read of it then is re-read. */
export const watchWrite =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    return afterWrite(visit, 1, ['watch']);
  };

/** A change of the watch flag of several listings. The section of each is looked for in its detail unless it is given. */
export const multiWatchWrite =
  (endpoint: EndpointName): Price =>
  (visit) => {
    const items = inputEntries(visit, 'items').filter(isRecord);
    const unplaced = new Set(
      items.filter(({ sectionId }) => sectionId == null).map(({ listingId }) => keyOf(listingId)),
    );
    call(visit, 'getListing', `section for ${visit.path}`, unplaced.size);
    call(visit, endpoint, visit.path);
    return afterWrite(visit, new Set(items.map(({ listingId }) => keyOf(listingId))).size, ['watch']);
  };

/** The listing or the listings of a payload: what the change is about. */
export const payloadListing: Price = ({ subject }) => subject;
