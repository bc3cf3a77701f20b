/** Options of a gateway. */
import type { Logger } from '../log/logger.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { ClientCredentials } from '../rest/call/credentials.ts';
import type { ServiceClient } from '../rest/client.ts';
import type { OverloadLimits, OverloadSource } from './admission/overload.ts';
import type { RateLimitStore } from './admission/rate-limit.ts';
import type { BrowserSessionSettings } from './browser-sessions/browser-sessions.ts';
import type { ServerLimits } from './connections/server-limits.ts';
import type { GraphiqlOptions } from './graphiql/page.ts';
import type { Metrics } from './observability/metrics/metrics.ts';
import type { Tracer } from './operation/operation-trace.ts';
import type { GatewaySettings } from './settings.ts';
import type { IsGroupFull } from './stages/price-limit.ts';
import type { EnginePlugin } from './stages/stage.ts';
import type { TrustedDocumentsOptions } from './trusted-documents/store.ts';

/** Settings that are used as they are. */
type Settings = Pick<
  GatewaySettings,
  | 'callLimit'
  | 'clientSessions'
  | 'currency'
  | 'deadlines'
  | 'introspection'
  | 'lookupMaxAgeS'
  | 'lookups'
  | 'operationLog'
  | 'refresh'
  | 'requestRates'
  | 'responseLimits'
  | 'signIn'
  | 'trustedProxies'
  | 'upstreamTrace'
> &
  Pick<GatewaySettings['server'], 'corsOrigins' | 'host' | 'maxBodyBytes' | 'port'>;

/** Options of a gateway. Times are in milliseconds. */
export interface GatewayOptions extends Settings {
  /** The service; whoever made it closes it. */
  readonly service: ServiceClient;
  /** The gateway's own application; null when it has none. */
  readonly application: ClientCredentials | null;
  /** Returns whether no operation of a caller is let in that needs nothing but a part of the service. */
  readonly isGroupFull: IsGroupFull;
  /** Plugins of Yoga and envelop, which see every operation. */
  readonly plugins: readonly EnginePlugin[];
  /** Where attempts to sign in are counted. */
  readonly rateLimitStore: RateLimitStore;
  /** Makes the keys under which they are counted; all that share the store need the same. */
  readonly rateLimitSecret: Uint8Array;
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
  /** Headers that these pages may send besides those that every client may. */
  readonly corsHeaders: readonly string[];
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  /** Documents that clients may name by an id, and whether they may send others. */
  readonly trustedDocuments: TrustedDocumentsOptions;
  /** True if these are examined here before they are used, and reported where they do not fit. */
  readonly examinesDocuments: boolean;
  /** Where the embedded service shows itself to users; null when the service is elsewhere. */
  readonly serviceOrigin: URL | null;
  /** Metrics for `/metrics`; whoever makes the client lets it count there. */
  readonly metrics: Metrics;
  /** True if `/metrics` is served here. */
  readonly servesMetrics: boolean;
  /** Follows operations in traces; whoever made it disposes of it. */
  readonly tracer: Tracer;
  readonly log: Logger;
  /** Milliseconds since 1970; the system's clock unless given, and for the age of lists one that never goes back. */
  readonly now?: () => number;
}
