/** `Mutation.signIn`. */
import { Secret } from '../../../upstream/call/credentials.ts';
import { write } from '../../pricing/price-helpers.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { startSession } from './grant.ts';
import { ClientCredentialsInput, clientDescription, createSessionPayload } from './session-payload.ts';

const SignInInput = builder.inputType('SignInInput', {
  description: 'Input of `signIn`.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Username.' }),
    password: t.string({ required: true, description: 'Its password.' }),
    client: t.field({ type: ClientCredentialsInput, description: clientDescription }),
  }),
});

builder.mutationField('signIn', (t) =>
  t.field({
    type: createSessionPayload('signIn'),
    description: 'Sign a user in (password grant).',
    extensions: priced(write('requestToken')),
    args: { input: t.arg({ type: SignInInput, required: true, description: 'Who.' }) },
    resolve: (_root, { input: { username, password, client } }, context) =>
      startSession(client, context, { grant: 'password', username, password: new Secret(password) }),
  }),
);
