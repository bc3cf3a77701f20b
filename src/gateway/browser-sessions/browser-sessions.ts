/** Sessions of browsers: a user signs in, and the gateway keeps the tokens in a sealed cookie that no page can read. */
import { GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../../concurrency/maybe-promise.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { Secret } from '../../rest/call/credentials.ts';
import { failureIn, UpstreamFailure } from '../../rest/call/failure.ts';
import type { CallScope } from '../../rest/call/service-request.ts';
import type { GrantSender } from '../../rest/client.ts';
import { wholeNumber, type Kind } from '../../settings/kinds.ts';
import { depends, settingIn } from '../../settings/setting.ts';
import type { SignInLimit } from '../admission/sign-in-limit.ts';
import { createError, crossSiteSession, internalError, sessionEnded } from '../errors/graphql-errors.ts';
import { upstreamError } from '../errors/upstream-errors.ts';
import { readAuthentication, type ClientIdentity, type SessionIdentity } from '../http/client-identity.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { type RequestHead, pathOf, requestIdOf } from '../http/router.ts';
import type { SessionEvent } from '../observability/metrics/gateway.ts';
import { type Granting, requestGrant } from '../tokens/grants.ts';
import type { OwnApplication } from '../tokens/own-application.ts';
import { type BrowserSession, createOpenSession, sessionOf, writeSession } from './browser-session.ts';
import { createKnownDevices } from './known-devices.ts';
import { createRenewal } from './renew-session.ts';
import { RequestSession, UnusableSession } from './request-session.ts';
import { createSeal, decodeSecret } from './seal.ts';
import { MAX_TEXT_LENGTH, createSealedCookies } from './sealed-cookies.ts';
import { isFromOtherSite, type SessionOrigins } from './session-origins.ts';

/** Secrets that browser sessions are sealed with. */
const sessionKeys: Kind<readonly Secret[]> = {
  expected:
    'one or more secrets of at least 32 bytes in hexadecimal or base64url, comma-separated (for example the output of `openssl rand -hex 32`)',
  parse: (text) => {
    const texts = text.split(',').map((each) => each.trim());
    return texts.every((each) => decodeSecret(each) !== null) ? texts.map((each) => new Secret(each)) : undefined;
  },
  mask: () => '[redacted]',
  isSecret: true,
};

const session = settingIn('Browser sessions');

/** What makes browser sessions, and ends them. */
export const browserSessionSettings = {
  keys: session('SESSION_KEYS', sessionKeys, {
    what: 'Secrets that seal the session cookies of browsers, each of at least 32 bytes in hexadecimal or base64url, comma-separated. The first seals and all open. Without one there are no browser sessions.',
    default: depends('unset; a random key with the embedded service, until it stops', () => null),
    example: '5f0f4b2ad3b0b5b0c1f8a5a8c2d6a0f37cc1de22e6d34b1b9f6a51d2b30c7e14',
  }),
  maxAgeS: session('SESSION_MAX_AGE_S', wholeNumber(60, 34_560_000, 'of seconds '), {
    what: 'Seconds from sign-in after which a browser session ends, however often it was renewed.',
    default: 2_592_000,
    example: '604800',
  }),
};

/** Settings of sessions. */
export interface BrowserSessionSettings {
  /** The first seals, all open: the setting `SESSION_KEYS`. */
  readonly keys: readonly Secret[];
  /** Longest life of a session from its sign-in, in seconds: the setting `SESSION_MAX_AGE_S`. */
  readonly maxAgeS: number;
  /** Whether browsers send the cookie over TLS alone. */
  readonly isSecure: boolean;
}

interface BrowserSessionOptions {
  readonly settings: BrowserSessionSettings;
  /** Origins whose pages may use sessions, exactly as browsers name them. */
  readonly origins: readonly string[];
  readonly service: GrantSender;
  /** The application that users sign in with; null when the gateway has none. */
  readonly application: Pick<OwnApplication, 'credentials' | 'status'> | null;
  readonly metrics: Granting['metrics'];
  readonly signInLimit: SignInLimit;
  /** Renewals of other processes; null for a process on its own. */
  readonly stores: readonly RecordStore[];
  readonly now: () => number;
  readonly onEvent: (event: SessionEvent) => void;
}

type SignInResult =
  | { readonly kind: 'opened'; readonly session: BrowserSession }
  /** The service refused the credentials; or the account, in its own words. */
  | { readonly kind: 'refused'; readonly words: string | null };

const SET_COOKIE = 'Set-Cookie';

/** Whether a path does something for the user of a session. */
const takesSession = (path: string): boolean =>
  path === '/graphql' || path.startsWith('/listings/') || path.startsWith('/invoices/');

/** Creates the sessions of a gateway. */
export const createBrowserSessions = (options: BrowserSessionOptions) => {
  const { settings, service, application, metrics, signInLimit, stores, now, onEvent } = options;
  const maxAgeMs = settings.maxAgeS * 1000;
  const origins: SessionOrigins = { listed: new Set(options.origins), isSecure: settings.isSecure };
  const cookies = createSealedCookies(settings.isSecure, 'session');
  const devices = createKnownDevices(settings.keys, settings.isSecure);
  const cookieSeal = createSeal(settings.keys, 'session cookies');
  const openSession = createOpenSession(cookieSeal);
  const renew =
    application === null
      ? null
      : createRenewal({
          service,
          application,
          metrics,
          stores,
          seal: createSeal(settings.keys, 'session renewals'),
          now,
          beforeCall: async (refreshToken, { clientAddress = '' }) => {
            await signInLimit.consume({ grant: 'refresh_token', refreshToken, hasWorked: true }, clientAddress);
          },
          onResult: (kind) => onEvent(kind === 'renewed' ? 'renewed' : 'refused'),
        });

  const clear = (request: RequestHead, response: GatewayResponse): void => {
    const cleared = cookies.clear(request.headers.cookie);
    if (cleared.length > 0) response.setHeader(SET_COOKIE, cleared);
  };

  const keep = async (
    session: BrowserSession,
    response: GatewayResponse,
    others: readonly string[] = [],
  ): Promise<void> => {
    const sealed = await cookieSeal.seal(writeSession(session));
    if (sealed.length > MAX_TEXT_LENGTH) {
      throw createError('UPSTREAM_TOO_LARGE', 'The tokens of the service are too long for a session cookie.');
    }
    const leftS = Math.floor((session.startedAt + maxAgeMs - now()) / 1000);
    if (!response.headersSent)
      response.setHeader(SET_COOKIE, [...cookies.write(sealed, Math.max(0, leftS)), ...others]);
  };

  const read = (request: RequestHead, response: GatewayResponse): MaybePromise<BrowserSession | null> => {
    const opened = openSession(cookies.read(request.headers.cookie));
    return chain(opened, (session) => check(session, request, response));
  };

  const check = (
    session: BrowserSession | null,
    request: RequestHead,
    response: GatewayResponse,
  ): BrowserSession | null => {
    if (session !== null && now() < session.startedAt + maxAgeMs) return session;
    if (cookies.has(request.headers.cookie)) onEvent(session === null ? 'unreadable' : 'expired');
    clear(request, response);
    return null;
  };

  return {
    /** Whether the gateway has an application that users can sign in with. */
    canSignIn: application !== null,
    /** Whether a request may bring a session: it has the cookie, no token of its own, and a path that takes a session. */
    isBroughtBy: (request: RequestHead): boolean => {
      const { headers } = request;
      if (!cookies.has(headers.cookie)) return false;
      const given = headers.authorization ?? headers['authorisation'];
      // An empty header says that the request shall be nobody's.
      return given !== '' && readAuthentication(headers).kind === 'anonymous' && takesSession(pathOf(request));
    },
    /** Whether a request may come from the page of another site, which must neither open nor end a session. */
    isForeign: (request: RequestHead): boolean => isFromOtherSite(request, origins),
    /**
     * Reads the session that a request brings, for its page; null when it brings no cookie.
     *
     * @throws UNAUTHENTICATED with SESSION_ENDED when the cookie is that of no session any more: it is taken away
     */
    read: async (request: RequestHead, response: GatewayResponse): Promise<BrowserSession | null> => {
      const session = await read(request, response);
      if (session === null && cookies.has(request.headers.cookie)) throw sessionEnded();
      return session;
    },
    /** Opens the session that a request brings. Never rejects: a session that cannot be used says so when its token is read. */
    open: (request: RequestHead, response: GatewayResponse, client: ClientIdentity): MaybePromise<SessionIdentity> => {
      if (isFromOtherSite(request, origins)) return new UnusableSession(crossSiteSession());
      return chain(read(request, response), (session) => {
        if (session === null || renew === null) return new UnusableSession(sessionEnded());
        return new RequestSession(session, {
          renew,
          now,
          store: (renewed) => keep(renewed, response),
          end: () => {
            clear(request, response);
            return sessionEnded();
          },
          describe,
          scope: {
            requestId: requestIdOf(request.headers['x-request-id']),
            clientAddress: client.address,
            caller: client.network,
          },
        });
      });
    },
    /**
     * Signs a user in, and sends the cookie with the response.
     *
     * @throws RATE_LIMITED, UPSTREAM_TOO_LARGE, InvalidCredentialInputError, or UpstreamFailure when the service could not be asked
     */
    signIn: async (
      { username, password }: { readonly username: string; readonly password: Secret },
      response: GatewayResponse,
      scope: CallScope,
      address: string,
    ): Promise<SignInResult> => {
      if (application === null) throw new Error('There is no application to sign in with.');
      const isKnownDevice = await devices.has(response.req.headers.cookie, username);
      const attempt = await signInLimit.consume({ grant: 'password', username, isKnownDevice }, address);
      const grantedAt = now();
      const grant = { grant: 'password', client: application.credentials, username, password } as const;
      const result = await requestGrant({ service, metrics }, grant, application.status, scope);
      if (result.kind === 'refused') return result;
      await attempt.giveBack();
      const session = sessionOf(result.token, grantedAt, username, null);
      await keep(session, response, await devices.write(username));
      onEvent('opened');
      return { kind: 'opened', session };
    },
    /** Ends the session of a request: its cookie is taken away. */
    signOut: (request: RequestHead, response: GatewayResponse): void => {
      if (cookies.has(request.headers.cookie)) onEvent('signed_out');
      clear(request, response);
    },
  };
};

/** Sessions of browsers. */
export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

/** What a client is told of a renewal that could not be tried. */
const describe = (error: unknown): GraphQLError => {
  if (error instanceof GraphQLError) return error;
  const failure = failureIn(error);
  if (failure === null) return internalError();
  const described = upstreamError(failure);
  if (described.extensions['retryable'] === true) return described;
  // Whatever became of the renewal, nothing has been done for the request yet: it may come again.
  const { operation, status } = failure;
  return upstreamError(new UpstreamFailure('disconnected', { operation, status }));
};
