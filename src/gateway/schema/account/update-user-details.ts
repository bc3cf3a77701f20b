/** `Mutation.updateUserDetails`. */
import { updateUserDetails } from '../../../upstream/endpoints/user.ts';
import { write } from '../../pricing/price-helpers.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { createUserPayload, NO_SUCH_ACCOUNT, userPayload } from './user-payload.ts';

const UpdateUserDetailsInput = builder.inputType('UpdateUserDetailsInput', {
  description: 'Input of `updateUserDetails`: only the changes. Omitted fields keep their values; null clears them.',
  fields: (t) => ({
    accountType: t.string({ description: 'Upstream `AccountType`, e.g. private or business.' }),
    companyName: t.string({ description: 'Upstream `Company`.' }),
    name: t.string({ description: 'Display name.' }),
    telephone: t.string({ description: 'Telephone number.' }),
    vatNumber: t.string({ description: 'VAT number.' }),
  }),
});

builder.mutationField('updateUserDetails', (t) =>
  t.field({
    type: createUserPayload('updateUserDetails'),
    description: "Change the caller's details.",
    extensions: priced(write('updateUserDetails')),
    args: { input: t.arg({ type: UpdateUserDetailsInput, required: true, description: 'What changes.' }) },
    resolve: async (_root, { input: { accountType, companyName, name, telephone, vatNumber } }, context) => {
      const outcome = await sendMutation(context, {
        mutation: 'updateUserDetails',
        field: null,
        notFound: NO_SUCH_ACCOUNT,
        inputs: {
          AccountType: 'accountType',
          Company: 'companyName',
          Name: 'name',
          Telephone: 'telephone',
          VatNumber: 'vatNumber',
        },
        send: (call) =>
          updateUserDetails(call, {
            AccountType: accountType,
            Company: companyName,
            Name: name,
            Telephone: telephone,
            VatNumber: vatNumber,
          }),
      });
      return userPayload(outcome);
    },
  }),
);
