/** The session of one request: its token, and its renewal before the token expires. */
import type { GraphQLError } from 'graphql';
import type { MaybePromise } from '../../concurrency/maybe-promise.ts';
import type { AccessToken } from '../../rest/call/credentials.ts';
import type { CallScope } from '../../rest/call/service-request.ts';
import type { SessionIdentity } from '../http/client-identity.ts';
import type { BrowserSession } from './browser-session.ts';
import type { RenewSession } from './renew-session.ts';

/** An access token is renewed when less than this is left of its life, in milliseconds; or a tenth of it, if that is less. */
const RENEW_BEFORE_MS = 60_000;

/**
 * A token that is refused although it was granted by a renewal within this time, in milliseconds, is not refused for its age: another one
 * would be refused too, and each query would ask for one.
 */
const NEW_TOKEN_MS = 30_000;

/** Parts of the gateway that a session of a request acts through. */
interface SessionActions {
  readonly renew: RenewSession;
  readonly now: () => number;
  /** Sends the cookie of a session with the response. */
  readonly store: (session: BrowserSession) => Promise<void>;
  /** Takes the cookie away with the response, and makes the error that its request gets. */
  readonly end: () => GraphQLError;
  readonly describe: (error: unknown) => GraphQLError;
  readonly scope: CallScope;
}

/** The session of one request. */
export class RequestSession implements SessionIdentity {
  #session: BrowserSession;
  /** Null while the session can be used. */
  #problem: GraphQLError | null = null;
  isRenewed = false;
  readonly #actions: SessionActions;

  constructor(session: BrowserSession, actions: SessionActions) {
    this.#session = session;
    this.#actions = actions;
  }

  get token(): AccessToken {
    return this.#session.accessToken;
  }

  readToken(): AccessToken {
    if (this.#problem !== null) throw this.#problem;
    return this.#session.accessToken;
  }

  /** Renews the session when its access token is about to expire. Never rejects: `readToken` throws what went wrong. */
  renewIfDue(): MaybePromise<void> {
    const { grantedAt, expiresAt } = this.#session;
    const leftMs = expiresAt - this.#actions.now();
    if (leftMs >= Math.min(RENEW_BEFORE_MS, (expiresAt - grantedAt) / 10)) return undefined;
    return this.#renew(leftMs > 0);
  }

  /**
   * Renews the session after the service refused its access token.
   *
   * @returns whether there is another token to try
   * @throws as `readToken` does when the session has ended
   */
  async renewRefused(): Promise<boolean> {
    if (this.#isNew()) return false;
    const refused = this.#session.accessToken.reveal();
    if (this.#problem === null) await this.#renew(false);
    return this.readToken().reveal() !== refused;
  }

  /** Whether the access token comes of a renewal a moment ago, and has not expired. */
  #isNew(): boolean {
    const { startedAt, grantedAt, expiresAt } = this.#session;
    const now = this.#actions.now();
    // One from the future was granted by a gateway whose clock is ahead: it may be of any age.
    return grantedAt > startedAt && now >= grantedAt && now < Math.min(grantedAt + NEW_TOKEN_MS, expiresAt);
  }

  /** @param isValid whether the access token can still be used when the service cannot be asked for another one */
  async #renew(isValid: boolean): Promise<void> {
    const { refreshToken } = this.#session;
    if (refreshToken === null) {
      if (!isValid) this.#problem = this.#actions.end();
      return;
    }
    try {
      const renewal = await this.#actions.renew(this.#session, refreshToken, this.#actions.scope);
      if (renewal.kind === 'ended') {
        this.#problem = this.#actions.end();
        return;
      }
      this.#session = renewal.session;
      this.isRenewed = true;
      await this.#actions.store(renewal.session);
    } catch (error) {
      if (!isValid) this.#problem = this.#actions.describe(error);
    }
  }
}

/** The session of a request that cannot use it. */
export class UnusableSession implements SessionIdentity {
  readonly token = null;
  readonly isRenewed = false;
  readonly #problem: GraphQLError;

  constructor(problem: GraphQLError) {
    this.#problem = problem;
  }

  readToken(): never {
    throw this.#problem;
  }

  renewIfDue(): undefined {
    return undefined;
  }

  renewRefused(): Promise<boolean> {
    return Promise.reject(this.#problem);
  }
}
