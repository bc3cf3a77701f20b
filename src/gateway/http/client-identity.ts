/** Identity of the client of a request: its address, its token and its name. */
import type { RequestHead } from '../../http1/message.ts';
import type { AccessToken } from '../../upstream/call/credentials.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { type Authentication, readAuthentication } from './bearer-token.ts';
import type { ReadClientAddress } from './client-address.ts';
import { type ClientName, readClientName } from './client-name.ts';

/** The parts of a request that identify its client. */
type IdentifyingRequest = Pick<RequestHead, 'headers' | 'socket'>;

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

  /**
   * Reads the token of the caller; null for a caller without one.
   *
   * @throws BAD_REQUEST when the headers cannot be understood
   */
  readToken(): AccessToken | null {
    const { authentication } = this;
    if (authentication.kind === 'unreadable') throw badRequest('BAD_REQUEST', authentication.message, { status: 400 });
    return authentication.kind === 'bearer' ? authentication.token : null;
  }
}
