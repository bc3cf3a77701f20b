/** Calls through a client to a scripted upstream, with a clock and waits that the test has in hand. */
import { createLog } from '../../../src/log/logger.ts';
import {
  type Call,
  type CallScope,
  createServiceClient,
  type ObservedCall,
  type ResilienceOptions,
  type ServiceClient,
} from '../../../src/rest/client.ts';
import type { ResilienceObserver } from '../../../src/rest/service-part.ts';
import { createTransport, type Transport, type TransportOptions } from '../../../src/rest/transport.ts';
import { TestClock } from '../../support/running-gateway.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../../support/scripted-upstream.ts';
import { someone } from './connected-client.ts';

/** A port that is not given out to anybody who asks for a free one, and on which nobody listens. */
const NOBODY = new URL('http://127.0.0.1:1/api');

/** How the calls of a test differ from what most tests want. */
export interface CallSettings {
  readonly transport?: Partial<TransportOptions>;
  readonly resilience?: ResilienceOptions;
  /** How many tries at first find nobody listening. */
  readonly refused?: number;
}

/** Everything from a call to the server. */
export interface ScriptedCalls extends AsyncDisposable {
  readonly upstream: ScriptedUpstream;
  readonly transport: Transport;
  readonly service: ServiceClient;
  readonly clock: TestClock;
  readonly call: Call;
  /** Calls that were sent, as the trace sees them. */
  readonly observed: readonly ObservedCall[];
  /** How long each wait was, in milliseconds. Nothing really waits: the clock moves. */
  readonly waits: readonly number[];
  /** What the client reported, e.g. `listings open`. */
  readonly events: readonly string[];
  /** Binds calls of another caller. */
  readonly bind: (scope?: CallScope) => Call;
}

/** Connects a client to a scripted upstream. Random numbers are all one half unless given. */
export const startScriptedCalls = async (settings: CallSettings = {}): Promise<ScriptedCalls> => {
  const upstream = await startScriptedUpstream();
  const transport = createTransport({ baseUrl: upstream.url, ...settings.transport });
  const nowhere = createTransport({ baseUrl: NOBODY, ...settings.transport });
  let refusals = settings.refused ?? 0;
  const reached = (): Transport => {
    refusals -= 1;
    return refusals >= 0 ? nowhere : transport;
  };
  const clock = new TestClock();
  const observed: ObservedCall[] = [];
  const waits: number[] = [];
  const events: string[] = [];
  const observer: Required<ResilienceObserver> = {
    onRetry: (group) => void events.push(`${group} retry`),
    onRejection: (group, reason) => void events.push(`${group} rejected by ${reason}`),
    onCircuitChange: (group, state) => void events.push(`${group} ${state}`),
  };
  const service = createServiceClient({
    transport: { send: (attempt) => reached().send(attempt), headersOf: transport.headersOf },
    resilience: {
      observer,
      now: clock.now,
      random: () => 0.5,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        clock.advance(milliseconds);
      },
      ...settings.resilience,
    },
    tokenParams: 'headers',
    log: createLog('silent'),
  });
  const bind = (scope: CallScope = {}): Call =>
    service.bind(someone({ observe: (seen) => observed.push(seen), ...scope }));
  return {
    upstream,
    transport,
    service,
    clock,
    call: bind(),
    observed,
    waits,
    events,
    bind,
    [Symbol.asyncDispose]: async () => {
      await nowhere[Symbol.asyncDispose]();
      await transport[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
};
