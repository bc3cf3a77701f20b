/** A call to the service, from when it is made to its result: through the circuit breaker of its part, and once more where that can do no harm. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cancellation, leaveBy } from '../concurrency/cancellation.ts';
import type { ObserveDrift } from './call/call.ts';
import { failureKinds } from './call/failure-kinds.ts';
import { type FailureReason, failureReasonOf } from './call/failure-reason.ts';
import { failureIn, kindOf, UpstreamFailure } from './call/failure.ts';
import type { RouteGroup } from './call/route-group.ts';
import type {
  SentCall,
  CallScope,
  CallSpan,
  ObservedCall,
  ServiceReply,
  ServiceRequest,
} from './call/service-request.ts';
import type { CallOutcome } from './circuit-breaker.ts';
import { failureOfCancellation, isLate } from './exchange-failures.ts';
import { type RetryBudget, retryDelayMs } from './retry.ts';
import type { ResilienceObserver, ServicePart } from './service-part.ts';

/** Waits; rejects when the signal is aborted meanwhile. */
export type Wait = (milliseconds: number, signal: Cancellation | undefined) => Promise<unknown>;

/** Waits by a timer that keeps no process from ending. */
export const waitForTimer: Wait = (milliseconds, signal) => {
  const time = delay(milliseconds, undefined, { ref: false });
  return signal === undefined ? time : Promise.race([time, leaveBy(signal)]);
};

/** What all calls of a client share. */
export interface CallSetup {
  readonly send: (call: SentCall) => void;
  readonly partOf: (group: RouteGroup) => ServicePart;
  readonly retries: RetryBudget;
  readonly observer: ResilienceObserver;
  readonly wait: Wait;
  readonly random: () => number;
  readonly onCall: ((call: ObservedCall) => void) | undefined;
  readonly onFailure: ((reason: FailureReason) => void) | undefined;
  readonly reportDrift: ObserveDrift;
  /** Calls that wait for a part of the service that is down. */
  paused: number;
}

/** A read that meets an open breaker asks again so often, and waits in between: 300 ms together, a probe and what it takes. */
const PAUSES = 6;
const PAUSE_MS = 50;
/** What comes beyond that is better refused than sent all at once. */
const MAX_PAUSED = 256;

/** Outcome of a failed try. A 4xx is a response; a call that was cancelled or never left says nothing of the service. */
const outcomeOf = (failure: UpstreamFailure | null): CallOutcome => {
  const opensBreaker = failure === null ? null : failureKinds[failure.kind].opensBreaker;
  if (opensBreaker === null) return 'withdrawn';
  if (!opensBreaker) return 'responded';
  return failure !== null && isLate(failure) ? 'late' : 'failed';
};

/** Tells of a failure of a call, or of its response, to whoever made it and to the client. */
export const reportFailure = ({ onFailure }: CallSetup, scope: CallScope, failure: UpstreamFailure): void => {
  scope.onFailure?.(failure);
  const reason = failureReasonOf(failure);
  if (reason !== null) onFailure?.(reason);
};

/** A call. The limits of an operation count calls, not tries: how many retries there are in all is bounded by a budget of their own. */
export class ServiceCall<Result> implements SentCall {
  readonly request: ServiceRequest;
  readonly scope: CallScope;
  readonly span: CallSpan | null;
  isRetry = false;
  readonly #setup: CallSetup;
  readonly #part: ServicePart;
  readonly #caller: string | null;
  readonly #finish: (reply: ServiceReply, call: SentCall) => Result;
  readonly #resolve: (result: Result) => void;
  readonly #reject: (error: unknown) => void;
  readonly #startMs: number;
  #attempts = 0;
  #pauses = 0;
  /** The epoch of the breaker in which the try under way was sent; null until then. */
  #epoch: number | null = null;
  #firstFailure: UpstreamFailure | null = null;

  /** @param finish makes the result of a reply; what it throws is what the call fails with */
  constructor(
    setup: CallSetup,
    request: ServiceRequest,
    scope: CallScope,
    finish: (reply: ServiceReply, call: SentCall) => Result,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ) {
    this.#setup = setup;
    this.request = request;
    this.scope = scope;
    this.#part = setup.partOf(request.route.group);
    this.#caller = scope.caller ?? null;
    this.#finish = finish;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#startMs = performance.now();
    this.span = scope.startSpan?.(request.route.operation) ?? null;
    setup.retries.addCall();
  }

