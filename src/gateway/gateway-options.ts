/** Options of a gateway. */
import type { RecordStore } from '../idempotency/record-store.ts';
import type { Logger } from '../log/logger.ts';
import type { ClientCredentials } from '../rest/call/credentials.ts';
import type { ServiceClient } from '../rest/client.ts';
import type { OverloadLimits, OverloadSource } from './admission/overload.ts';
import type { RateLimitStore } from './admission/rate-limit.ts';
import type { RequestRates } from './admission/request-rates.ts';
import type { RefreshLimits, SignInLimits } from './admission/sign-in-limit.ts';
import type { BrowserSessionSettings } from './browser-sessions/browser-sessions.ts';
import type { ServerLimits } from './connections/server-limits.ts';
import type { CallLimit, Deadlines } from './execution/check-plan.ts';
import type { ResponseLimits } from './execution/compiler/response-size.ts';
import type { GraphiqlOptions } from './graphiql/page.ts';
import type { Metrics } from './observability/metrics/metrics.ts';
import type { OperationLogMode } from './observability/operation-observer.ts';
import type { IsGroupFull } from './operation/needed-groups.ts';
import type { Tracer } from './operation/operation-trace.ts';
import type { EnginePlugin } from './stages/stage.ts';
import type { TrustedDocumentsOptions } from './trusted-documents/store.ts';

/** Options of a gateway. Times are in milliseconds. */
export interface GatewayOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The service; whoever made it closes it. */
  readonly service: ServiceClient;
  /** The gateway's own application; null when it has none. */
  readonly application: ClientCredentials | null;
  /** True if anybody gets tokens of that application. */
  readonly clientSessions: boolean;
  /** ISO 4217; null when it is not configured. */
  readonly currency: string | null;
  readonly lookups: { readonly freshMs: number; readonly staleMs: number };
  readonly deadlines: Deadlines;
  readonly signIn: SignInLimits;
  readonly refresh: RefreshLimits;
  readonly callLimit: CallLimit;
  /** Size limits of responses. */
  readonly responseLimits: ResponseLimits;
  /** Returns whether no operation of a caller is let in that needs nothing but a part of the service. */
  readonly isGroupFull: IsGroupFull;
  readonly maxBodyBytes: number;
  /** Plugins of Yoga and envelop, which see every operation. */
  readonly plugins: readonly EnginePlugin[];
  readonly requestRates: RequestRates;
  /** Where attempts to sign in are counted. */
  readonly rateLimitStore: RateLimitStore;
  /** Makes the keys under which they are counted; all that share the store need the same. */
  readonly rateLimitSecret: Uint8Array;
  /** Number of trusted proxies that stand in front and append to `X-Forwarded-For`; with 0 that header is not believed. */
  readonly trustedProxies: number;
  readonly overload: OverloadLimits;
  /** The process and the clock by which overload is noticed; the real ones unless given. */
  readonly overloadSource?: Partial<OverloadSource>;
  readonly serverLimits?: Partial<ServerLimits>;
  /** Sessions of browsers; null for none. */
  readonly browserSessions: BrowserSessionSettings | null;
  /** Where other processes tell of their renewals of browser sessions. */
  readonly renewalStores: readonly RecordStore[];
  /** Where writes with an idempotency key are recorded. */
  readonly recordStore: RecordStore;
  /**
   * Origins whose pages may call the gateway; `*` in one stands for one label, and `localhost` for every origin of this machine. A session is
   * for pages of those that are listed without `*`.
   */
  readonly corsOrigins: readonly string[];
  /** Headers that these pages may send besides those that every client may. */
  readonly corsHeaders: readonly string[];
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  /** Documents that clients may name by an id, and whether they may send others. */
  readonly trustedDocuments: TrustedDocumentsOptions;
  /** True if these are examined here before they are used, and reported where they do not fit. */
  readonly examinesDocuments: boolean;
  /** True if clients may ask for the schema; when not, errors do not report it either. */
  readonly introspection: boolean;
  /** True if clients may ask what an operation asked of the service. */
  readonly upstreamTrace: boolean;
  /** Time for which clients may cache lookups that they got by GET with a trusted document, in seconds. */
  readonly lookupMaxAgeS: number;
  /** Where the embedded service shows itself to users; null when the service is elsewhere. */
  readonly serviceOrigin: URL | null;
  /** Metrics for `/metrics`; whoever makes the client lets it count there. */
  readonly metrics: Metrics;
  /** True if `/metrics` is served here. */
  readonly servesMetrics: boolean;
  /** Which operations have a line in the log. */
  readonly operationLog: OperationLogMode;
  /** Follows operations in traces; whoever made it disposes of it. */
  readonly tracer: Tracer;
  readonly log: Logger;
  /** Milliseconds since 1970; the system's clock unless given, and for the age of lists one that never goes back. */
  readonly now?: () => number;
}
