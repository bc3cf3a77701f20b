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
import type { ReadClientAddress } from './edge/client-address.ts';
import { largestRelated } from './listing/largest-related.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import { createLookupReader, type LookupReader } from './lookup/lookup-reader.ts';
import type { SharedLists } from './lookup/shared-lists.ts';
import type { Metrics } from './metrics.ts';
import { once } from './once.ts';
import type { OperationScope } from './operation-scope.ts';
import type { OwnApplication } from './own-application.ts';
import type { RefreshFlights } from './session/refresh-flights.ts';
import type { SignInLimit } from './session/sign-in-limit.ts';
import type { CallPurpose, OperationTrace } from './tracing/tracer.ts';

/** What lives as long as the gateway and is handed to every operation. */
export interface GatewayServices {
  readonly service: ServiceClient;
  /** Null when the gateway is not configured with an application. */
  readonly ownApplication: OwnApplication | null;
  readonly sharedLists: SharedLists;
  readonly signInLimit: SignInLimit;
  readonly readAddress: ReadClientAddress;
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

const spansFor = ({ startCall }: OperationTrace, purpose: CallPurpose): Pick<CallScope, 'startSpan'> =>
  startCall === null ? {} : { startSpan: startCall(purpose) };

/** Creates what an operation has. */
export const createContext = ({ services, scope, token }: OperationStart): GatewayContext => {
  const { requestId, trace, tracing } = scope;
  const { service, ownApplication, sharedLists, currency, metrics } = services;
  const observe = (call: ObservedCall): void => scope.noteCall(call, 'NONE');
  const observeFill = (call: ObservedCall): void => scope.noteCall(call, 'MISS');
  // Many operations make no call of their own: what calls take is made with the first.
  const callScope = once(() => ({
    signal: scope.signal,
    timeLeftMs: scope.timeLeftMs,
    requestId,
    observe,
    ...spansFor(tracing, 'NONE'),
  }));
  const send = once(() => service.bind({ token, ...callScope() }));
  const openDocument = once(() => service.bindDocuments({ token, ...callScope() }));
  const sendPhoto = once(() => service.bindUploads({ token, ...callScope() }));
  // A fill serves other callers too: it goes on when this one leaves, so it is not bound to the signal.
  const sendFill = once((): PublicCall => {
    const fillScope = { requestId, observe: observeFill, ...spansFor(tracing, 'MISS') };
    return token === null && ownApplication !== null
      ? ownApplication.bind(fillScope)
      : service.bind({ token, ...fillScope });
  });
  const call: Call = (name, inputs) => scope.spendCall(() => send()(name, inputs));
  const documents: DocumentCall = (name, inputs) => scope.spendCall(() => openDocument()(name, inputs));
  const upload: UploadCall = (name, inputs, photo) => scope.spendCall(() => sendPhoto()(name, inputs, photo));
  const fill: PublicCall | null =
    token === null && ownApplication === null
      ? null
      : (name, inputs) => scope.spendCall(() => sendFill()(name, inputs));
  const lookups = once(() =>
    createLookupReader(sharedLists, {
      fill,
      refresh: ownApplication?.bind({}) ?? null,
      signal: () => scope.signal,
      onAnswer: ({ endpoint, state, startMs, isOwnCall, isStored }) => {
        scope.record.lists[state] += 1;
        metrics.countList(endpoint, isStored ? 'STORED' : state);
        if (!isOwnCall) trace?.noteList(endpoint, state, startMs);
      },
    }),
  );
  const loaders = once(() =>
    createLoaders(
      call,
      documents,
      once(() => (scope.execution === null ? 0 : largestRelated(scope.execution))),
      tracing.traceBatch,
    ),
  );
  return {
    services,
    requestId,
    token,
    call,
    address: scope.address,
    upload,
    currency,
    get grantScope() {
      return callScope();
    },
    get lookups() {
      return lookups();
    },
    get loaders() {
      return loaders();
    },
  };
};
