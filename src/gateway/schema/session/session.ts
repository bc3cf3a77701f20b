/** Sessions: `Session` and the mutations that start or renew one, each a grant of the service, and `TokenInfo`. */
import { type ClientCredentials, InvalidCredentialInputError, Secret } from '../../../rest/call/credentials.ts';
import type { CallScope } from '../../../rest/call/service-request.ts';
import { lifetimeOf } from '../../../rest/endpoints/grant-refusal.ts';
import type { GrantedToken, TokenInfo, Grant } from '../../../rest/endpoints/tokens.ts';
import { oneCall, write } from '../../pricing/price.ts';
import { type UserGrant, requestGrant } from '../../tokens/grants.ts';
import type { OwnApplication } from '../../tokens/own-application.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext, GatewayServices } from '../core/context.ts';
import { createPayload, type InputFields, inputOf } from '../core/mutation.ts';
import type { MutationPayloadModel, UserErrorModel } from '../core/user-error.ts';
import { viewFields } from '../core/views.ts';

/** A session, and when it was issued by the gateway's clock. */
interface SessionModel {
  readonly token: GrantedToken;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
}

const token = viewFields(({ token: view }: SessionModel) => view);

const SessionRef = builder.objectRef<SessionModel>('Session').implement({
  description: 'Tokens of a session. Upstream `TokenResponse`.',
  fields: (t) => ({
    accessToken: t.string({
      nullable: false,
      description: 'Access token: send it as `Authorization: Bearer …`.',
      resolve: ({ token }) => token.Access_token.reveal(),
    }),
    tokenType: t.string(token.value('Token_type', 'Kind of token, e.g. `Bearer`.')),
    expiresIn: t.int(
      token.read('Seconds from issue, a day at most; an hour if upstream gives no lifetime.', lifetimeOf),
    ),
    expiresAt: t.field({
      type: 'DateTime',
      description: "Time of expiry: `expiresIn` from now by the gateway's clock.",
      resolve: ({ token, issuedAt }) => new Date(issuedAt + lifetimeOf(token) * 1000),
    }),
    refreshToken: t.string({
      description: 'For `refreshSession`, when the access token has expired.',
      resolve: ({ token }) => token.Refresh_token?.reveal() ?? null,
    }),
    username: t.string(token.value('Username', 'Who signed in.')),
    ownerUsername: t.string(
      token.value(
        'OwnerUsername',
        'Username of the account owner: the signed-in user, or somebody who shares an account with them.',
      ),
    ),
    ownerDatabaseId: t.id(token.value('OwnerId', 'Upstream `OwnerId`.')),
    identity: t.id(token.value('Identity', 'Upstream `Identity`.')),
    hasShares: t.boolean(token.value('HasShares', 'Accounts are shared with it.')),
    thirdPartyProfilePictureUrl: t.string(
      token.value('ThirdPartyProfilePic', 'URL of the picture at another provider.'),
    ),
  }),
});

const TokenInfoRef = builder.objectRef<TokenInfo>('TokenInfo').implement({
  description: "What upstream reports about the caller's token. The reply has no declared type.",
  fields: (t) => ({
    username: t.exposeString('Username', { description: 'The signed-in user; null for an application token.' }),
    ownerUsername: t.exposeString('OwnerUsername', { description: 'Whose account it is.' }),
    expiresIn: t.exposeInt('Expires_in', { description: 'Seconds left.' }),
    data: t.expose('data', { type: 'JSON', description: 'The unparsed reply, without token values.' }),
  }),
});

builder.queryField('tokenInfo', (t) =>
  t.field({
    type: TokenInfoRef,
    description: "What upstream reports about the caller's token.",
    price: oneCall('queryToken'),
    resolve: (_root, _args, { loaders }) => loaders.load('tokenInfo', 'viewer'),
  }),
);

interface SessionPayload extends MutationPayloadModel {
  /** Null if the service rejected the request. */
  readonly session: SessionModel | null;
}

/** Where each parameter of the token endpoint comes from. */
const inputPaths: Readonly<Record<string, readonly string[]>> = {
  client_id: ['input', 'client', 'clientId'],
  client_secret: ['input', 'client', 'clientSecret'],
  username: ['input', 'username'],
  password: ['input', 'password'],
  refresh_token: ['input', 'refreshToken'],
};

const refused = (error: UserErrorModel): SessionPayload => ({ session: null, userErrors: [error] });

/** Assumption: R3. What cannot be sent as it is was not sent at all. */
const unsendable = ({ parameter, problem }: InvalidCredentialInputError): UserErrorModel => ({
  code: 'INVALID',
  field: inputPaths[parameter] ?? null,
  message: `The ${parameter.replace('_', ' ')} ${problem}.`,
});

/** One message for every cause: which of username, password, client or refresh token was wrong is nobody's business. */
const notAccepted: UserErrorModel = {
  code: 'INVALID_CREDENTIALS',
  field: null,
  message: 'These credentials are not valid.',
};

/** A refresh goes on when its caller is gone: others may wait for it, and the token it uses up cannot be used again. */
const send = (grant: Grant, context: GatewayContext, own: OwnApplication | null): Promise<UserGrant> =>
  context.spendGrant(grant.grant, (callScope) => {
    const { service, refreshOnce, metrics } = context.services;
    const request = (scope: CallScope) =>
      requestGrant({ service, metrics: metrics.failures }, grant, own?.status ?? null, scope);
    if (grant.grant !== 'refresh_token') return request(callScope);
    const { signal: _signal, ...scope } = callScope;
    return refreshOnce(grant.client, grant.refreshToken, () => request(scope));
  });

