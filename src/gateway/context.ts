/** Everything that one operation has: made when it arrives, gone when it is answered. Nothing of a caller lives longer. */
import type {
  ApplicationCall,
  Call,
  Caller,
  CallScope,
  DocumentCall,
  ObservedCall,
  PublicCall,
  ServiceClient,
  UploadCall,
} from '../upstream/client.ts';
import type { AccessToken } from '../upstream/credentials.ts';
import { groupOfEndpoint } from '../upstream/route-group.ts';
import type { ReadClientAddress } from './edge/client-address.ts';
import type { DetailHabits } from './listing/detail-habits.ts';
import type { EntryHabits, ListName } from './listing/entry-habits.ts';
import { largestRelated } from './listing/largest-related.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import { LookupReader } from './lookup/lookup-reader.ts';
import type { SharedLists } from './lookup/shared-lists.ts';
import type { Metrics } from './metrics.ts';
import { once } from './once.ts';
import type { OperationScope } from './operation-scope.ts';
import type { OwnApplication } from './own-application.ts';
import type { RefreshFlights } from './session/refresh-flights.ts';
import type { SignInLimit } from './session/sign-in-limit.ts';

/** What lives as long as the gateway and is handed to every operation. */
export interface GatewayServices {
  readonly service: ServiceClient;
  /** Null when the gateway is not configured with an application. */
  readonly ownApplication: OwnApplication | null;
  /** Whether anybody gets tokens of it. */
  readonly clientSessions: boolean;
  readonly sharedLists: SharedLists;
  readonly entryHabits: Readonly<Record<ListName, EntryHabits>>;
  readonly detailHabits: DetailHabits;
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

/**
 * What an operation has, each part made when it is first needed: many operations make no call, and read no list.
 *
 * A class, and not an object with getters: V8 gives each object that is written with getters a hidden class of its own, which
 * holds all that the getters can see until the next full collection.
 */
class OperationContext implements GatewayContext {
  readonly services: GatewayServices;
  readonly token: AccessToken | null;
  readonly #scope: OperationScope;
  #grantScope: CallScope | null = null;
  #call: Call | null = null;
  #upload: UploadCall | null = null;
  #lookups: LookupReader | null = null;
  #loaders: Loaders | null = null;

  constructor({ services, scope, token }: OperationStart) {
    this.services = services;
    this.token = token;
    this.#scope = scope;
  }

  get requestId(): string {
    return this.#scope.requestId;
  }

  get address(): string {
    return this.#scope.address;
  }

  get currency(): string | null {
    return this.services.currency;
  }

  get grantScope(): CallScope {
    this.#grantScope ??= this.#createGrantScope();
    return this.#grantScope;
  }

  get call(): Call {
    this.#call ??= this.#createCall();
    return this.#call;
  }

  get upload(): UploadCall {
    this.#upload ??= this.#createUpload();
    return this.#upload;
  }

  get lookups(): LookupReader {
    this.#lookups ??= this.#createLookups();
    return this.#lookups;
  }

  get loaders(): Loaders {
    this.#loaders ??= this.#createLoaders();
    return this.#loaders;
  }

  #createGrantScope(): CallScope {
    const scope = this.#scope;
    const { signal, timeLeftMs, requestId, address, tracing } = scope;
    const observe = (call: ObservedCall): void => scope.noteCall(call, 'NONE');
    const onFailure = scope.record.noteFailure;
    const startSpan = tracing.startCall?.('NONE');
    return { signal, timeLeftMs, requestId, clientAddress: address, observe, onFailure, startSpan };
  }

  #caller(): Caller {
    const { signal, timeLeftMs, requestId, clientAddress, observe, onFailure, startSpan } = this.grantScope;
    return { token: this.token, signal, timeLeftMs, requestId, clientAddress, observe, onFailure, startSpan };
  }

  #createCall(): Call {
    const scope = this.#scope;
    const send = this.services.service.bind(this.#caller());
    return (name, inputs) => scope.spendCall(groupOfEndpoint(name), () => send(name, inputs));
  }

  #createDocumentCall(): DocumentCall {
    const scope = this.#scope;
    const open = once(() => this.services.service.bindDocuments(this.#caller()));
    return (name, inputs) => scope.spendCall(groupOfEndpoint(name), () => open()(name, inputs));
  }

  #createUpload(): UploadCall {
    const scope = this.#scope;
    const send = this.services.service.bindUploads(this.#caller());
    return (name, inputs, photo) => scope.spendCall(groupOfEndpoint(name), () => send(name, inputs, photo));
  }

  /** Null when nobody's token may be used. A fill serves other callers too: it goes on when this one leaves, and does not name it. */
  #createFill(): PublicCall | null {
    const { service, ownApplication } = this.services;
    const { token } = this;
    if (token === null && ownApplication === null) return null;
    const scope = this.#scope;
    const send = once((): PublicCall => {
      const observe = (call: ObservedCall): void => scope.noteCall(call, 'MISS');
      const { requestId } = scope;
      const onFailure = scope.record.noteFailure;
      const startSpan = scope.tracing.startCall?.('MISS');
      return token === null && ownApplication !== null
        ? ownApplication.bind({ requestId, observe, onFailure, startSpan })
        : service.bind({ token, requestId, observe, onFailure, startSpan });
    });
    return (name, inputs) => scope.spendCall(groupOfEndpoint(name), () => send()(name, inputs));
  }

  #createLookups(): LookupReader {
    const { sharedLists, ownApplication, metrics } = this.services;
    const scope = this.#scope;
    return new LookupReader(sharedLists, {
      fill: this.#createFill(),
      refresh: ownApplication?.bind({}) ?? null,
      signal: () => scope.signal,
      onAnswer: ({ endpoint, state, startMs, isOwnCall, isStored }) => {
        scope.record.lists[state] += 1;
        metrics.countList(endpoint, isStored ? 'STORED' : state);
        if (!isOwnCall) scope.trace?.noteList(endpoint, state, startMs);
      },
    });
  }

  /** Without anybody's token every call fails without I/O. */
  #createApplicationCall(): ApplicationCall {
    const { ownApplication } = this.services;
    if (this.token !== null || ownApplication === null) return this.call;
    const scope = this.#scope;
    const send = once(() => ownApplication.bind(this.grantScope));
    return (name, inputs) => scope.spendCall(groupOfEndpoint(name), () => send()(name, inputs));
  }

  #createLoaders(): Loaders {
    const scope = this.#scope;
    const related = once(() => (scope.execution === null ? 0 : largestRelated(scope.execution)));
    return createLoaders({
      call: this.call,
      applicationCall: this.#createApplicationCall(),
      documents: this.#createDocumentCall(),
      related,
    });
  }
}

/** Creates what an operation has. */
export const createContext = (start: OperationStart): GatewayContext => new OperationContext(start);
