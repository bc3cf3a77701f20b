/** What mutations share: the types that are named after them, and sending them, with what a refusal becomes and what the operation forgets. */
import type { InputFieldBuilder, InputFieldMap, InterfaceParam, ObjectFieldsShape } from '@pothos/core';
import { failureIn, type UpstreamFailure } from '../../../rest/call/failure.ts';
import type { Call } from '../../../rest/client.ts';
import { type FieldCheck, plainFieldName, readFieldChecks } from '../../../rest/decoding/field-checks.ts';
import type { InvalidatingMutation } from '../../loaders/loaders.ts';
import { builder, type Types } from './builder.ts';
import type { GatewayContext } from './context.ts';
import { isTestListingLimit } from './test-listing-limit.ts';
import {
  type LocatedCheck,
  type MutationPayloadModel,
  MutationPayloadRef,
  refusalOf,
  userErrorsOfRefusal,
  type UserErrorModel,
} from './user-error.ts';

/** What declares the fields of an input type. */
export type InputFields = InputFieldBuilder<Types, 'InputObject'>;

const typeName = (mutation: string, suffix: 'Input' | 'Payload'): string =>
  `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}${suffix}`;

/** Declares the argument of a mutation, which `what` describes, with its type: for `args` of the field. */
export const inputOf = <Fields extends InputFieldMap>(
  mutation: string,
  what: string,
  fields: (t: InputFields) => Fields,
  description = `Input of \`${mutation}\`.`,
) =>
  builder.args((t) => ({
    input: t.field({
      type: builder.inputType(typeName(mutation, 'Input'), { description, fields }),
      required: true,
      description: what,
    }),
  }));

/** Declares the payload of a mutation: what it has beside its `userErrors`, and further interfaces that it implements. */
export const createPayload = <Model extends MutationPayloadModel>(
  mutation: string,
  fields: ObjectFieldsShape<Types, Model>,
  interfaces: readonly InterfaceParam<Types>[] = [],
) =>
  builder.objectRef<Model>(typeName(mutation, 'Payload')).implement({
    description: `Result of \`${mutation}\`.`,
    interfaces: [MutationPayloadRef, ...interfaces],
    fields,
  });

/** A mutation to send. */
export interface MutationToSend<Result> {
  /** Decides what the operation forgets. */
  readonly mutation: InvalidatingMutation;
  /** Path of the input that names what is written, at fault when the service finds nothing; null when no one input does. */
  readonly field: readonly string[] | null;
  /** The message where the service finds nothing; that there is no such listing unless given. */
  readonly notFound?: string;
  /** The inputs of a change, by what the service calls them; none unless given. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Says in place of those what a refusal means. */
  readonly describe?: (failure: UpstreamFailure) => UserErrorModel;
  readonly send: (call: Call) => Promise<Result>;
}

/** The outcome of a mutation that was sent. */
export interface MutationOutcome<Result> {
  /** Null where it was refused. */
  readonly done: { readonly result: Result } | null;
  readonly userErrors: readonly UserErrorModel[];
}

/** The message where there is no listing with an id. */
export const NO_SUCH_LISTING = 'The listing was not found.';

/** The checks of fields that inputs stand for: of others the words of the whole tell. */
const locateIn = (inputs: Readonly<Record<string, string>>, checks: readonly FieldCheck[]): readonly LocatedCheck[] => {
  const names = new Map(Object.entries(inputs).map(([field, name]) => [plainFieldName(field), name]));
  return checks.flatMap((check) => {
    const name = names.get(plainFieldName(check.field ?? ''));
    return name === undefined ? [] : [{ ...check, path: ['input', name] }];
  });
};

/**
 * Sends a mutation. Whatever comes of it, later fields of the operation re-read what it may have changed.
 *
 * @throws UpstreamFailure for what is not the business of the user in front of the screen
 */
export const sendMutation = async <Result>(
  { call, loaders }: GatewayContext,
  { mutation, field, notFound = NO_SUCH_LISTING, inputs = {}, describe, send }: MutationToSend<Result>,
): Promise<MutationOutcome<Result>> => {
  try {
    return { done: { result: await send(call) }, userErrors: [] };
  } catch (error) {
    const failure = failureIn(error);
    const said = failure?.serviceMessage ?? null;
    // Assumption: R34. Whatever the status, also one that forbids or asks to slow down.
    if (said !== null && isTestListingLimit(said)) return { done: null, userErrors: [refusalOf(said)] };
    if (failure?.kind === 'not_found') {
      return { done: null, userErrors: [{ code: 'NOT_FOUND', field, message: said ?? notFound }] };
    }
    if (failure?.kind === 'rejected') {
      if (describe !== undefined) return { done: null, userErrors: [describe(failure)] };
      const checks = locateIn(inputs, readFieldChecks(failure.validation));
      return { done: null, userErrors: userErrorsOfRefusal(said, checks) };
    }
    throw error;
  } finally {
    // Also after a failure: a mutation whose response was lost may have been applied.
    loaders.invalidateAfter(mutation);
  }
};
