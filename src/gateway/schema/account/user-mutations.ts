/** Mutations of the caller's own account. */
import { updateProfilePicture, updateUserDetails } from '../../../rest/endpoints/user.ts';
import { write } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { createPayload, inputOf, type MutationToSend, sendMutation } from '../core/mutation.ts';
import type { MutationPayloadModel } from '../core/user-error.ts';
import { UserRef, type ViewerModel, viewer } from './user.ts';

interface UserPayload extends MutationPayloadModel {
  /** Null if the service rejected the request. */
  readonly viewer: ViewerModel | null;
}

const createUserPayload = (mutation: string) =>
  createPayload<UserPayload>(mutation, (t) => ({
    viewer: t.expose('viewer', {
      type: UserRef,
      description: "The caller's account after the change; null if upstream rejected it.",
    }),
  }));

const writeUser = async (
  context: GatewayContext,
  change: Pick<MutationToSend<void>, 'mutation' | 'inputs' | 'send'>,
): Promise<UserPayload> => {
  const notFound = 'The account was not found.';
  const { done, userErrors } = await sendMutation(context, { ...change, field: null, notFound });
  return { viewer: done && viewer, userErrors };
};

/** The input that stands for each field of the service. */
const detailInputs = {
  AccountType: 'accountType',
  Company: 'companyName',
  Name: 'name',
  Telephone: 'telephone',
  VatNumber: 'vatNumber',
} as const satisfies Partial<Record<keyof Parameters<typeof updateUserDetails>[1], string>>;

builder.mutationFields((t) => ({
  updateUserDetails: t.field({
    type: createUserPayload('updateUserDetails'),
    description: "Change the caller's details.",
    args: inputOf(
      'updateUserDetails',
      'What changes.',
      (of) => ({
        accountType: of.string({ description: 'Upstream `AccountType`, e.g. private or business.' }),
        companyName: of.string({ description: 'Upstream `Company`.' }),
        name: of.string({ description: 'Display name.' }),
        telephone: of.string({ description: 'Telephone number.' }),
        vatNumber: of.string({ description: 'VAT number.' }),
      }),
      'Input of `updateUserDetails`: only the changes. Omitted fields keep their values; null clears them.',
    ),
    price: write('updateUserDetails'),
    resolve: (_root, { input }, context) => {
      const changes = Object.entries(detailInputs).map(([field, name]) => [field, input[name]] as const);
      return writeUser(context, {
        mutation: 'updateUserDetails',
        inputs: detailInputs,
        send: (call) => updateUserDetails(call, Object.fromEntries(changes)),
      });
    },
  }),
  updateProfilePicture: t.field({
    type: createUserPayload('updateProfilePicture'),
    description: "Change the caller's picture.",
    args: inputOf('updateProfilePicture', 'Which picture.', (of) => ({
      pictureUrl: of.string({ required: true, description: 'URL of the picture.' }),
    })),
    price: write('updateProfilePicture'),
    resolve: (_root, { input: { pictureUrl } }, context) =>
      writeUser(context, {
        mutation: 'updateProfilePicture',
        inputs: { PictureUrl: 'pictureUrl' },
        send: (call) => updateProfilePicture(call, pictureUrl),
      }),
  }),
}));
