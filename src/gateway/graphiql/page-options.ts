/** Options that the gateway gives to the page of GraphiQL, as JSON in the page. Read by `panels/main.js`. */

/** An account of the embedded service that anybody may sign in with. */
interface DemoUser {
  readonly username: string;
  /** Purpose of the account, e.g. `has credit and no listings`. */
  readonly about: string;
}

/** The demo accounts, and the one with which the page starts. */
export interface PageDemo {
  readonly users: readonly DemoUser[];
  /** Password of all of them. */
  readonly password: string;
  /** The account that the page signs in; null for a page that was opened under a name that is not one of this machine. */
  readonly startsAs: string | null;
}

/** A tab of GraphiQL. */
interface PageTab {
  readonly query: string;
  /** JSON text; null when the operation has no variables. */
  readonly variables: string | null;
}

/** Options of the page. */
export interface PageOptions {
  /** The gateway's mark, as a `data:` URL. */
  readonly mark: string;
  /** Tabs of a first visit. */
  readonly tabs: readonly PageTab[];
  /** True if the gateway has an application of its own, so that signing in needs no client id and secret. */
  readonly hasApplication: boolean;
  /** True if users sign in with a session in a cookie, so that the page holds no token. */
  readonly hasSessions: boolean;
  /** True if responses may report the calls to the service. */
  readonly upstreamTrace: boolean;
  /** Null without the embedded service. */
  readonly demo: PageDemo | null;
  /** Paths of GraphiQL's workers, by the label that its editor gives them. */
  readonly workers: Readonly<Record<string, string>>;
}
