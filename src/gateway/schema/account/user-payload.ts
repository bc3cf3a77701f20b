/** Payloads of mutations of the caller's account. */
import { builder } from '../core/builder.ts';
import type { MutationOutcome } from '../core/send-mutation.ts';
import { typeName } from '../core/type-name.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { UserRef, type ViewerModel, viewer } from './user.ts';

interface UserPayload extends MutationPayloadModel {
  /** Null if the service rejected the request. */
  readonly viewer: ViewerModel | null;
}

/** Declares a payload with the account. */
export const createUserPayload = (mutation: string) =>
  builder.objectRef<UserPayload>(typeName(mutation, 'Payload')).implement({
    description: `Result of \`${mutation}\`.`,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      viewer: t.expose('viewer', {
        type: UserRef,
        description: "The caller's account after the change; null if upstream rejected it.",
      }),
    }),
  });

/** Makes the payload of an outcome. */
export const userPayload = (outcome: MutationOutcome<void>): UserPayload =>
  outcome.kind === 'done' ? { viewer, userErrors: [] } : { viewer: null, userErrors: outcome.userErrors };

/** The message where the service does not find the account. */
export const NO_SUCH_ACCOUNT = 'The account was not found.';
