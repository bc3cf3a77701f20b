/** Who is signed in. The tokens are in memory only: no script finds them in a storage, and a reload signs out. */

/** What the gateway gives for a name and a password, or for a refresh token. */
export interface Session {
  readonly accessToken: string;
  /** Null when this session cannot be renewed. */
  readonly refreshToken: string | null;
  readonly username: string | null;
}

/** Asks for a new session. Gives null when the refresh token is refused; rejects when nobody could be asked. */
export type Refresh = (refreshToken: string) => Promise<Session | null>;

/** Holds the session, and renews it once however many requests find it expired at the same time. */
export class SessionStore {
  #current: Session | null = null;
  #renewal: Promise<boolean> | null = null;
  readonly #listeners = new Set<() => void>();

  /** The session now; null when nobody is signed in. */
  readonly current = (): Session | null => this.#current;

  /** Calls a listener after every change. @returns what ends that */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins a session, or ends it with null. */
  readonly set = (session: Session | null): void => {
    this.#current = session;
    for (const listener of this.#listeners) listener();
  };

  /**
   * Gets a new session after the gateway refused an access token.
   *
   * @returns whether there is another access token now, so that the request is worth repeating
   */
  readonly renew = async (refusedToken: string, refresh: Refresh): Promise<boolean> => {
    if (this.#current === null) return false;
    // Another request was faster: its token is not the one that was refused.
    if (this.#current.accessToken !== refusedToken) return true;
    this.#renewal ??= this.#replace(this.#current, refresh).finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  };

  async #replace(old: Session, refresh: Refresh): Promise<boolean> {
    const session = old.refreshToken === null ? null : await refresh(old.refreshToken);
    // Somebody signed out, or in, meanwhile: that counts.
    if (this.#current !== old) return this.#current !== null;
    this.set(session);
    return session !== null;
  }
}
