/** Inputs of mutations that name one listing and nothing else. */
import { builder } from '../../core/builder.ts';
import { typeName } from '../../core/type-name.ts';

/** Declares the input of a mutation that takes the id of a listing. */
export const createListingIdInput = (mutation: string) =>
  builder.inputType(typeName(mutation, 'Input'), {
    description: `Input of \`${mutation}\`.`,
    fields: (t) => ({ id: t.id({ required: true, description: 'Global id or number of the listing.' }) }),
  });
