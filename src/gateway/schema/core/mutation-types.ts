/** The types of a mutation, which are named after it: `CreateListingInput` and `CreateListingPayload` of `createListing`. */
import type { InputFieldBuilder, InputFieldMap } from '@pothos/core';
import { builder } from './builder.ts';

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Each> ? Each : never;

/** What declares the fields of an input type. */
export type InputFields = InputFieldBuilder<Types, 'InputObject'>;

/** The name of a mutation's input or payload. */
export const typeName = (mutation: string, suffix: 'Input' | 'Payload'): string =>
  `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}${suffix}`;

/**
 * Declares the argument of a mutation with its type: for `args` of the field.
 *
 * @param what describes the argument, `description` the type
 */
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
