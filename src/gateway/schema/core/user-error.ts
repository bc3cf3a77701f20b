/** User errors: their codes, the payloads that have them, their counter, and those of what the service says: about single fields, and in words. */
import type { GraphQLObjectType } from 'graphql';
import { ErrorType } from '../../../contract/codes.ts';
import type { FieldCheck } from '../../../rest/decoding/field-checks.ts';
import { wordsOfChecks } from '../../../rest/decoding/refusal-words.ts';
import { builder } from './builder.ts';
import type { GatewayContext } from './context.ts';
import { isTestListingLimit } from './test-listing-limit.ts';

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

export const UserErrorCodeRef = builder.enumType('UserErrorCode', {
  description: 'Stable code of an expected failure. New codes may appear: treat an unknown one as `REJECTED`.',
  values: userErrorCodes,
});

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

/** A check with the path of the input that its field stands for; null for a field that this schema does not have. */
export interface LocatedCheck extends FieldCheck {
  readonly path: readonly string[] | null;
}

const isWrong = ({ errorType, error }: FieldCheck): boolean =>
  errorType === null ? error !== null : errorType !== ErrorType.OK;

/** Names an input, or a field that no input stands for, in words: `assignedUserOrGroupId` is "Assigned user or group". */
const inWords = (name: string): string => {
  const words = name
    .replace(/Id$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const userErrorOf = ({ field, path, error, errorType }: LocatedCheck): UserErrorModel => {
  const isRequired = errorType === ErrorType.Required;
  const name = path?.at(-1) ?? field ?? '';
  // Words for users name no path of the service.
  const subject = /^[A-Za-z]+$/.test(name) ? inWords(name) : 'A field';
  return {
    code: isRequired ? 'REQUIRED' : 'INVALID',
    field: path,
    message: error ?? `${subject} is ${isRequired ? 'required' : 'not acceptable'}.`,
  };
};

/** User errors for the fields that are wrong; those that are right are left out. */
export const userErrorsOf = (checks: readonly LocatedCheck[]): readonly UserErrorModel[] =>
  checks.filter(isWrong).map(userErrorOf);

/**
 * The user error of a refusal that the service gives only as text.
 *
 * Assumption: R34. A text that mentions the limit of test listings is that limit. Which input is at fault, a text does not say.
 *
 * @param text in the words of the service; null when it says nothing
 */
export const refusalOf = (text: string | null): UserErrorModel => ({
  code: text !== null && isTestListingLimit(text) ? 'TEST_LISTING_LIMIT' : 'REJECTED',
  field: null,
  message: text ?? 'The service refused.',
});

/** What the service says beside the checks of fields, whose words are a paragraph at the end; null when that is nothing. */
const wordsBeside = (error: string | null, checks: readonly FieldCheck[]): string | null => {
  const ofFields = wordsOfChecks(checks);
  if (error === null || error === ofFields) return null;
  return ofFields !== null && error.endsWith(`\n${ofFields}`) ? error.slice(0, -ofFields.length - 1) : error;
};

/**
 * User errors of a refusal: those of single fields, and what the service says beside them; where no field is named, the error of the whole.
 *
 * @param error in the words of the service, with those of the fields at its end; null when it says nothing
 */
export const userErrorsOfRefusal = (
  error: string | null,
  checks: readonly LocatedCheck[],
  ofFields = userErrorsOf(checks),
): readonly UserErrorModel[] => {
  const rest = wordsBeside(error, checks);
  return ofFields.length > 0 && rest === null ? ofFields : [...ofFields, refusalOf(rest ?? error)];
};