  /** Makes a try, when its part is not down; a read waits for that a little. */
  send(): void {
    if (!this.#part.breaker.isPassable(this.#caller)) {
      void this.#pause();
      return;
    }
    this.#epoch = null;
    this.#part.queued += 1;
    this.#setup.send(this);
  }

  /** The breaker is asked again: what queued while all was well must not reach a dead service. */
  onSend(): void {
    const epoch = this.#part.breaker.admit(this.#caller);
    if (epoch === null) throw new UpstreamFailure('breaker_open', this.request.route);
    this.#epoch = epoch;
    this.#part.queued -= 1;
    this.#part.inFlight += 1;
    this.#attempts += 1;
  }

  succeed(reply: ServiceReply): void {
    this.#endTry('responded');
    try {
      this.#observe(reply.status, null);
      this.#resolve(this.#finish(reply, this));
    } catch (error) {
      this.#reject(error);
    }
  }

  fail(error: unknown): void {
    const failure = failureIn(error);
    const outcome = outcomeOf(failure);
    const reason = outcome === 'failed' || outcome === 'late' ? failureReasonOf(error) : null;
    if (reason !== null) this.#part.recordFailure(reason);
    this.#endTry(outcome);
    if (failure === null) this.#end(error);
    else if (failure.kind === 'breaker_open') void this.#pause();
    else {
      if (failure.kind === 'queue_full') this.#setup.observer.onRejection?.(this.request.route.group, 'queue');
      void this.#retry(failure);
    }
  }

  #endTry(outcome: CallOutcome): void {
    if (this.#epoch === null) {
      this.#part.queued -= 1;
      return;
    }
    this.#part.inFlight -= 1;
    this.#part.breaker.end(this.#epoch, outcome, { caller: this.#caller, path: this.request.path });
  }

  /** Waits for a part that is down, and tries again, where that is worth it. */
  async #pause(): Promise<void> {
    const setup = this.#setup;
    const part = this.#part;
    const { route } = this.request;
    if (route.retry !== 'safe' || this.#pauses === PAUSES || setup.paused >= MAX_PAUSED) {
      setup.observer.onRejection?.(route.group, 'breaker');
      this.#end(new UpstreamFailure('breaker_open', route));
      return;
    }
    this.#pauses += 1;
    part.queued += 1;
    setup.paused += 1;
    const goesOn = await this.#wait(PAUSE_MS);
    part.queued -= 1;
    setup.paused -= 1;
    if (goesOn) this.send();
  }

  /** Sends the call again after a failure that may pass. */
  async #retry(failure: UpstreamFailure): Promise<void> {
    const { retries, random } = this.#setup;
    const { route } = this.request;
    const delayMs = this.isRetry ? null : retryDelayMs(route.retry, failure, random);
    const timeLeftMs = this.scope.timeLeftMs?.() ?? Number.POSITIVE_INFINITY;
    if (delayMs === null || delayMs >= timeLeftMs || !retries.take()) {
      this.#end(failure);
      return;
    }
    this.#firstFailure = failure;
    this.#setup.observer.onRetry?.(route.group);
    if (!(await this.#wait(delayMs))) return;
    this.isRetry = true;
    this.#pauses = 0;
    this.send();
  }

  /** Waits. @returns whether the call goes on; it has ended when it was cancelled meanwhile */
  async #wait(milliseconds: number): Promise<boolean> {
    try {
      await this.#setup.wait(milliseconds, this.scope.signal);
      return true;
    } catch {
      this.#end(failureOfCancellation(this.request.route, this.scope, null, false));
      return false;
    }
  }

  /** Ends the call without a result. When it was not even sent again, what happened to it is still its first failure. */
  #end(error: unknown): void {
    const kind = kindOf(error);
    const last = kind === 'queue_full' || kind === 'breaker_open' ? (this.#firstFailure ?? error) : error;
    const failure = failureIn(last);
    try {
      this.#observe(failure?.status ?? null, failure);
      if (failure !== null) reportFailure(this.#setup, this.scope, failure);
      this.#reject(last);
    } catch (thrown) {
      this.#reject(thrown);
    }
  }

  #observe(status: number | null, error: UpstreamFailure | null): void {
    const { operation } = this.request.route;
    const startMs = this.#startMs;
    const durationMs = performance.now() - startMs;
    const call = { operation, path: this.request.path, status, startMs, durationMs, attempts: this.#attempts, error };
    if (this.#attempts > 0) {
      this.scope.observe?.(call);
      this.#setup.onCall?.(call);
    }
    this.span?.end(call);
  }
}
