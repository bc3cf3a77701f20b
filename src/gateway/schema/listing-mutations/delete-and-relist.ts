/** Mutations that delete listings or list them again: one listing, several, or all that have expired. */
import type { InputShapeFromFields } from '@pothos/core';
import { MultiListingResult as Outcome, PaymentAuth } from '../../../contract/codes.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Int64 } from '../../../json/int64.ts';
import {
  deleteListing,
  deleteListings,
  type ListingFailure,
  type MultiListingResult,
  relistAllListings,
  relistListings,
} from '../../../rest/endpoints/listing-batches.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { inputListSizes, readListingIds } from '../../arguments/input-list.ts';
import { call, keyOf, type Price, UNKNOWN_LENGTH, write } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { MultiListingOutcomeRef, PaymentAuthRef } from '../core/enums.ts';
import { createPayload, type InputFields, inputOf, type MutationOutcome, sendMutation } from '../core/mutation.ts';
import {
  refusalOf,
  type MutationPayloadModel,
  UserErrorCodeRef,
  type UserErrorModel,
  UserErrorRef,
} from '../core/user-error.ts';
import { listingLink, ListingRef } from '../listing/listing-model.ts';
import { afterWrite, inputEntries, inputIn, listingId, payloadListing } from './listing-payload.ts';

const paymentAuth = (t: InputFields) =>
  t.field({
    type: PaymentAuthRef,
    required: true,
    defaultValue: PaymentAuth.Undefined,
    description: 'Whether a charge is authorised.',
  });

const batchFields = (t: InputFields) => ({
  ids: t.idList({ required: true, description: `Global ids or numbers, ${inputListSizes}` }),
  paymentAuth: paymentAuth(t),
});

/** Price of a change of the listings that `input.ids` names, or else of nobody knows how many. */
const multiListingWrite =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    const isCounted = inputIn(visit, 'ids') !== undefined;
    return afterWrite(visit, isCounted ? new Set(inputEntries(visit, 'ids').map(keyOf)).size : UNKNOWN_LENGTH);
  };

type MultiListingPayloadModel = MultiListingResult & MutationPayloadModel;

const ListingActionFailureRef = builder.objectRef<ListingFailure>('ListingActionFailure').implement({
  description: 'A listing on which an action failed. Upstream `ItemError`.',
  fields: (t) => ({
    code: t.field({
      type: UserErrorCodeRef,
      nullable: false,
      description: 'Stable code for programs; `REJECTED` if upstream gives only text.',
      resolve: ({ error }) => refusalOf(error).code,
    }),
    listingDatabaseId: t.exposeID('id', { nullable: false, description: 'Upstream `ID`.' }),
    listing: t.field({
      type: ListingRef,
      description: 'The listing with that id; its other fields are null if it does not exist.',
      price: payloadListing,
      resolve: ({ id }) => listingLink(id),
    }),
    message: t.string({
      nullable: false,
      description: 'Reason, for the user.',
      resolve: ({ error }) => refusalOf(error).message,
    }),
  }),
});

/** `MultiListingPayload`. Its `userErrors` are those of `MutationPayload`, which every such payload is too. */
const MultiListingPayloadRef = builder.interfaceRef<MultiListingPayloadModel>('MultiListingPayload').implement({
  description: 'Result of an action on several listings, some of which may fail.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: MultiListingOutcomeRef, description: 'Null if upstream did not say.' }),
    failures: t.expose('failures', {
      type: [ListingActionFailureRef],
      nullable: false,
      description: 'Listings for which the action failed.',
      price: payloadListing,
    }),
    userErrors: t.expose('userErrors', {
      type: [UserErrorRef],
      nullable: false,
      description:
        'Empty if the action succeeded for all listings; otherwise one entry for the whole action, with the code of the `failures` if they share one.',
    }),
  }),
});

/** Number of listings that an action was for; null when neither the request nor the response has it. */
const totalOf = ({ outcome, succeeded, failures }: MultiListingResult, requested: readonly Int64[] | null) => {
  if (requested !== null) return requested.length;
  const isFullyReported = outcome === Outcome.Success || failures.length > 0;
  return isFullyReported ? succeeded.length + failures.length : null;
};

const MAX_REASONS = 3;

/** Message for the listings of which the service does not name what became of them; empty when there are none. */
const unreported = ({ outcome, succeeded, failures }: MultiListingResult, total: number | null): string => {
  if (total === 1) return refusalOf(null).message;
  if (outcome === Outcome.Failure) return `${total === null ? 'All' : `All ${total}`} listings failed.`;
  if (total === null) return 'Some listings failed. The service does not say which.';
  const open = total - succeeded.length - failures.length;
  return open === 0 ? '' : `The service does not say what became of ${open} of ${total} listings.`;
};

/** User error for an action that was not done with all listings. */
export const failureOfWhole = (result: MultiListingResult, requested: readonly Int64[] | null): UserErrorModel => {
  const total = totalOf(result, requested);
  const { outcome, failures } = result;
  const refusals = [...failures.map(({ error }) => error), ...result.reasons].map(refusalOf);
  const [first] = refusals;
  if (first === undefined) {
    const why = outcome === Outcome.Failure && total !== 1 ? ' The service does not say why.' : '';
    return { code: 'REJECTED', field: null, message: unreported(result, total) + why };
  }
  const code = refusals.every((refusal) => refusal.code === first.code) ? first.code : 'REJECTED';
  if (total === 1) return { code, field: null, message: first.message };
  const reasons = [...new Set(refusals.map(({ message }) => message))];
  const shown = reasons.slice(0, MAX_REASONS).join(' ') + (reasons.length > MAX_REASONS ? ' …' : '');
  const failed = outcome === Outcome.Failure && requested !== null ? requested.length : failures.length;
  const told = failed === 0 ? '' : `${failed} of ${total ?? failed} listings failed.`;
  const open = failed > 0 && outcome === Outcome.Failure ? '' : unreported(result, total);
  return { code, field: null, message: [told, open, shown].filter((text) => text !== '').join(' ') };
};

