/** `UserError`: expected failures of mutations, to be shown to the user. */
import { builder } from './builder.ts';

/** Codes of expected failures, with what they mean. The table of docs/errors.md is made from this one. */
export const userErrorCodes = {
  REQUIRED: 'The field is required (upstream ErrorType 1).',
  INVALID: 'The value is invalid (upstream ErrorType 2).',
  NOT_FOUND:
    'Not found. The service may also say so for something that belongs to another user; if it answers 403 instead, the mutation fails with `FORBIDDEN`.',
  INVALID_CREDENTIALS: 'Wrong username, password, client credentials or refresh token.',
  TEST_LISTING_LIMIT: 'The account has reached its limit of active test listings.',
  PHOTO_NOT_ACCEPTED:
    'The file is too large, of an unsupported type or damaged, or the listing already has the maximum number of photos.',
  CHANGED_MEANWHILE: 'The listing is not what `ifRevision` says it was: read it again.',
  REJECTED: 'Upstream rejected this for a reason that it gives only as text: see `message`.',
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
    CHANGED_MEANWHILE: value('CHANGED_MEANWHILE'),
    REJECTED: value('REJECTED'),
  },
});

/** `UserError`. */
export const UserErrorRef = builder.objectRef<UserErrorModel>('UserError').implement({
  description: 'An expected failure, to be shown to the user.',
  fields: (t) => ({
    code: t.expose('code', { type: UserErrorCodeRef, nullable: false, description: 'Stable code for programs.' }),
    field: t.stringList({
      nullable: { list: true, items: false },
      description:
        'Path of the invalid input, e.g. `["input", "listing", "price"]`; null if it concerns no single input.',
      resolve: ({ field }) => field?.slice() ?? null,
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
    userErrors: t.field({
      type: [UserErrorRef],
      nullable: { list: false, items: false },
      description: 'Empty if the mutation succeeded.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
});
