/** `Mutation.updateUserDetails` and `Mutation.updateProfilePicture`. */
import { updateProfilePicture, updateUserDetails } from '../../../upstream/endpoints/user.ts';
import { priced } from '../../pricing/price.ts';
import { change } from '../../pricing/price-helpers.ts';
import { builder } from '../core/builder.ts';
import { type Sent, sendMutation } from '../core/send-change.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { UserRef, type ViewerModel, viewer } from './user.ts';

interface UserPayload extends MutationPayloadModel {
  /** Null when the service refused. */
  readonly viewer: ViewerModel | null;
}

const payloadOf = (sent: Sent<void>): UserPayload =>
  sent.kind === 'done' ? { viewer, userErrors: [] } : { viewer: null, userErrors: sent.userErrors };

const NO_SUCH_ACCOUNT = 'There is no such account.';

const createPayload = (name: string, description: string) =>
  builder.objectRef<UserPayload>(name).implement({
    description,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      viewer: t.expose('viewer', {
        type: UserRef,
        description: "The caller's account as it is now; null when upstream refused.",
      }),
    }),
  });

const UpdateUserDetailsPayloadRef = createPayload('UpdateUserDetailsPayload', 'Result of `updateUserDetails`.');
const UpdateProfilePicturePayloadRef = createPayload(
  'UpdateProfilePicturePayload',
  'Result of `updateProfilePicture`.',
);

const UpdateUserDetailsInput = builder.inputType('UpdateUserDetailsInput', {
  description: 'Input of `updateUserDetails`: only what changes. What is left out stays; null takes a value away.',
  fields: (t) => ({
    accountType: t.string({ description: 'Upstream `AccountType`, e.g. private or business.' }),
    companyName: t.string({ description: 'Upstream `Company`.' }),
    name: t.string({ description: 'Name to show.' }),
    telephone: t.string({ description: 'Telephone number.' }),
    vatNumber: t.string({ description: 'VAT number.' }),
  }),
});

const UpdateProfilePictureInput = builder.inputType('UpdateProfilePictureInput', {
  description: 'Input of `updateProfilePicture`.',
  fields: (t) => ({ pictureUrl: t.string({ required: true, description: 'Where the picture is.' }) }),
});

builder.mutationFields((t) => ({
  updateUserDetails: t.field({
    type: UpdateUserDetailsPayloadRef,
    description: "Change the caller's details.",
    extensions: priced(change('updateUserDetails')),
    args: { input: t.arg({ type: UpdateUserDetailsInput, required: true, description: 'What changes.' }) },
    resolve: async (_root, { input: { accountType, companyName, name, telephone, vatNumber } }, context) =>
      payloadOf(
        await sendMutation(context, {
          mutation: 'updateUserDetails',
          field: null,
          notFound: NO_SUCH_ACCOUNT,
          send: (call) =>
            updateUserDetails(call, {
              AccountType: accountType,
              Company: companyName,
              Name: name,
              Telephone: telephone,
              VatNumber: vatNumber,
            }),
        }),
      ),
  }),
  updateProfilePicture: t.field({
    type: UpdateProfilePicturePayloadRef,
    description: "Change the caller's picture.",
    extensions: priced(change('updateProfilePicture')),
    args: { input: t.arg({ type: UpdateProfilePictureInput, required: true, description: 'Which picture.' }) },
    resolve: async (_root, { input: { pictureUrl } }, context) =>
      payloadOf(
        await sendMutation(context, {
          mutation: 'updateProfilePicture',
          field: null,
          notFound: NO_SUCH_ACCOUNT,
          send: (call) => updateProfilePicture(call, pictureUrl),
        }),
      ),
  }),
}));
