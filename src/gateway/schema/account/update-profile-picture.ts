/** `Mutation.updateProfilePicture`. */
import { updateProfilePicture } from '../../../upstream/endpoints/user.ts';
import { write } from '../../pricing/price-helpers.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { createUserPayload, NO_SUCH_ACCOUNT, userPayload } from './user-payload.ts';

const UpdateProfilePictureInput = builder.inputType('UpdateProfilePictureInput', {
  description: 'Input of `updateProfilePicture`.',
  fields: (t) => ({ pictureUrl: t.string({ required: true, description: 'URL of the picture.' }) }),
});

builder.mutationField('updateProfilePicture', (t) =>
  t.field({
    type: createUserPayload('updateProfilePicture'),
    description: "Change the caller's picture.",
    extensions: priced(write('updateProfilePicture')),
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
