/** What one operation has, and nothing of a caller lives longer. Binds its calls: whose token each takes, and the budget that it spends. */
import { lazy } from '../../concurrency/lazy.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { BodyReader } from '../../rest/call/call.ts';
import type { AccessToken } from '../../rest/call/credentials.ts';
import type { ApplicationCall, Call, CallScope, PublicCall } from '../../rest/client.ts';
import type { Grant } from '../../rest/endpoints/tokens.ts';
import { largestRelated } from '../documents/largest-related.ts';
import { Loaders } from '../loaders/loaders.ts';
import { type ListRead, LookupReader } from '../loaders/lookups/lookup-reader.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { GatewayContext, GatewayServices } from '../schema/core/context.ts';
import type { UserGrant } from '../tokens/grants.ts';

/** Accepts a user once a body has been read: a service may refuse a token with a 200. */
const thenAccept =
  <Result>(acceptUser: () => void, reader: BodyReader<Result>): BodyReader<Result> =>
  (...body) => {
    const result = reader(...body);
    acceptUser();
    return result;
  };

/**
 * Context of an operation, each part made when it is first needed: many operations make no call, and read no list.
 *
 * A class, and not an object with getters: V8 gives each object that is written with getters a hidden class of its own, which
 * holds all that the getters can see until the next full collection.
 */
export class OperationContext implements GatewayContext {
  // Without setters, as all of it: what a plugin adds to the context of a team takes the place of nothing.
  readonly #services: GatewayServices;
  readonly #scope: OperationScope;
  #token: AccessToken | null | undefined = undefined;
  #isPersonal = false;
  #call: Call | null = null;
  #lookups: LookupReader | null = null;
  #loaders: Loaders | null = null;

  constructor(services: GatewayServices, scope: OperationScope) {
    this.#services = services;
    this.#scope = scope;
  }

  get services(): GatewayServices {
    return this.#services;
  }

  get scope(): OperationScope {
    return this.#scope;
  }

  /** Begins anew, with the token that its session has now. */
  restart(): void {
    this.#token = undefined;
    this.#call = null;
    this.#lookups = null;
    this.#loaders = null;
    this.scope.restart();
  }

  get token(): AccessToken | null {
    this.#isPersonal = true;
    return this.#readToken();
  }

  #readToken(): AccessToken | null {
    if (this.#token === undefined) this.#token = this.scope.client.readToken();
    return this.#token;
  }

  /** True once it was asked for anything that is the caller's: the result may depend on who that is. */
  get isPersonal(): boolean {
    return this.#isPersonal;
  }

  /** The shared lists that were read; null when one of them was not fresh, or not there. */
  get listsRead(): readonly ListRead[] | null {
    return this.#lookups === null ? [] : this.#lookups.reads;
  }

  inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    this.#isPersonal = true;
    const { scope } = this;
    const { caller, countedName } = scope.client;
    const waitAside = (wait: () => Promise<void>): Promise<void> => scope.waitAside(wait);
    // By the token, for the service has not said yet whether it may do this: nobody waits for what others only try.
    return this.services.turns.run(`${key} ${countedName}`, { caller, ending: scope.signal, waitAside }, work);
  }

  get address(): string {
    this.#isPersonal = true;
    return this.scope.address;
  }

  get currency(): string | null {
    return this.services.currency;
  }

  get call(): Call {
    this.#isPersonal = true;
    this.#call ??= this.#createCall();
    return this.#call;
  }

  get lookups(): LookupReader {
    this.#lookups ??= this.#createLookups();
    return this.#lookups;
  }

  get loaders(): Loaders {
    this.#isPersonal = true;
    this.#loaders ??= this.#createLoaders();
    return this.#loaders;
  }

  async spendGrant(grant: Grant['grant'], send: (scope: CallScope) => Promise<UserGrant>): Promise<UserGrant> {
    this.#isPersonal = true;
    const { scope } = this;
    const result = await scope.spendCall(() => send(scope.callScope));
    if (grant === 'refresh_token' && result.kind === 'granted') scope.claim?.recordChange();
    return result;
  }

  #createCall(): Call {
    const { scope } = this;
    const send = this.services.service.bind({ token: this.token, ...scope.callScope });
    const { acceptUser } = scope.client;
    return (name, inputs, reader) =>
      scope.spendCall(() => {
        const { access, retry } = endpoints[name];
        // What is open to anybody may be answered whatever the token.
        if (retry === 'safe')
          return send(name, inputs, acceptUser === null || access !== 'user' ? reader : thenAccept(acceptUser, reader));
        const call = send(name, inputs, reader);
        return scope.claim?.follow(call) ?? call;
      });
  }

  /** Null when nobody's token may be used. A fill serves other callers too: it goes on when this one leaves, and does not name it to the service. */
  #createFill(): PublicCall | null {
    const { service, ownApplication } = this.services;
    const token = this.#readToken();
    if (token === null && ownApplication === null) return null;
    const { scope } = this;
    const send = lazy((): PublicCall => {
      const begun: CallScope = {
        requestId: scope.requestId,
        caller: scope.client.caller,
        observe: (call) => scope.recordCall(call, 'MISS'),
        onFailure: scope.record.recordFailure,
        startSpan: scope.span.startCall?.('MISS'),
      };
      return token === null && ownApplication !== null ? ownApplication.bind(begun) : service.bind({ token, ...begun });
    });
    return (name, inputs, reader) => scope.spendCall(() => send()(name, inputs, reader));
  }

  #createLookups(): LookupReader {
    const { sharedLists, ownApplication, metrics } = this.services;
    const { scope } = this;
    return new LookupReader(sharedLists, {
      fill: this.#createFill(),
      token: this.#readToken()?.reveal() ?? '',
      refresh: ownApplication?.bind({}) ?? null,
      signal: () => scope.signal,
      onReply: ({ endpoint, state, startMs, isOwnCall }) => {
        scope.record.lists[state] += 1;
        metrics.countList(endpoint, state);
        if (!isOwnCall) scope.trace?.recordList(endpoint, state, startMs);
      },
    });
  }

  /** Without anybody's token every call fails without I/O. */
  #createApplicationCall(): ApplicationCall {
    const { ownApplication } = this.services;
    if (this.token !== null || ownApplication === null) return this.call;
    const { scope } = this;
    const send = lazy(() => ownApplication.bind(scope.callScope));
    return (name, inputs, reader) => scope.spendCall(() => send()(name, inputs, reader));
  }

  #createLoaders(): Loaders {
    const { scope } = this;
    const related = lazy(() => (scope.execution === null ? 0 : largestRelated(scope.execution)));
    return new Loaders({ call: this.call, applicationCall: this.#createApplicationCall(), related });
  }
}
