import { write } from '../../pricing/price-helpers.ts';
/** `Mutation.startClientSession`. */
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
        'The application: required where the gateway is not configured with one of its own, or does not give out tokens of it (`CLIENT_SESSIONS`); taken in its place where it is.',
    }),
  }),
});

builder.mutationField('startClientSession', (t) =>
  t.field({
    type: createSessionPayload('startClientSession'),
    description: "A token for reading what is not a user's (client credentials grant).",
    extensions: priced(write('requestToken')),
    args: { input: t.arg({ type: StartClientSessionInput, required: true, description: 'For which application.' }) },
    resolve: (_root, { input: { client } }, context) => startSession(client, context, { grant: 'client_credentials' }),
  }),
);