/** Returns whose client id and secret a session is asked for with: those of the client, else the gateway's own. */
const credentialsFor = (
  client: ClientInput | null | undefined,
  grant: Grant['grant'],
  { ownApplication, clientSessions }: GatewayServices,
): ClientCredentials | UserErrorModel => {
  if (client != null) return { clientId: client.clientId, clientSecret: new Secret(client.clientSecret) };
  // A user signs in with a password, which is worth a token. Of an application nothing more is asked than to come by.
  const isGiven = clientSessions || grant !== 'client_credentials';
  if (ownApplication !== null && isGiven) return ownApplication.credentials;
  const reason =
    ownApplication === null ? 'has no client credentials of its own' : 'does not issue tokens for its own application';
  return {
    code: 'REQUIRED',
    field: ['input', 'client'],
    message: `This gateway ${reason}: pass your client id and secret.`,
  };
};

/** Fields of a grant besides the application. */
type GrantOf<Each extends Grant> = Each extends Grant ? Omit<Each, 'client'> : never;

/**
 * Asks the service for a session, as the application that the client names, else as the gateway's own.
 *
 * @throws RATE_LIMITED when sessions are asked for too often
 * @throws UpstreamFailure when there is no response that can be read; it is never asked twice
 */
const startSession = async (
  client: ClientInput | null | undefined,
  context: GatewayContext,
  requested: GrantOf<Grant>,
): Promise<SessionPayload> => {
  const { now, signInLimit } = context.services;
  const credentials = credentialsFor(client, requested.grant, context.services);
  if ('code' in credentials) return refused(credentials);
  try {
    const issuedAt = now();
    const grant = { ...requested, client: credentials };
    const attempt = await signInLimit.consume(grant, context.address);
    const result = await send(grant, context, client == null ? context.services.ownApplication : null);
    if (result.kind === 'refused') {
      const { words } = result;
      return refused(words === null ? notAccepted : { code: 'REJECTED', field: null, message: words });
    }
    await attempt.giveBack();
    // A service that does not rotate refresh tokens may leave out the one that was used.
    const refreshToken = result.token.Refresh_token ?? (grant.grant === 'refresh_token' ? grant.refreshToken : null);
    if (refreshToken !== null) signInLimit.acceptRefreshToken(refreshToken);
    return { session: { token: result.token, issuedAt }, userErrors: [] };
  } catch (error) {
    if (error instanceof InvalidCredentialInputError) return refused(unsendable(error));
    throw error;
  }
};

const createSessionPayload = (mutation: string) =>
  createPayload<SessionPayload>(mutation, (t) => ({
    session: t.expose('session', { type: SessionRef, description: 'Null if the service rejected the request.' }),
  }));

const ClientCredentialsInput = builder.inputType('ClientCredentialsInput', {
  description: 'An application registered with the service.',
  fields: (t) => ({
    clientId: t.string({ required: true, description: 'Id of the application.' }),
    clientSecret: t.string({ required: true, description: 'Its secret.' }),
  }),
});

type ClientInput = typeof ClientCredentialsInput.$inferInput;

const clientToSignIn = (t: InputFields) =>
  t.field({
    type: ClientCredentialsInput,
    description:
      'The application to sign in with. Required if the gateway has no client credentials of its own; overrides them if it has.',
  });

builder.mutationFields((t) => ({
  signIn: t.field({
    type: createSessionPayload('signIn'),
    description: 'Sign a user in (password grant).',
    args: inputOf('signIn', 'Who.', (of) => ({
      username: of.string({ required: true, description: 'Username.' }),
      password: of.string({ required: true, description: 'Its password.' }),
      client: clientToSignIn(of),
    })),
    price: write('requestToken'),
    resolve: (_root, { input: { username, password, client } }, context) =>
      startSession(client, context, { grant: 'password', username, password: new Secret(password) }),
  }),
  refreshSession: t.field({
    type: createSessionPayload('refreshSession'),
    description: 'Replace an expired token (refresh grant).',
    args: inputOf('refreshSession', 'Which session.', (of) => ({
      refreshToken: of.string({ required: true, description: '`Session.refreshToken` of the session to renew.' }),
      client: clientToSignIn(of),
    })),
    price: write('requestToken'),
    resolve: (_root, { input: { refreshToken, client } }, context) =>
      startSession(client, context, { grant: 'refresh_token', refreshToken: new Secret(refreshToken) }),
  }),
  startClientSession: t.field({
    type: createSessionPayload('startClientSession'),
    description: 'Get a token for public data (client credentials grant).',
    args: inputOf('startClientSession', 'The application.', (of) => ({
      client: of.field({
        type: ClientCredentialsInput,
        description:
          'The application. Required if the gateway has no client credentials of its own or does not issue tokens for them (`CLIENT_SESSIONS`); overrides them if it has.',
      }),
    })),
    price: write('requestToken'),
    resolve: (_root, { input: { client } }, context) => startSession(client, context, { grant: 'client_credentials' }),
  }),
}));
