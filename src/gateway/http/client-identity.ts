/** Who sends a request: its token, its session, its address, and the name that a client gives itself. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../concurrency/maybe-promise.ts';
import { AccessToken } from '../../rest/call/credentials.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { type CountedNetwork, networkOf, type ReadClientAddress } from './client-address.ts';
import { createKeyedHash } from './keyed-hash.ts';
import type { RequestHead } from './router.ts';

type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'bearer'; readonly token: AccessToken }
  | { readonly kind: 'unreadable'; readonly message: string };

/**
 * Reads the caller's token from `Authorization` or from `Authorisation`, the service's own spelling. Of several of these headers one is
 * left by then.
 *
 * Assumption: R2. Another scheme is that of a proxy in front, e.g. its password, and no token. Unreadable, and refused with 400, is what was
 * to be a token and is none.
 */
export const readAuthentication = (headers: RequestHead['headers']): Authentication => {
  const value = headers.authorization ?? headers['authorisation'] ?? '';
  if (value === '') return anonymous;
  if (typeof value === 'string' && isOtherScheme(value)) return anonymous;
  const token = typeof value === 'string' ? parseHeader(value) : null;
  return token === null ? unreadable : { kind: 'bearer', token };
};

const anonymous: Authentication = { kind: 'anonymous' };

const unreadable: Authentication = {
  kind: 'unreadable',
  message: 'The header Authorization has to be "Bearer <access token>".',
};

/** Credentials behind a scheme of another name, or that name alone where it is known. */
const OTHER_SCHEME = /^(?!bearer )[a-z][\w.~+-]*[ \t]+[^ \t]|^(?:basic|digest|kerberos|negotiate|ntlm)[ \t]*$/i;

/** Returns whether a value of the header is of another scheme, and so no token. */
export const isOtherScheme = (value: string): boolean => OTHER_SCHEME.test(value);

const SCHEME = 'bearer ';

const parseHeader = (value: string): AccessToken | null => {
  if (value.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  let [start, end] = [SCHEME.length, value.length];
  while (value[start] === ' ') start += 1;
  while (value[end - 1] === ' ') end -= 1;
  return AccessToken.parse(value.slice(start, end));
};

/** Name and version that a client gives itself. Nothing checks them. */
export interface ClientName {
  /** Null when it says none, and only a version. */
  readonly name: string | null;
  /** Null when it says none. */
  readonly version: string | null;
}

const nameHeaders = ['apollographql-client-name', 'graphql-client-name'] as const;
const versionHeaders = ['apollographql-client-version', 'graphql-client-version'] as const;

const MAX_LENGTH = 64;
const NOT_PRINTABLE = /[^\x20-\x7e]/g;

const read = (headers: RequestHead['headers'], names: readonly string[]): string | null => {
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, MAX_LENGTH).replace(NOT_PRINTABLE, '?');
  }
  return null;
};

/** Reads the headers, 64 visible characters of each at most; null when the client says nothing. */
const readClientName = (headers: RequestHead['headers']): ClientName | null => {
  const name = read(headers, nameHeaders);
  const version = read(headers, versionHeaders);
  return name === null && version === null ? null : { name, version };
};

type IdentifyingRequest = Pick<RequestHead, 'headers' | 'socket'>;

/** The session that a request brings in a cookie. */
export interface SessionIdentity {
  /** Its access token; null when the session cannot be used. */
  readonly token: AccessToken | null;
  /** Whether the response carries a new cookie, so that nothing may keep it. */
  readonly isRenewed: boolean;
  /** Reads its access token. @throws UNAUTHENTICATED, FORBIDDEN and others when the session cannot be used */
  readToken(): AccessToken;
  /** Renews it when its access token is about to expire. Never rejects. */
  renewIfDue(): MaybePromise<void>;
  /** Renews it after the service refused its access token; tells whether there is another one to try. @throws as `readToken` does */
  renewRefused(): Promise<boolean>;
}

/** 96 bits: nobody without the secret makes up a token of another's name. */
const NAME_LENGTH = 16;

const MOST_TOKENS = 50_000;

