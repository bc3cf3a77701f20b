import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListCache } from '../../../../../src/gateway/loaders/lookups/list-cache.ts';
import { byEffort } from '../../../../support/effort.ts';
import { TestClock } from '../../../../support/running-gateway.ts';

const FRESH_MS = 1_000;
const STALE_MS = 10_000;
const KEPT_MS = 200;

/** What comes of a call: the newest list, one that is old, an empty one, or none; by a fault, because of the token, or of the operation. */
type Outcome = 'list' | 'old' | 'empty' | 'fault' | 'refusal' | 'spent';

/** A step of a run. */
type Step =
  | { readonly do: 'ask'; readonly key: string; readonly token: string; readonly seeks: boolean }
  | { readonly do: 'respond'; readonly call: number; readonly outcome: Outcome }
  | { readonly do: 'wait'; readonly milliseconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('ask'),
      key: fc.constantFrom('a', 'b'),
      token: fc.constantFrom('x', 'y', ''),
      seeks: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('respond'),
      call: fc.nat(),
      outcome: fc.constantFrom<Outcome>('list', 'list', 'old', 'empty', 'fault', 'refusal', 'spent'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      milliseconds: fc.constantFrom(50, 150, 900, 2_000, 12_000, 30_000),
    }),
  },
);

class Fault extends Error {}
class Refusal extends Error {}
class Spent extends Error {}

interface ListOfService {
  readonly key: string;
  readonly version: number;
  readonly isEmpty: boolean;
}

interface TestCaller {
  readonly number: number;
  readonly key: string;
  readonly token: string;
  isWaiting: boolean;
  /** Whether a call that he may have waited for has failed because of whose it was. */
  wasRefused: boolean;
}

