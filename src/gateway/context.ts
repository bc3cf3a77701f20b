/** Everything that one operation has: made when it arrives, gone when it is answered. Nothing of a caller lives longer. */
import type { Call, CallScope, ObservedCall, ServiceClient } from '../upstream/client.ts';
import type { AccessToken } from '../upstream/credentials.ts';
import { largestRelated } from './listing/largest-related.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import { createLookupReader, type LookupReader } from './lookup/lookup-reader.ts';
import type { SharedLists } from './lookup/shared-lists.ts';
import type { OperationScope } from './operation-scope.ts';
import type { OwnApplication } from './own-application.ts';

/** What lives as long as the gateway and is handed to every operation. */
export interface GatewayServices {
  readonly service: ServiceClient;
  /** Null when the gateway is not configured with an application. */
  readonly ownApplication: OwnApplication | null;
  readonly sharedLists: SharedLists;
  /** ISO 4217; null when it is not configured. */
  readonly currency: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What an operation has. */
export interface GatewayContext {
  readonly services: GatewayServices;
  readonly requestId: string;
  /** Null for a caller without a token. */
  readonly token: AccessToken | null;
  readonly lookups: LookupReader;
  readonly loaders: Loaders;
  /** Calls the service for the caller; without a token every call fails without I/O. */
  readonly call: Call;
  /** What a request for a token brings along. */
  readonly grantScope: CallScope;
  readonly currency: string | null;
}

/** Who asks, in an operation that is about to run. */
export interface OperationStart {
  readonly services: GatewayServices;
  readonly scope: OperationScope;
  readonly token: AccessToken | null;
  /** Told of each call to the service when it is over. */
  readonly observe?: (call: ObservedCall) => void;
}

/** Creates what an operation has. */
export const createContext = ({ services, scope, token, observe }: OperationStart): GatewayContext => {
  const { requestId, signal } = scope;
  const ownCall = services.ownApplication?.call ?? null;
  const sent = { requestId, ...(observe === undefined ? {} : { observe }) };
  const call = services.service.bind({ ...sent, token, signal });
  // A fill serves other callers too: it goes on when this one leaves, so it is not bound to the signal.
  const fill = token === null ? ownCall : services.service.bind({ ...sent, token });
  return {
    services,
    requestId,
    token,
    call,
    grantScope: { ...sent, signal },
    currency: services.currency,
    lookups: createLookupReader(services.sharedLists, { fill, refresh: ownCall, signal, onAnswer: () => {} }),
    loaders: createLoaders(call, () => (scope.execution === null ? 0 : largestRelated(scope.execution))),
  };
};
