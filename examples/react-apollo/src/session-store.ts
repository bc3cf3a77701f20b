/** Who is signed in. The tokens are in a cookie that no script can read: the page knows a name, and the gateway does the rest. */

/** The part of a session that a page may know. */
export interface Session {
  readonly username: string;
}

/** Who is signed in, and what became of the session before. */
export interface SessionState {
  /** Null when nobody is signed in. */
  readonly session: Session | null;
  /** Whether the session ended by itself, so that the user has to be told. */
  readonly hasEnded: boolean;
}

/** Holds who is signed in, and tells everybody who shows it. */
export class SessionStore {
  #current: SessionState;
  readonly #listeners = new Set<() => void>();

  constructor(session: Session | null = null) {
    this.#current = { session, hasEnded: false };
  }

  readonly current = (): SessionState => this.#current;

  /** Calls a listener after every change. @returns what ends that */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly set = (state: SessionState): void => {
    this.#current = state;
    for (const listener of this.#listeners) listener();
  };
}
