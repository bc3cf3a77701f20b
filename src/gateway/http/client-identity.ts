/** Who sends a request: its token, its session, its address, and the name that a client gives itself. */
import { randomBytes } from 'node:crypto';
import { isIP, isIPv4, isIPv6, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../concurrency/maybe-promise.ts';
import { AccessToken } from '../../rest/call/credentials.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { createKeyedHash } from './keyed-hash.ts';
import type { RequestHead } from './router.ts';

/** Reads the address of the client of a request. */
type ReadClientAddress = (request: Pick<RequestHead, 'headers' | 'socket'>) => string;

/** An IPv4 address within IPv6, as a socket for both names it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

const plain = (address: string): string => address.replace(MAPPED, '');

/** The address of the other end of a connection; empty when that has ended. */
export const addressOf = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string => plain(remoteAddress);

/** Reads an entry of `X-Forwarded-For`: an address, maybe with a port; null for anything else. */
const readEntry = (entry: string): string | null => {
  const text = entry.trim();
  if (isIP(text) !== 0) return plain(text);
  const [, bracketed, short] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  const address = bracketed ?? short ?? '';
  return (bracketed === undefined ? isIPv4(address) : isIPv6(address)) ? plain(address) : null;
};

const forwardedOf = ({ headers }: Pick<RequestHead, 'headers'>): readonly string[] => {
  const value = headers['x-forwarded-for'];
  return value === undefined ? [] : String(value).split(',');
};

/**
 * Creates the reader.
 *
 * @param trustedProxies how many proxies of one's own stand in front, each of which appends to `X-Forwarded-For` whom it
 *   heard from: so the client is that entry counted from the right, and what a client writes there itself stands left of
 *   it. With 0, or where that entry is missing or no address, it is the other end of the connection
 */
export const createClientAddress =
  (trustedProxies: number): ReadClientAddress =>
  (request) => {
    const entry = trustedProxies === 0 ? undefined : forwardedOf(request).at(-trustedProxies);
    const forwarded = entry === undefined ? null : readEntry(entry);
    return forwarded ?? addressOf(request.socket);
  };

const PRIVATE =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** Returns whether an address is of this machine or of a network of one's own, where no client of the internet is. */
const isPrivateAddress = (address: string): boolean => PRIVATE.test(address);

const groupsOf = (address: string): readonly string[] => {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after];
};

/**
 * The network of an address: IPv4 as it is; of IPv6 as many bits as are not its owner's to choose at will. A line leaves 64, a home 56, a
 * company 48: nobody is given more, so that is a caller.
 */
export const networkOf = (address: string, bits: 64 | 56 | 48 = 48): string => {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
  const [last = 0] = groups.splice(3, 1);
  const kept = last & (0xffff << (64 - bits)) & 0xffff;
  return `${[...groups, kept].map((group) => group.toString(16)).join(':')}::/${bits}`;
};

/** Names the network that shares among callers count an address for; null when it counts for none. */
export type CountedNetwork = (address: string) => string | null;

/** Creates what names it: nobody of the internet has a private address, so that is a proxy, and all its clients would count as one. */
export const createCountedNetwork =
  (trustedProxies: number): CountedNetwork =>
  (address) =>
    trustedProxies > 0 || !isPrivateAddress(address) ? networkOf(address) : null;

/** Networks of IPv6 by which addresses are counted: of a line, of a home, of a company. */
const networkBits = [64, 56, 48] as const;

/**
 * Makes a limit for each network that an address is in, of IPv4 for itself alone. The wider a network, the more who live in it, and the
 * fewer of them one attacker has: each may have twice as much as the one before.
 *
 * @param create makes the limit of as many times what an address may have
 * @returns gives the limits of an address, each with the network that it counts
 */
export const byNetwork = <Limit>(
  create: (times: number) => Limit,
): ((address: string) => readonly (readonly [Limit, string])[]) => {
  const all = networkBits.map((bits, at) => [bits, create(2 ** at)] as const);
  const first = all.slice(0, 1);
  return (address) =>
    (isIPv6(address) ? all : first).map(([bits, limit]) => [limit, networkOf(address, bits)] as const);
};

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