/** Creates what tells callers apart, among whom the connections to the service are shared: tokens that the service has accepted, else networks. */
export const createCallers = (networkOf: CountedNetwork) => {
  const nameOf = createKeyedHash(randomBytes(32));
  const accepted = new LRUCache<string, true>({ maxSize: MOST_TOKENS, sizeCalculation: () => 1 });
  return {
    /** The network of an address; null when its clients cannot be told apart. */
    networkOf,
    /** The name of a token: it takes the same memory for any token, and tells nothing of it. */
    nameOf: (token: AccessToken): string => nameOf(token.reveal()).slice(0, NAME_LENGTH),
    /** Whether the service has accepted the token of a name: anybody can make up a token for each request. */
    isAccepted: (name: string): boolean => accepted.get(name) === true,
    /** Remembers that the service has accepted the token of a name. */
    accept: (name: string) => void accepted.set(name, true),
  };
};

type Callers = ReturnType<typeof createCallers>;

/**
 * Identity of the client of a request. Each part is read once, when it is first needed: limits, routes and the operation share
 * what was read.
 */
export class ClientIdentity {
  readonly #request: IdentifyingRequest;
  readonly #readAddress: ReadClientAddress;
  readonly #callers: Callers;
  #address: string | null = null;
  #authentication: Authentication | null = null;
  #name: ClientName | null | undefined = undefined;
  /** The token that was named last. */
  #named: AccessToken | null = null;
  #tokenName = '';
  /** Whether the service had accepted that token when it was named. */
  #isKnown = false;
  /** Null for a request without one, which has a token of its own or none. */
  session: SessionIdentity | null = null;

  constructor(request: IdentifyingRequest, readAddress: ReadClientAddress, callers: Callers) {
    this.#request = request;
    this.#readAddress = readAddress;
    this.#callers = callers;
  }

  get address(): string {
    this.#address ??= this.#readAddress(this.#request);
    return this.#address;
  }

  get authentication(): Authentication {
    this.#authentication ??= readAuthentication(this.#request.headers);
    return this.#authentication;
  }

  /** Name that the client gives itself; null when it says nothing. */
  get name(): ClientName | null {
    if (this.#name === undefined) this.#name = readClientName(this.#request.headers);
    return this.#name;
  }

  /** The network that it counts for; null when that says nothing of who it is. */
  get network(): string | null {
    return this.#callers.networkOf(this.address);
  }

  /** The user, when the service has accepted the token before. */
  get #knownUser(): string | null {
    const name = this.countedName;
    return this.#isKnown ? name : null;
  }

  /** Whose share of the connections to the service its calls take; null when that is nobody's. To be asked once its session is open. */
  get caller(): string | null {
    return this.#knownUser ?? this.network;
  }

  /** What lines of the log call it, those of limits and those of operations: its token's name, else its network; null when it has neither. */
  get loggedName(): string | null {
    return this.countedName ?? (this.network && networkOf(this.address, 64));
  }

  /** Null when a response of the service to its user would say nothing new of who that is. */
  get acceptUser(): (() => void) | null {
    const name = this.countedName;
    return name === null || this.#isKnown ? null : () => this.#callers.accept(name);
  }

  /** The name of the token that requests are counted by; null for a request without one. */
  get countedName(): string | null {
    const token = this.#countedToken;
    if (token === null) return null;
    if (token !== this.#named) {
      this.#named = token;
      this.#tokenName = this.#callers.nameOf(token);
      this.#isKnown = this.#callers.isAccepted(this.#tokenName);
    }
    return this.#tokenName;
  }

  get #countedToken(): AccessToken | null {
    if (this.session !== null) return this.session.token;
    const { authentication } = this;
    return authentication.kind === 'bearer' ? authentication.token : null;
  }

  /**
   * Reads the token of the caller; null for a caller without one.
   *
   * @throws BAD_REQUEST when the headers cannot be understood; the errors of a session that cannot be used
   */
  readToken(): AccessToken | null {
    if (this.session !== null) return this.session.readToken();
    const { authentication } = this;
    if (authentication.kind === 'unreadable') throw badRequest('BAD_REQUEST', authentication.message, { status: 400 });
    return authentication.kind === 'bearer' ? authentication.token : null;
  }
}
