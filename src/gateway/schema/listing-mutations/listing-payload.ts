/** What mutations of one listing share: an input with its id, a payload with the listing, and their prices. */
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Int64 } from '../../../json/int64.ts';
import type { ListingPhoto } from '../../../rest/endpoints/photos.ts';
import { MAX_INPUT_LIST } from '../../arguments/input-list.ts';
import { call, type FieldVisit, type Price, type Subject } from '../../pricing/price.ts';
import { createPayload, type InputFields, type MutationOutcome } from '../core/mutation.ts';
import type { MutationPayloadModel, UserErrorModel } from '../core/user-error.ts';
import { listingLink, type ListingModel, ListingRef } from '../listing/listing-model.ts';

/** The input that names the listing. */
export const listingId = (t: InputFields) =>
  t.id({ required: true, description: 'Global id or number of the listing.' });

/** What is read of listings after a write: everything again, but for what is `cached`. */
export const afterWrite = ({ path }: FieldVisit, count: number, cached: readonly string[] = []): Subject => ({
  identity: `listing after ${path}`,
  count,
  cached,
});

/** Says whether a value has fields. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A field of the input; undefined where it is not given. */
export const inputIn = ({ args: { input } }: FieldVisit, name: string): unknown =>
  isRecord(input) ? input[name] : undefined;

/** The entries of a list of the input; none of one that is refused for its length. */
export const inputEntries = (visit: FieldVisit, name: string): readonly unknown[] => {
  const entries = inputIn(visit, name);
  return Array.isArray(entries) && entries.length <= MAX_INPUT_LIST ? entries : [];
};

/** Price of a change of one listing. */
export const listingWrite =
  (endpoint: EndpointName, cached: readonly string[] = []): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    return afterWrite(visit, 1, cached);
  };

/** Price of the listing or the listings of a payload: what the change is about. */
export const payloadListing: Price = ({ subject }) => subject;

/** The listing that was written. */
export interface ListingPayloadModel extends MutationPayloadModel {
  /** Null if the service rejected the request. */
  readonly listing: ListingModel | null;
  /** `ValidationResults` as the service wrote it, where the mutation saves a listing. */
  readonly validationData?: unknown;
  /** The new photo, where the mutation adds one; null when it was refused, or the service does not say where it put it. */
  readonly photo?: ListingPhoto | null;
}

/** Declares the payload of a mutation, with the listing; `builder.objectField` adds what else it has. */
export const createListingPayload = (
  mutation: string,
  description = 'The listing after the change; null if upstream rejected it.',
) =>
  createPayload<ListingPayloadModel>(mutation, (t) => ({
    listing: t.expose('listing', { type: ListingRef, description, price: payloadListing }),
  }));

/** The payload of what was not done, for one reason. */
export const refused = (error: UserErrorModel): ListingPayloadModel => ({ listing: null, userErrors: [error] });

/** Makes the payload of an outcome. */
export const listingPayload = (
  id: Int64,
  { done, userErrors }: MutationOutcome<unknown>,
  isWatching: boolean | null = null,
): ListingPayloadModel => ({ listing: done && listingLink(id, isWatching), userErrors });
