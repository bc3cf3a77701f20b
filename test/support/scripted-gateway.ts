/** The gateway in front of an upstream that the test scripts, so that its requests can be counted and its faults chosen. */
import { afterAll } from 'vitest';
import type { GraphqlResponse } from './graphql-client.ts';
import { captureLog, type GatewaySettings, type RunningGateway, startGatewayAt, TestClock } from './running-gateway.ts';
import { type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts';

/** Starts a gateway in front of an upstream that the test scripts; without an application of its own unless given. */
export const startGatewayOver = (
  upstream: ScriptedUpstream,
  settings: GatewaySettings = {},
  clock: TestClock = new TestClock(),
): Promise<RunningGateway> => startGatewayAt(upstream.url, settings, clock, captureLog());

/** Settings of a gateway that keeps nothing of one test for the next, so that one is enough for many. */
export const nothingKept = {
  lookups: { freshMs: 0, staleMs: 0 },
  guard: { retryPercent: 0, breaker: false },
} satisfies GatewaySettings;

/** The token that `ask` brings along. */
export const CALLER_TOKEN = 'token-of-the-caller';

/** A scripted upstream with a gateway in front of it. */
export interface ScriptedGateway extends RunningGateway {
  readonly upstream: ScriptedUpstream;
  /** Sends an operation with a token. */
  ask(text: string, variables?: Readonly<Record<string, unknown>>): Promise<GraphqlResponse>;
}

/** Starts a scripted upstream and a gateway in front of it. */
export const startScriptedGateway = async (
  settings: GatewaySettings = {},
  clock: TestClock = new TestClock(),
): Promise<ScriptedGateway> => {
  const upstream = await startScriptedUpstream();
  const gateway = await startGatewayOver(upstream, settings, clock);
  return {
    ...gateway,
    upstream,
    ask: (text, variables = {}) => gateway.query(text, { token: CALLER_TOKEN, variables }),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
};

/** Starts both for all tests of a file or of a `describe`, and ends them behind these. */
export const startScriptedGatewayForAll = async (settings?: GatewaySettings): Promise<ScriptedGateway> => {
  const started = await startScriptedGateway(settings);
  afterAll(() => started[Symbol.asyncDispose]());
  return started;
};
