/** `Mutation.startClientSession`. */
import { write } from '../../pricing/price-helpers.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { startSession } from './grant.ts';
import { ClientCredentialsInput, createSessionPayload } from './session-payload.ts';

const StartClientSessionInput = builder.inputType('StartClientSessionInput', {
  description: 'Input of `startClientSession`.',
  fields: (t) => ({
    client: t.field({
      type: ClientCredentialsInput,
      description:
        'The application. Required if the gateway has no client credentials of its own or does not issue tokens for them (`CLIENT_SESSIONS`); overrides them if it has.',
    }),
  }),
});

builder.mutationField('startClientSession', (t) =>
  t.field({
    type: createSessionPayload('startClientSession'),
    description: 'Get a token for public data (client credentials grant).',
    extensions: priced(write('requestToken')),
    args: { input: t.arg({ type: StartClientSessionInput, required: true, description: 'The application.' }) },
    resolve: (_root, { input: { client } }, context) => startSession(client, context, { grant: 'client_credentials' }),
  }),
);