const wasDone = (
  { outcome, succeeded, failures, reasons }: MultiListingResult,
  requested: readonly Int64[] | null,
): boolean => {
  if (outcome === Outcome.Failure || outcome === Outcome.PartialSuccess) return false;
  if (failures.length > 0 || reasons.length > 0) return false;
  return outcome === Outcome.Success || requested === null || requested.every((id) => succeeded.includes(id));
};

/**
 * Makes the payload of what came of an action; null stands for a request that names no listings.
 *
 * Assumption: R44. Whatever was not done with all listings has a user error.
 */
const multiListingPayload = (
  { done, userErrors }: MutationOutcome<MultiListingResult>,
  requested: readonly Int64[] | null,
): MultiListingPayloadModel => {
  if (done === null) return { outcome: null, succeeded: [], failures: [], reasons: [], userErrors };
  const { result } = done;
  return { ...result, userErrors: wasDone(result, requested) ? [] : [failureOfWhole(result, requested)] };
};

/** Sends a mutation of the listings that an input names. */
const writeListings = async (
  { ids: inputIds, paymentAuth: auth }: InputShapeFromFields<ReturnType<typeof batchFields>>,
  context: GatewayContext,
  mutation: 'deleteListings' | 'relistListings',
  send: typeof deleteListings,
): Promise<MultiListingPayloadModel> => {
  const ids = readListingIds('input.ids', inputIds);
  const field = ['input', 'ids'];
  return multiListingPayload(
    await sendMutation(context, { mutation, field, send: (call) => send(call, ids, auth) }),
    ids,
  );
};

interface DeleteListingPayload extends MutationPayloadModel {
  /** Null if the service rejected the request. */
  readonly deletedId: Int64 | null;
}

const DeleteListingPayloadRef = createPayload<DeleteListingPayload>('deleteListing', (t) => ({
  deletedListingId: t.id({
    description: "Global id, for removal from a client's cache.",
    resolve: ({ deletedId }) => deletedId && globalId('Listing', deletedId),
  }),
}));

const DeleteListingsPayloadRef = createPayload<MultiListingPayloadModel>(
  'deleteListings',
  (t) => ({
    deletedListingIds: t.idList({
      nullable: false,
      description: "Global ids, for removal from a client's cache.",
      resolve: ({ succeeded }) => succeeded.map((id) => globalId('Listing', id)),
    }),
  }),
  [MultiListingPayloadRef],
);

/** Declares the payload of a mutation that makes listings active again. */
const createRelistPayload = (mutation: string) =>
  createPayload<MultiListingPayloadModel>(
    mutation,
    (t) => ({
      listings: t.field({
        type: [ListingRef],
        nullable: false,
        description: 'Listings that are active again.',
        price: payloadListing,
        resolve: ({ succeeded }) => succeeded.map((id) => listingLink(id)),
      }),
    }),
    [MultiListingPayloadRef],
  );

builder.mutationFields((t) => ({
  deleteListing: t.field({
    type: DeleteListingPayloadRef,
    description: 'Delete a listing.',
    args: inputOf('deleteListing', 'Which listing.', (of) => ({ id: listingId(of) })),
    price: write('deleteListing'),
    resolve: async (_root, { input }, context): Promise<DeleteListingPayload> => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      const { done, userErrors } = await sendMutation(context, {
        mutation: 'deleteListing',
        field: ['input', 'id'],
        send: (call) => deleteListing(call, id),
      });
      return { deletedId: done && id, userErrors };
    },
  }),
  deleteListings: t.field({
    type: DeleteListingsPayloadRef,
    description: 'Delete several listings; some may fail.',
    args: inputOf('deleteListings', 'Which listings.', batchFields),
    price: multiListingWrite('deleteListings'),
    resolve: (_root, { input }, context) => writeListings(input, context, 'deleteListings', deleteListings),
  }),
  relistListings: t.field({
    type: createRelistPayload('relistListings'),
    description: 'Make several expired listings active again; some may fail.',
    args: inputOf('relistListings', 'Which listings.', batchFields),
    price: multiListingWrite('relistListings'),
    resolve: (_root, { input }, context) => writeListings(input, context, 'relistListings', relistListings),
  }),
  relistAllListings: t.field({
    type: createRelistPayload('relistAllListings'),
    description: 'Make all expired listings active again; some may fail.',
    args: inputOf('relistAllListings', 'Terms of the option.', (of) => ({ paymentAuth: paymentAuth(of) })),
    price: multiListingWrite('relistAllListings'),
    resolve: async (_root, { input }, context) => {
      const outcome = await sendMutation(context, {
        mutation: 'relistAllListings',
        field: null,
        notFound: 'There is nothing to list again.',
        send: (call) => relistAllListings(call, input.paymentAuth),
      });
      return multiListingPayload(outcome, null);
    },
  }),
}));
