import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Canceller } from '../../../../../src/concurrency/cancellation.ts';
import { ListCache } from '../../../../../src/gateway/loaders/lookups/list-cache.ts';
import { byEffort } from '../../../../support/effort.ts';
import { TestClock } from '../../../../support/running-gateway.ts';

const FRESH_MS = 1_000;
const STALE_MS = 10_000;
const KEPT_MS = 200;

/** How the service responds to a call: with its newest list, with none, or not; of its own accord, or because of who asks. */
type Outcome = 'list' | 'empty' | 'fault' | 'refusal';

/** A step of a run. */
type Step =
  | { readonly do: 'ask'; readonly key: string; readonly token: string; readonly seeks: boolean }
  | { readonly do: 'leave'; readonly caller: number }
  | { readonly do: 'respond'; readonly call: number; readonly outcome: Outcome }
  | { readonly do: 'wait'; readonly milliseconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('ask'),
      key: fc.constantFrom('a', 'b'),
      token: fc.constantFrom('x', 'y', 'z'),
      seeks: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), caller: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('respond'),
      call: fc.nat(),
      outcome: fc.constantFrom<Outcome>('list', 'list', 'empty', 'fault', 'refusal'),
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
class Refusal extends Error {
  readonly caller: number;

  constructor(caller: number) {
    super('refused');
    this.caller = caller;
  }
}

interface ListOfService {
  readonly key: string;
  readonly version: number;
  readonly isEmpty: boolean;
}

interface TestCaller {
  readonly key: string;
  readonly token: string;
  readonly canceller: Canceller;
  isWaiting: boolean;
  /** Whether a call that he waited for has failed because of whose it was. */
  wasRefused: boolean;
}

interface ServiceCall {
  readonly key: string;
  /** Who has asked; null for a refresh. */
  readonly caller: number | null;
  /** The token of a caller for whom a call of another was not good; null when it is for all. */
  readonly token: string | null;
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
  let version = 0;
  const cache = new ListCache<ListOfService>({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    maxEntries: 2,
    isKeepable: ({ isEmpty }) => !isEmpty,
    keepFailureMs: (error) => (error instanceof Fault ? KEPT_MS : 0),
    onRefreshError: (_key, error) => expect(error instanceof Fault || error instanceof Refusal).toBe(true),
    now: clock.now,
  });

  const read = (key: string, caller: number | null) => () =>
    new Promise<{ list: ListOfService; gotAt: number }>((resolve, reject) => {
      const token = caller !== null && callers[caller]?.wasRefused === true ? callers[caller].token : null;
      // One call a list at a time for all who ask, and one a token of those for whom that of another was not good.
      expect(calls.filter((call) => call.key === key && call.token === token && !call.isReplaced)).toEqual([]);
      const isSearch = caller !== null && cache.peek(key) !== undefined;
      if (isSearch)
        expect(clock.now() - (soughtAt.get(key) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(30_000);
      else if (caller !== null) soughtAt.delete(key);
      const call: ServiceCall = {
        key,
        caller,
        token,
        isReplaced: false,
        respond: (outcome) => {
          calls.splice(calls.indexOf(call), 1);
          if (token !== null) for (const other of calls) other.isReplaced ||= other.key === key && other.token === null;
          version += 1;
          for (const other of callers)
            if (other.key === key && other.isWaiting) other.wasRefused ||= outcome === 'refusal';
          if (isSearch && outcome !== 'refusal') soughtAt.set(key, clock.now());
          if (outcome === 'fault') reject(new Fault());
          else if (outcome === 'refusal') reject(new Refusal(caller ?? -1));
          else resolve({ list: { key, version, isEmpty: outcome === 'empty' }, gotAt: clock.now() });
        },
      };
      calls.push(call);
    });

  const ask = async (key: string, token: string, seeks: boolean): Promise<void> => {
    const at = callers.length;
    const caller: TestCaller = { key, token, canceller: new Canceller(), isWaiting: true, wasRefused: false };
    callers.push(caller);
    const before = cache.peek(key);
    try {
      const { list, gotAt, state } = await cache.get(key, {
        fill: read(key, at),
        token,
        refresh: hasRefresh ? read(key, null) : null,
        // Nothing ever has what is sought: such a caller may cost a call in half a minute.
        has: () => !seeks,
        signal: caller.canceller,
      });
      expect(list.key).toBe(key);
      expect(clock.now() - gotAt).toBeLessThan(FRESH_MS + STALE_MS);
      if (state === 'HIT') expect(clock.now() - gotAt).toBeLessThan(FRESH_MS);
      if (before !== undefined && !seeks) expect(state).toBe(before.state);
    } catch (error) {
      if (!caller.canceller.aborted && !(error instanceof Fault) && !(error instanceof Refusal)) throw error;
      // Nobody gets the refusal of another.
      if (error instanceof Refusal) expect(error.caller).toBe(at);
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
    } else if (each.do === 'leave') {
      callers[each.caller % Math.max(1, callers.length)]?.canceller.cancel(new Error('left'));
    } else if (each.do === 'respond') {
      calls[each.call % Math.max(1, calls.length)]?.respond(each.outcome);
    } else {
      clock.advance(each.milliseconds);
    }
    await settle();
    for (const { key, token, isWaiting } of callers) {
      // Nobody stands in line: whoever waits does so for a call that is for all, or for one of his token.
      if (isWaiting)
        expect(calls.some((call) => call.key === key && (call.token === null || call.token === token))).toBe(true);
    }
  }
  // Whoever waits gets something once the service responds: nobody is forgotten.
  while (calls.length > 0) {
    calls[0]?.respond('list');
    await settle();
  }
  await Promise.all(asked);
  expect(callers.filter(({ isWaiting }) => isWaiting)).toEqual([]);
};

describe('ListCache under random times, failures and callers', () => {
  it('makes one call for all who ask, keeps what is cached, gives nobody the failure of another, and lets nobody wait in line behind it', async () => {
    const steps = fc.array(step, { maxLength: 60 });
    const isRight = fc.asyncProperty(steps, fc.boolean(), runSteps);
    const details = await fc.check(isRight, { numRuns: byEffort(300, 5_000) });
    expect(details.failed ? fc.defaultReportMessage(details) : null).toBeNull();
  });
});

describe('A thousand callers of a list that is not cached', () => {
  it('wait for one fill', async () => {
    const clock = new TestClock();
    const cache = new ListCache<string>({
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
      maxEntries: 1,
      isKeepable: () => true,
      keepFailureMs: () => 0,
      onRefreshError: () => {},
      now: clock.now,
    });
    let fills = 0;
    const fill = async () => {
      fills += 1;
      return { list: 'a list', gotAt: clock.now() };
    };
    const signal = new Canceller();
    const got = await Promise.all(
      Array.from({ length: 1_000 }, () => cache.get('key', { fill, token: 'token', refresh: null, signal })),
    );
    expect(new Set(got.map(({ list, state }) => `${state} ${list}`))).toEqual(new Set(['MISS a list']));
    expect(fills).toBe(1);
  });
});
