/** Mutations of the caller's own account. */
import { updateProfilePicture, updateUserDetails } from '../../../rest/endpoints/user.ts';
import { write } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { type MutationOutcome, sendMutation } from '../core/send-mutation.ts';
import { typeName } from '../core/type-name.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { UserRef, type ViewerModel, viewer } from './user.ts';

interface UserPayload extends MutationPayloadModel {
  /** Null if the service rejected the request. */
  readonly viewer: ViewerModel | null;
}

/** Declares a payload with the account. */
const createUserPayload = (mutation: string) =>
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
const userPayload = (outcome: MutationOutcome<void>): UserPayload =>
  outcome.kind === 'done' ? { viewer, userErrors: [] } : { viewer: null, userErrors: outcome.userErrors };

/** The message where the service does not find the account. */
const NO_SUCH_ACCOUNT = 'The account was not found.';

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
    price: write('updateUserDetails'),
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

const UpdateProfilePictureInput = builder.inputType('UpdateProfilePictureInput', {
  description: 'Input of `updateProfilePicture`.',
  fields: (t) => ({ pictureUrl: t.string({ required: true, description: 'URL of the picture.' }) }),
});

builder.mutationField('updateProfilePicture', (t) =>
  t.field({
    type: createUserPayload('updateProfilePicture'),
    description: "Change the caller's picture.",
    price: write('updateProfilePicture'),
    args: { input: t.arg({ type: UpdateProfilePictureInput, required: true, description: 'Which picture.' }) },
    resolve: async (_root, { input: { pictureUrl } }, context) => {
      const outcome = await sendMutation(context, {
        mutation: 'updateProfilePicture',
        field: null,
        notFound: NO_SUCH_ACCOUNT,
        inputs: { PictureUrl: 'pictureUrl' },
        send: (call) => updateProfilePicture(call, pictureUrl),
      });
      return userPayload(outcome);
    },
  }),
);
