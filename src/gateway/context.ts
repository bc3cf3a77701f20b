/** Everything that one operation has: made when it arrives, gone when it is answered. Nothing of a caller lives longer. */
import type {
  Call,
  CallScope,
  DocumentCall,
  ObservedCall,
  PublicCall,
  ServiceClient,
  UploadCall,
} from '../upstream/client.ts';
import type { AccessToken } from '../upstream/credentials.ts';
import { largestRelated } from './listing/largest-related.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import { createLookupReader, type LookupReader } from './lookup/lookup-reader.ts';
import type { SharedLists } from './lookup/shared-lists.ts';
import type { Metrics } from './metrics.ts';
import type { OperationScope } from './operation-scope.ts';
import type { OwnApplication } from './own-application.ts';
import type { RefreshFlights } from './session/refresh-flights.ts';
import type { SignInLimit } from './session/sign-in-limit.ts';

/** What lives as long as the gateway and is handed to every operation. */
export interface GatewayServices {
  readonly service: ServiceClient;
  /** Null when the gateway is not configured with an application. */
  readonly ownApplication: OwnApplication | null;
  readonly sharedLists: SharedLists;
  readonly signInLimit: SignInLimit;
  readonly refreshFlights: RefreshFlights;
  readonly metrics: Metrics;
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
  /** Where the request comes from. */
  readonly address: string;
  /** Sends a photo for the caller; without a token that fails without I/O. */
  readonly upload: UploadCall;
  /** What a request for a token brings along. */
  readonly grantScope: CallScope;
  readonly currency: string | null;
}

/** Who asks, in an operation that is about to run. */
export interface OperationStart {
  readonly services: GatewayServices;
  readonly scope: OperationScope;
  readonly token: AccessToken | null;
}

/** Creates what an operation has. */
export const createContext = ({ services, scope, token }: OperationStart): GatewayContext => {
  const { requestId, signal, trace, tracing } = scope;
  const { service, ownApplication, sharedLists, currency, metrics } = services;
  const observe = (call: ObservedCall): void => scope.noteCall(call, 'NONE');
  const observeFill = (call: ObservedCall): void => scope.noteCall(call, 'MISS');
  const ownSpans = tracing.startCall === null ? {} : { startSpan: tracing.startCall('NONE') };
  const fillSpans = tracing.startCall === null ? {} : { startSpan: tracing.startCall('MISS') };
  const send = service.bind({ token, signal, requestId, observe, ...ownSpans });
  const call: Call = (name, inputs) => scope.spendCall(() => send(name, inputs));
  const openDocument = service.bindDocuments({ token, signal, requestId, observe, ...ownSpans });
  const documents: DocumentCall = (name, inputs) => scope.spendCall(() => openDocument(name, inputs));
  const sendPhoto = service.bindUploads({ token, signal, requestId, observe, ...ownSpans });
  const upload: UploadCall = (name, inputs, photo) => scope.spendCall(() => sendPhoto(name, inputs, photo));
  // A fill serves other callers too: it goes on when this one leaves, so it is not bound to the signal.
  const sendFill =
    token === null
      ? (ownApplication?.bind({ requestId, observe: observeFill, ...fillSpans }) ?? null)
      : service.bind({ token, requestId, observe: observeFill, ...fillSpans });
  const fill: PublicCall | null =
    sendFill === null ? null : (name, inputs) => scope.spendCall(() => sendFill(name, inputs));
  return {
    services,
    requestId,
    token,
    call,
    address: scope.address,
    upload,
    grantScope: { signal, requestId, observe, ...ownSpans },
    currency,
    lookups: createLookupReader(sharedLists, {
      fill,
      refresh: ownApplication?.bind({}) ?? null,
      signal,
      onAnswer: ({ endpoint, state, startMs, isOwnCall }) => {
        scope.record.lists[state] += 1;
        metrics.countList(endpoint, state);
        if (!isOwnCall) trace?.noteList(endpoint, state, startMs);
      },
    }),
    loaders: createLoaders(
      call,
      documents,
      () => (scope.execution === null ? 0 : largestRelated(scope.execution)),
      tracing.traceBatch,
    ),
  };
};
