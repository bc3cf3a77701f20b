/** User errors, the payloads that have them, and their counter. */
import type { GraphQLObjectType } from 'graphql';
import { builder } from './builder.ts';
import type { GatewayContext } from './context.ts';

/** Codes of expected failures, with what they mean. The table of docs/errors.md is made from this one. */
export const userErrorCodes = {
  REQUIRED: { description: 'The field is required (upstream ErrorType 1).' },
  INVALID: { description: 'The value is invalid (upstream ErrorType 2).' },
  NOT_FOUND: {
    description:
      'Not found. The service may also say so for something that belongs to another user; if it answers 403 instead, the mutation fails with `FORBIDDEN`.',
  },
  INVALID_CREDENTIALS: { description: 'Wrong username, password, client credentials or refresh token.' },
  TEST_LISTING_LIMIT: { description: 'The account has reached its limit of active test listings.' },
  PHOTO_NOT_ACCEPTED: {
    description:
      'The file is too large, of an unsupported type or damaged, or the listing already has the maximum number of photos.',
  },
  CHANGED_MEANWHILE: { description: 'The listing is not what `ifRevision` says it was: read it again.' },
  REJECTED: { description: 'Upstream rejected this for a reason that it gives only as text: see `message`.' },
} as const;

/** Code of an expected failure. */
export type UserErrorCode = keyof typeof userErrorCodes;

/** An expected failure. */
export interface UserErrorModel {
  readonly code: UserErrorCode;
  /** Path of the input at fault; null when no one input is. */
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** `UserErrorCode`. */
export const UserErrorCodeRef = builder.enumType('UserErrorCode', {
  description: 'Stable code of an expected failure. New codes may appear: treat an unknown one as `REJECTED`.',
  values: userErrorCodes,
});

/** `UserError`. */
export const UserErrorRef = builder.objectRef<UserErrorModel>('UserError').implement({
  description: 'An expected failure, to be shown to the user.',
  fields: (t) => ({
    code: t.expose('code', { type: UserErrorCodeRef, nullable: false, description: 'Stable code for programs.' }),
    field: t.exposeStringList('field', {
      description:
        'Path of the invalid input, e.g. `["input", "listing", "price"]`; null if it concerns no single input.',
    }),
    message: t.exposeString('message', { nullable: false, description: 'Message for the user.' }),
  }),
});

/** Fields of the payload of every mutation. */
export interface MutationPayloadModel {
  /** Empty when the mutation did all that was asked. */
  readonly userErrors: readonly UserErrorModel[];
}

/** `MutationPayload`. */
export const MutationPayloadRef = builder.interfaceRef<MutationPayloadModel>('MutationPayload').implement({
  description: 'Fields that every mutation returns.',
  fields: (t) => ({
    userErrors: t.expose('userErrors', {
      type: [UserErrorRef],
      nullable: false,
      description: 'Empty if the mutation succeeded.',
    }),
  }),
});

const isPayload = (value: unknown): value is MutationPayloadModel =>
  typeof value === 'object' && value !== null && 'userErrors' in value;

/** Lets each mutation count the user errors of its payload, whether the client asks for them or not. */
export const countUserErrors = (mutations: GraphQLObjectType<unknown, GatewayContext> | null | undefined): void => {
  for (const [name, field] of Object.entries(mutations?.getFields() ?? {})) {
    const { resolve } = field;
    if (resolve === undefined) throw new Error(`The mutation ${name} has no resolver.`);
    field.resolve = async (root, args, context, info) => {
      const payload = await resolve(root, args, context, info);
      if (isPayload(payload)) countPayload(name, payload.userErrors, context);
      return payload;
    };
  }
};

/** Counts a payload by the codes of its user errors, each once. */
export const countPayload = (
  mutation: string,
  userErrors: readonly Pick<UserErrorModel, 'code'>[],
  { services }: Pick<GatewayContext, 'services'>,
): void => services.metrics.failures.countPayload(mutation, new Set(userErrors.map(({ code }) => code)));
