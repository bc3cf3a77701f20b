/** `UserError`: expected failures of mutations, meant for the user in front of the screen. */
import { builder } from './builder.ts';

/** Codes of expected failures, with what they mean. The table of docs/errors.md is made from this one. */
export const userErrorCodes = {
  REQUIRED: 'The field is required (upstream ErrorType 1).',
  INVALID: 'The value is not acceptable (upstream ErrorType 2).',
  NOT_FOUND:
    "The service has no such thing; it may say so of what is not the caller's. Where it says instead that this is forbidden, the mutation fails with `FORBIDDEN`.",
  INVALID_CREDENTIALS: 'Wrong username, password, client or refresh token.',
  TEST_LISTING_LIMIT: 'The account has as many active test listings as it may hold.',
  PHOTO_NOT_ACCEPTED: 'The file is too large, of the wrong type or damaged, or the listing has no room for it.',
  REJECTED: 'Upstream refused for a reason it only gives as text: see `message`.',
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

const value = <const Code extends UserErrorCode>(code: Code) => ({ value: code, description: userErrorCodes[code] });

/** `UserErrorCode`. */
export const UserErrorCodeRef = builder.enumType('UserErrorCode', {
  description: 'Stable code of an expected failure. New codes may appear: treat an unknown one as `REJECTED`.',
  values: {
    REQUIRED: value('REQUIRED'),
    INVALID: value('INVALID'),
    NOT_FOUND: value('NOT_FOUND'),
    INVALID_CREDENTIALS: value('INVALID_CREDENTIALS'),
    TEST_LISTING_LIMIT: value('TEST_LISTING_LIMIT'),
    PHOTO_NOT_ACCEPTED: value('PHOTO_NOT_ACCEPTED'),
    REJECTED: value('REJECTED'),
  },
});

/** `UserError`. */
export const UserErrorRef = builder.objectRef<UserErrorModel>('UserError').implement({
  description: 'An expected failure, meant for the person in front of the screen.',
  fields: (t) => ({
    code: t.expose('code', { type: UserErrorCodeRef, nullable: false, description: 'For programs.' }),
    field: t.stringList({
      nullable: { list: true, items: false },
      description: 'Path of the input at fault, e.g. `["input", "listing", "price"]`; null when no one input is.',
      resolve: ({ field }) => field?.slice() ?? null,
    }),
    message: t.exposeString('message', { nullable: false, description: 'For people.' }),
  }),
});

/** Fields of the payload of every mutation. */
export interface MutationPayloadModel {
  /** Empty when the mutation did all that was asked. */
  readonly userErrors: readonly UserErrorModel[];
}

/** `MutationPayload`. */
export const MutationPayloadRef = builder.interfaceRef<MutationPayloadModel>('MutationPayload').implement({
  description: 'What every mutation returns.',
  fields: (t) => ({
    userErrors: t.field({
      type: [UserErrorRef],
      nullable: { list: false, items: false },
      description: 'Empty when the mutation did all that was asked.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
});
