/** Inputs of mutations of several listings, which may cost. */
import { PaymentAuth } from '../../../../contract/codes.ts';
import { inputListSizes } from '../../../arguments/input-list.ts';
import { builder } from '../../core/builder.ts';
import { PaymentAuthRef } from '../../core/enums.ts';
import { typeName } from '../../core/type-name.ts';

/** Declares the input of a mutation that takes ids of listings. */
export const createBatchInput = (mutation: string) =>
  builder.inputType(typeName(mutation, 'Input'), {
    description: `Input of \`${mutation}\`.`,
    fields: (t) => ({
      ids: t.idList({ required: true, description: `Global ids or numbers, ${inputListSizes}` }),
      paymentAuth: t.field({
        type: PaymentAuthRef,
        required: true,
        defaultValue: PaymentAuth.Undefined,
        description: 'Whether a charge is authorised.',
      }),
    }),
  });
