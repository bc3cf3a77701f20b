/** What resolvers have of an operation; `execution/operation-context.ts` makes it. */
import type { Turns } from '../../../concurrency/turns.ts';
import type { AccessToken } from '../../../rest/call/credentials.ts';
import type { Call, CallScope, ServiceClient } from '../../../rest/client.ts';
import type { Grant } from '../../../rest/endpoints/tokens.ts';
import type { SignInLimit } from '../../admission/sign-in-limit.ts';
import type { Loaders } from '../../loaders/loaders.ts';
import { LookupReader } from '../../loaders/lookups/lookup-reader.ts';
import type { SharedLists } from '../../loaders/lookups/shared-lists.ts';
import type { Metrics } from '../../observability/metrics/metrics.ts';
import type { RefreshOnce, UserGrant } from '../../tokens/grants.ts';
import type { OwnApplication } from '../../tokens/own-application.ts';

/** Services that live as long as the gateway and are handed to every operation. */
export interface GatewayServices {
  readonly service: ServiceClient;
  /** Null when the gateway is not configured with an application. */
  readonly ownApplication: OwnApplication | null;
  /** True if anybody gets tokens of it: the setting `CLIENT_SESSIONS`. */
  readonly clientSessions: boolean;
  readonly sharedLists: SharedLists;
  readonly signInLimit: SignInLimit;
  readonly refreshOnce: RefreshOnce;
  readonly turns: Turns;
  readonly metrics: Metrics;
  /** ISO 4217, the setting `LISTINGS_CURRENCY`; null when it is not configured. */
  readonly currency: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Context of an operation. */
export interface GatewayContext {
  readonly services: GatewayServices;
  /** Null for a caller without a token. */
  readonly token: AccessToken | null;
  readonly lookups: LookupReader;
  readonly loaders: Loaders;
  /** Calls the service for the caller; without a token every call fails without I/O. */
  readonly call: Call;
  /** Where the request comes from. */
  readonly address: string;
  /** Does work once what came before it with this key and the token of the caller is over: changes what is read, merged and written as a whole. @throws QueueFullError */
  readonly inTurn: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
  /** Sends a request for a token, which counts as a call; a refresh that is granted, as a change. */
  readonly spendGrant: (grant: Grant['grant'], send: (scope: CallScope) => Promise<UserGrant>) => Promise<UserGrant>;
  readonly currency: string | null;
}
