/** `Mutation.signIn`, `refreshSession` and `startClientSession`: the three grants of the token endpoint. */
import { Secret } from '../../../upstream/call/credentials.ts';
import { priced } from '../../pricing/price.ts';
import { change } from '../../pricing/price-helpers.ts';
import { builder } from '../core/builder.ts';
import { MutationPayloadRef } from '../core/user-error.ts';
import { type SessionPayload, startSession } from './grant.ts';
import { SessionRef } from './session.ts';

const createPayload = (name: string, description: string) =>
  builder.objectRef<SessionPayload>(name).implement({
    description,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      session: t.expose('session', { type: SessionRef, description: 'Null when the service refused.' }),
    }),
  });

const SignInPayloadRef = createPayload('SignInPayload', 'Result of `signIn`.');
const RefreshSessionPayloadRef = createPayload('RefreshSessionPayload', 'Result of `refreshSession`.');
const StartClientSessionPayloadRef = createPayload('StartClientSessionPayload', 'Result of `startClientSession`.');

const ClientCredentialsInput = builder.inputType('ClientCredentialsInput', {
  description: 'An application registered with the service.',
  fields: (t) => ({
    clientId: t.string({ required: true, description: 'Id of the application.' }),
    clientSecret: t.string({ required: true, description: 'Its secret.' }),
  }),
});

const clientDescription =
  'The application to sign in with: required where the gateway is not configured with one of its own, and taken in its place where it is.';

const SignInInput = builder.inputType('SignInInput', {
  description: 'Input of `signIn`.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Name of the account.' }),
    password: t.string({ required: true, description: 'Its password.' }),
    client: t.field({ type: ClientCredentialsInput, description: clientDescription }),
  }),
});

const RefreshSessionInput = builder.inputType('RefreshSessionInput', {
  description: 'Input of `refreshSession`.',
  fields: (t) => ({
    refreshToken: t.string({ required: true, description: '`Session.refreshToken` of the session to renew.' }),
    client: t.field({ type: ClientCredentialsInput, description: clientDescription }),
  }),
});

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

builder.mutationFields((t) => ({
  signIn: t.field({
    type: SignInPayloadRef,
    description: 'Sign a person in (password grant).',
    extensions: priced(change('requestToken')),
    args: { input: t.arg({ type: SignInInput, required: true, description: 'Who.' }) },
    resolve: (_root, { input: { username, password, client } }, context) =>
      startSession(client, context, { grant: 'password', username, password: new Secret(password) }),
  }),
  refreshSession: t.field({
    type: RefreshSessionPayloadRef,
    description: 'Replace an expired token (refresh grant).',
    extensions: priced(change('requestToken')),
    args: { input: t.arg({ type: RefreshSessionInput, required: true, description: 'Which session.' }) },
    resolve: (_root, { input: { refreshToken, client } }, context) =>
      startSession(client, context, { grant: 'refresh_token', refreshToken: new Secret(refreshToken) }),
  }),
  startClientSession: t.field({
    type: StartClientSessionPayloadRef,
    description: "A token for reading what is not a user's (client credentials grant).",
    extensions: priced(change('requestToken')),
    args: { input: t.arg({ type: StartClientSessionInput, required: true, description: 'For which application.' }) },
    resolve: (_root, { input: { client } }, context) => startSession(client, context, { grant: 'client_credentials' }),
  }),
}));
