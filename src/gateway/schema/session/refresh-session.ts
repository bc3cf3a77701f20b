/** `Mutation.refreshSession`. */
import { Secret } from '../../../upstream/call/credentials.ts';
import { write } from '../../pricing/price-helpers.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { startSession } from './grant.ts';
import { ClientCredentialsInput, clientDescription, createSessionPayload } from './session-payload.ts';

const RefreshSessionInput = builder.inputType('RefreshSessionInput', {
  description: 'Input of `refreshSession`.',
  fields: (t) => ({
    refreshToken: t.string({ required: true, description: '`Session.refreshToken` of the session to renew.' }),
    client: t.field({ type: ClientCredentialsInput, description: clientDescription }),
  }),
});

builder.mutationField('refreshSession', (t) =>
  t.field({
    type: createSessionPayload('refreshSession'),
    description: 'Replace an expired token (refresh grant).',
    extensions: priced(write('requestToken')),
    args: { input: t.arg({ type: RefreshSessionInput, required: true, description: 'Which session.' }) },
    resolve: (_root, { input: { refreshToken, client } }, context) =>
      startSession(client, context, { grant: 'refresh_token', refreshToken: new Secret(refreshToken) }),
  }),
);
