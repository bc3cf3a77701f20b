import { afterAll, describe, expect, it } from 'vitest';
import { byEffort } from '../../support/effort.ts';
import type { GraphqlResponse } from '../../support/graphql-client.ts';
import type { RunningGateway } from '../../support/running-gateway.ts';
import { startGatewayOver } from '../../support/scripted-gateway.ts';
import { startScriptedUpstream } from '../../support/scripted-upstream.ts';
import { type Mood, scriptPlausibleService } from './plausible-service.ts';
import { randomOperation } from './random-operation.ts';

const RUNS = byEffort(16, 100);
const ODD_SHARE = 0.4;
const LANES = 4;

/** Another view of a listing, and the aggregate, which stands in for a list that is not there. */
const STAND_IN = /^\/v1\/(?:properties|listings\/(?:definition\/)?\d+(?:\/mini|\/userinfo)?)$/;

const requestIdOf = (pass: string, seed: number): string => `${pass}-${String(seed).padStart(6, '0')}`;

const moodOf = (requestId: string): Mood => {
  const seed = Number(requestId.split('-')[1]);
  return { seed, isOdd: (seed % 100) / 100 < ODD_SHARE };
};

/** What came of an operation. */
interface Run {
  readonly seed: number;
  readonly planned: number;
  /** As the response states. */
  readonly calls: number;
  readonly hasErrors: boolean;
}

/** @throws when the operation did not run, for instance because it is not valid */
const upstreamOf = ({ body }: GraphqlResponse): { readonly planned: number; readonly calls: number } => {
  const { extensions } = Object(body);
  const { planned, calls } = Object(Object(extensions).upstream);
  if (typeof planned !== 'number' || typeof calls !== 'number') {
    throw new TypeError(`The answer tells no figures: ${JSON.stringify(body)}`);
  }
  return { planned, calls };
};

describe(`${RUNS} random operations, with a service that is odd in ${ODD_SHARE * 100} % of them`, async () => {
  const upstream = await startScriptedUpstream();
  scriptPlausibleService(upstream, moodOf);
  afterAll(() => upstream[Symbol.asyncDispose]());

  const run = async (gateway: RunningGateway, pass: string, seed: number): Promise<Run> => {
    const { text, variables } = randomOperation(seed);
    const response = await gateway.query(text, {
      variables,
      token: 'token-of-the-caller',
      headers: { 'x-upstream-trace': 'true', 'x-request-id': requestIdOf(pass, seed) },
    });
    return { seed, ...upstreamOf(response), hasErrors: response.errors.length > 0 };
  };

  /** Runs operations from a seed on: on each gateway one after the other, so that none is served what another was fetching. */
  const runAll = async (
    pass: string,
    seed: number,
    lookups: { readonly freshMs: number; readonly staleMs: number },
  ) => {
    const lane = async (first: number): Promise<readonly Run[]> => {
      await using gateway = await startGatewayOver(upstream, {
        guard: { retryPercent: 0, breaker: false },
        lookups,
        callLimit: { maxCalls: 1, mode: 'measure' },
      });
      const runs: Run[] = [];
      for (let at = first; at < RUNS; at += LANES) runs.push(await run(gateway, pass, seed + at));
      return runs;
    };
    return (await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at)))).flat();
  };

  /** How many requests the service got for each operation. */
  const countSeen = (isCounted: (path: string) => boolean = () => true): ReadonlyMap<unknown, number> => {
    const seen = new Map<unknown, number>();
    for (const { headers, path } of upstream.requests) {
      if (!isCounted(path)) continue;
      const requestId = headers['x-request-id'];
      seen.set(requestId, (seen.get(requestId) ?? 0) + 1);
    }
    return seen;
  };

  const describeRun = ({ seed, ...figures }: Run): string =>
    `${JSON.stringify(figures)} ${randomOperation(seed).text} ${JSON.stringify(randomOperation(seed).variables)}`;

  it.each([
    ['cold', 0, { freshMs: 0, staleMs: 0 }],
    ['warm', RUNS, { freshMs: 3_600_000, staleMs: 3_600_000 }],
  ])(
    'with lists that are %s cost no more calls than planned, and the response reports all of them',
    async (pass, seed, lookups) => {
      const runs = await runAll(pass, seed, lookups);
      const seen = countSeen();
      const seenOf = ({ seed }: Run): number => seen.get(requestIdOf(pass, seed)) ?? 0;
      expect(runs).toHaveLength(RUNS);
      const isOdd = ({ seed }: Run): boolean => moodOf(requestIdOf(pass, seed)).isOdd;
      const asReported = runs.filter((each) => !isOdd(each));
      expect(asReported.filter((each) => Math.max(each.calls, seenOf(each)) > each.planned).map(describeRun)).toEqual(
        [],
      );
      // What the entries and lists of an odd service lack is read elsewhere, which no plan can know.
      const others = countSeen((path) => !STAND_IN.test(path));
      const otherCalls = ({ seed }: Run): number => others.get(requestIdOf(pass, seed)) ?? 0;
      expect(runs.filter((each) => otherCalls(each) > each.planned).map(describeRun)).toEqual([]);
      // An error of a promised field ends a response before everything that was asked for is there.
      expect(runs.filter((each) => !each.hasErrors && each.calls !== seenOf(each)).map(describeRun)).toEqual([]);
      // The operations have to do something for this to mean anything, and the plan must not be far from the truth.
      expect(runs.filter(({ calls }) => calls > 0).length).toBeGreaterThan(RUNS / 3);
      expect(runs.filter(({ calls }) => calls > 5).length).toBeGreaterThan(RUNS / 40);
      const exactAndMany = runs.filter(({ calls, planned }) => calls > 5 && calls === planned);
      // Of a few runs there may be none.
      expect(exactAndMany.length).toBeGreaterThanOrEqual(Math.floor(RUNS / 500));
      const exact = runs.filter(({ calls, planned }) => calls === planned).length;
      const total = runs.reduce((sum, { calls }) => sum + calls, 0);
      process.stdout.write(`${pass}: ${total} calls by ${RUNS} operations; ${exact} took as many as planned.\n`);
    },
  );
});
