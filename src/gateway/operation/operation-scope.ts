/** The life of one operation: it ends early when the client is gone or its time is up. */
import type { ExecutionArgs } from 'graphql';
import { type Cancellation, Canceller } from '../../concurrency/cancellation.ts';
import { type StopTimeout, startTimeout } from '../../concurrency/timeout.ts';
import type { CallScope, ObservedCall } from '../../rest/client.ts';
import { ASK_FOR_LESS, createError, ClientGoneError, DeadlineExceededError } from '../errors/graphql-errors.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import type { Plan } from '../pricing/plan.ts';
import { OperationRecord } from './operation-record.ts';
import { type OperationSpan, untraced } from './operation-span.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import type { UpstreamTrace } from './upstream-trace.ts';
import type { WriteClaim } from './write-claim.ts';

/** The place of an operation among those under way. */
export interface OperationPlace {
  /** Takes it, once the body is there. @throws OVERLOADED when there is none */
  take(): void;
  /** Gives it back. @returns whether there was one */
  leave(): boolean;
  /** Takes again what was given back, unless nobody waits for the response any more. */
  takeAgain(): void;
}

const noPlace: OperationPlace = { take: () => {}, leave: () => false, takeAgain: () => {} };

/** The life of one operation. */
export class OperationScope {
  readonly requestId: string;
  readonly client: ClientIdentity;
  /** Address that the request came from, which a connection that is closed does not have any more. */
  readonly address: string;
  /** The operation that is executed, without its context; null until the document is parsed and valid. */
  execution: ExecutionArgs | null = null;
  /** Most calls that the operation may cause; null until it is planned. */
  plannedCalls: number | null = null;
  /** Objects that its response will have at most, 0 until it is planned; and whether the lengths of all its lists are known. */
  estimate: { readonly objects: number; readonly isWhole: boolean } = { objects: 0, isWhole: true };
  /** Its plan; null until there is one. */
  plan: Plan | null = null;
  /** Which operation of its document is wanted; null until that is known. */
  operation: PreparedOperation | null = null;
  isTrusted = false;
  bringsFile = false;
  /** Its calls to the service; null when the client does not ask for them. */
  readonly trace: UpstreamTrace | null;
  readonly record = new OperationRecord();
  span: OperationSpan = untraced;
  /** Most calls that may be sent, whatever was planned; null for no limit. */
  callBudget: number | null = null;
  /** The header `Idempotency-Key` as it came; null for none. */
  idempotencyKey: string | null = null;
  /** The claim of its idempotency key; null when it has none, or has not begun. With it the operation outlives its client. */
  claim: WriteClaim | null = null;
  /** True once its result is there, whoever gave it. */
  isAnswered = false;
  place: OperationPlace = noPlace;
  #calls = 0;
  #started = 0;
  #underWay = 0;
  readonly #canceller = new Canceller();
  #stopTimeout: StopTimeout | null = null;
  #endsAt = Number.POSITIVE_INFINITY;

  constructor(requestId: string, client: ClientIdentity, trace: UpstreamTrace | null = null) {
    this.requestId = requestId;
    this.client = client;
    this.address = client.address;
    this.trace = trace;
  }

  /** Aborted when the operation ends early; the reason is a `DeadlineExceededError` or a `ClientGoneError`. */
  get signal(): Cancellation {
    return this.#canceller;
  }

  /** Calls that were sent for this operation, those included for which a response with an error did not wait. */
  get calls(): number {
    return this.#calls + this.#underWay;
  }

  /** Prepares for another attempt with another token: the calls of the first one used up nothing. */
  restart(): void {
    this.#started = 0;
  }

  /**
   * Sends a call if the budget has one left.
   *
   * @throws OPERATION_TOO_COMPLEX when there is none left: more is there than the plan could know; ClientGoneError when a plugin has
   *   answered a write with an idempotency key meanwhile
   */
  spendCall<Result>(send: () => Promise<Result>): Promise<Result> {
    // Its claim has ended: a repeat would not know of the call.
    if (this.isAnswered && this.claim !== null) return Promise.reject(new ClientGoneError('It was answered before.'));
    this.#started += 1;
    const { callBudget: limit } = this;
    if (limit !== null && this.#started > limit) {
      const message = `This part would have taken more than ${limit} calls to the service. ${ASK_FOR_LESS}`;
      return Promise.reject(createError('OPERATION_TOO_COMPLEX', message, { limit, exceeded: 'upstreamCalls' }));
    }
    const call = send();
    this.#underWay += 1;
    void call.then(this.#endCall, this.#endCall);
    return call;
  }

  readonly #endCall = (): void => {
    this.#underWay -= 1;
  };

  recordCall(call: ObservedCall, cache: 'NONE' | 'MISS'): void {
    this.#calls += call.attempts;
    this.trace?.recordCall(call, cache);
  }

  /** Whose share of the connections its calls take: those with a photo, which are few, that of a network, of which one may have any number of tokens. */
  get caller(): string | null {
    const { caller, network } = this.client;
    return this.bringsFile ? (network ?? caller) : caller;
  }

  /** What calls for this operation alone bring along. */
  get callScope(): CallScope {
    const { signal, timeLeftMs, requestId, address, caller, record, span } = this;
    return {
      signal,
      timeLeftMs,
      requestId,
      clientAddress: address,
      caller,
      observe: (call) => this.recordCall(call, 'NONE'),
      onFailure: record.recordFailure,
      startSpan: span.startCall?.('NONE'),
    };
  }

  /** Milliseconds until its time is up; infinite while the clock is not started. */
  readonly timeLeftMs = (): number => this.#endsAt - performance.now();

  /** Starts the clock. It is `keepDeadline` that ends an operation which is not done at once. */
  startDeadline(milliseconds: number): void {
    this.#endsAt = performance.now() + milliseconds;
  }

  /** Ends the operation when its time is up. */
  keepDeadline(): void {
    const leftMs = Math.max(0, this.timeLeftMs());
    this.#stopTimeout = startTimeout(() => {
      // A timer may fire a little early. Calls that are cancelled find no time left all the same.
      this.#endsAt = performance.now();
      this.#canceller.cancel(new DeadlineExceededError('The operation took longer than it may.'));
    }, leftMs);
  }

  /** Ends the operation because nobody waits for the response; one with an idempotency key goes on, for its repeat. */
  abandon(): void {
    if (this.claim === null) this.#canceller.cancel(new ClientGoneError('The client is gone.'));
  }

  /** Waits for what others do: whoever waits takes no place of those that work. */
  async waitAside<Result>(wait: () => Promise<Result>): Promise<Result> {
    const hadPlace = this.place.leave();
    try {
      return await wait();
    } finally {
      if (hadPlace) this.place.takeAgain();
    }
  }

  /**
   * Renews the session of its client after the service refused its token.
   *
   * @returns whether there is another token to try
   * @throws UNAUTHENTICATED when the session has ended, and others when it could not be renewed now
   */
  async renewSession(): Promise<boolean> {
    const { session } = this.client;
    return session !== null && this.waitAside(() => session.renewRefused());
  }

  /** Stops the clock: the response is there. */
  finish(): void {
    this.#stopTimeout?.();
  }
}
