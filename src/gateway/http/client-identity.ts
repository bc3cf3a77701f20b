/** Identity of the client of a request: its address, its token or session, and its name. */
import type { MaybePromise } from '../../concurrency/maybe-promise.ts';
import type { RequestHead } from '../../http1/message.ts';
import type { AccessToken } from '../../upstream/call/credentials.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { type Authentication, readAuthentication } from './bearer-token.ts';
import type { ReadClientAddress } from './client-address.ts';
import { type ClientName, readClientName } from './client-name.ts';

/** The parts of a request that identify its client. */
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

/**
 * Identity of the client of a request. Each part is read once, when it is first needed: limits, routes and the operation share
 * what was read.
 */
export class ClientIdentity {
  readonly #request: IdentifyingRequest;
  readonly #readAddress: ReadClientAddress;
  #address: string | null = null;
  #authentication: Authentication | null = null;
  #name: ClientName | null | undefined = undefined;
  /** Null for a request without one, which has a token of its own or none. */
  session: SessionIdentity | null = null;

  constructor(request: IdentifyingRequest, readAddress: ReadClientAddress) {
    this.#request = request;
    this.#readAddress = readAddress;
  }

  /** Address that the request came from. */
  get address(): string {
    this.#address ??= this.#readAddress(this.#request);
    return this.#address;
  }

  /** Authentication of the request. */
  get authentication(): Authentication {
    this.#authentication ??= readAuthentication(this.#request.headers);
    return this.#authentication;
  }

  /** Name that the client gives itself; null when it says nothing. */
  get name(): ClientName | null {
    if (this.#name === undefined) this.#name = readClientName(this.#request.headers);
    return this.#name;
  }

  /** The token that requests are counted by; null for a request without one. */
  get countedToken(): AccessToken | null {
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