interface ServiceCall {
  readonly key: string;
  /** Whose token it is on; empty for a refresh. */
  readonly token: string;
  /** Whether all who ask wait for it: not where it is of a caller for whom that of another was not good. */
  readonly isForAll: boolean;
  /** Whether a call for one token has given a list meanwhile: who asks from then on does not wait for this one. */
  isReplaced: boolean;
  readonly respond: (outcome: Outcome) => void;
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const runSteps = async (steps: readonly Step[], hasRefresh: boolean): Promise<void> => {
  const clock = new TestClock();
  const calls: ServiceCall[] = [];
  const callers: TestCaller[] = [];
  /** When a list was last read anew for something that it lacks. */
  const soughtAt = new Map<string, number>();
  const refreshedAt = new Map<string, number>();
  /** What no caller of a refresh would see. */
  const unexpected: unknown[] = [];
  let version = 0;
  const cache = new ListCache<ListOfService>({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    // Room for two.
    entriesOf: ({ isEmpty }) => (isEmpty ? 0 : 100_000),
    keepFailureMs: (error) => (error instanceof Spent ? null : error instanceof Fault ? KEPT_MS : 0),
    onRefreshError: (_key, error) => {
      if (!(error instanceof Fault || error instanceof Refusal || error instanceof Spent)) unexpected.push(error);
    },
    now: clock.now,
    inTurn: (work) => work(),
  });

  const read = (key: string, caller: TestCaller | null) => () =>
    new Promise<{ list: ListOfService; gotAt: number }>((resolve, reject) => {
      const token = caller?.token ?? '';
      const isForAll = caller?.wasRefused !== true;
      const others = calls.filter((call) => call.key === key);
      expect(others.filter((call) => call.token === token)).toEqual([]);
      if (isForAll) expect(others.filter((call) => call.isForAll && !call.isReplaced)).toEqual([]);
      const isSearch = caller !== null && cache.peek(key) !== undefined;
      if (isSearch)
        expect(clock.now() - (soughtAt.get(key) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(30_000);
      else if (caller !== null) soughtAt.delete(key);
      else {
        expect(clock.now() - (refreshedAt.get(key) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(1_000);
        refreshedAt.set(key, clock.now());
      }
      const call: ServiceCall = {
        key,
        token,
        isForAll,
        isReplaced: false,
        respond: (outcome) => {
          calls.splice(calls.indexOf(call), 1);
          if (!isForAll) for (const other of calls) other.isReplaced ||= other.key === key;
          version += 1;
          const isRefused = outcome === 'refusal' || outcome === 'spent';
          for (const other of callers) if (other.key === key && other.isWaiting) other.wasRefused ||= isRefused;
          if (isSearch && !isRefused) soughtAt.set(key, clock.now());
          if (outcome === 'fault') reject(new Fault());
          else if (outcome === 'refusal') reject(new Refusal(token));
          else if (outcome === 'spent') reject(new Spent(String(caller?.number)));
          else {
            const gotAt = clock.now() - (outcome === 'old' ? 2 * FRESH_MS : 0);
            resolve({ list: { key, version, isEmpty: outcome === 'empty' }, gotAt });
          }
        },
      };
      calls.push(call);
    });

  const ask = async (key: string, token: string, seeks: boolean): Promise<void> => {
    const caller: TestCaller = { number: callers.length, key, token, isWaiting: true, wasRefused: false };
    callers.push(caller);
    const before = cache.peek(key);
    try {
      const { list, gotAt, state } = await cache.get(key, {
        fill: read(key, caller),
        token,
        refresh: hasRefresh ? read(key, null) : null,
        // Nothing ever has what is sought: such a caller may cost a call in half a minute.
        has: () => !seeks,
      });
      expect(list.key).toBe(key);
      expect(clock.now() - gotAt).toBeLessThan(FRESH_MS + STALE_MS);
      if (state === 'HIT') expect(clock.now() - gotAt).toBeLessThan(FRESH_MS);
      if (before !== undefined && !seeks) expect(state).toBe(before.state);
    } catch (error) {
      // Nobody gets the refusal of another token, or of another operation.
      if (error instanceof Refusal) expect(error.message).toBe(token);
      else if (error instanceof Spent) expect(error.message).toBe(String(caller.number));
      else if (!(error instanceof Fault)) throw error;
    } finally {
      caller.isWaiting = false;
    }
  };

  const asked: Promise<void>[] = [];
  for (const each of steps) {
    if (each.do === 'ask') {
      const callsBefore = calls.length;
      const wasCached = cache.peek(each.key)?.state;
      asked.push(ask(each.key, each.token, each.seeks));
      await settle();
      if (!each.seeks && wasCached === 'HIT') expect(calls).toHaveLength(callsBefore);
    } else if (each.do === 'respond') {
      calls[each.call % Math.max(1, calls.length)]?.respond(each.outcome);
    } else {
      clock.advance(each.milliseconds);
    }
    await settle();
    for (const { key, token, isWaiting } of callers) {
      // Nobody stands in line: whoever waits does so for a call that is for all, or for one of his token.
      if (isWaiting)
        expect(calls.some((call) => call.key === key && (call.isForAll || call.token === token))).toBe(true);
    }
  }
  // Whoever waits gets something once the service responds: nobody is forgotten.
  while (calls.length > 0) {
    calls[0]?.respond('list');
    await settle();
  }
  await Promise.all(asked);
  expect(callers.filter(({ isWaiting }) => isWaiting)).toEqual([]);
  expect(unexpected).toEqual([]);
};

it('ListCache under random times, failures and callers makes one call for all who ask, keeps what is cached, gives nobody the failure of another, and lets nobody wait in line behind it', async () => {
  const steps = fc.array(step, { maxLength: 60 });
  const isRight = fc.asyncProperty(steps, fc.boolean(), runSteps);
  const details = await fc.check(isRight, { numRuns: byEffort(200, 2_000) });
  expect(details.failed ? fc.defaultReportMessage(details) : null).toBeNull();
});

describe('A thousand callers of a list that is not cached', () => {
  const callTogether = async (outcome: 'a list' | Error) => {
    const clock = new TestClock();
    let turns = 0;
    const cache = new ListCache<string>({
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
      entriesOf: () => 1,
      keepFailureMs: () => 0,
      onRefreshError: () => {},
      now: clock.now,
      inTurn: (work) => {
        turns += 1;
        work();
      },
    });
    let fills = 0;
    const fill = async () => {
      fills += 1;
      if (outcome instanceof Error) throw outcome;
      return { list: outcome, gotAt: clock.now() };
    };
    const gets = Array.from({ length: 1_000 }, () => cache.get('key', { fill, token: 'token', refresh: null }));
    const got = await Promise.all(gets.map((get) => get.then(({ list, state }) => `${state} ${list}`, String)));
    return { fills, turns, got: new Set(got) };
  };

  it('wait for one fill, and go on in a turn each: each may make thousands of objects of it', async () => {
    expect(await callTogether('a list')).toEqual({ fills: 1, turns: 1_000, got: new Set(['MISS a list']) });
  });

  it('learn from one fill that their token is refused', async () => {
    expect(await callTogether(new Error('refused'))).toMatchObject({ fills: 1, got: new Set(['Error: refused']) });
  });
});

it.each([
  ['long', 100_000, 2],
  ['short', 1, 2_000],
])('Lists that are kept are no more than have room: %s ones', async (_what, entries, most) => {
  const { now } = new TestClock();
  const cache = new ListCache<string>({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    entriesOf: () => entries,
    keepFailureMs: () => 0,
    onRefreshError: () => {},
    now,
    inTurn: (work) => work(),
  });
  const keys = Array.from({ length: most + 1 }, (_, at) => `list ${at}`);
  for (const key of keys) {
    await cache.get(key, { fill: async () => ({ list: key, gotAt: now() }), token: '', refresh: null });
  }
  expect(keys.filter((key) => cache.peek(key) === undefined)).toEqual(['list 0']);
});
