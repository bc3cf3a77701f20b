import { describe, expect, it } from 'vitest';
import {
  createCrossProcessCounter,
  TELL_EVERY_MS,
  unreportedShare,
} from '../../../../src/gateway/admission/cross-process-counter.ts';
import { createRateLimitStore } from '../../../../src/gateway/admission/rate-limit-store.ts';
import { type Count, type Counter, createWindows } from '../../../../src/gateway/admission/rate-limit.ts';
import { type Addition, MOST_KEYS, type SharedCounts } from '../../../../src/gateway/admission/shared-counts.ts';
import { type SharedCountReport } from '../../../../src/gateway/observability/metrics/shared-counts.ts';
import { sampled } from '../../../support/effort.ts';

const WINDOW_MS = 60_000;
/** How long a message is on its way, there and back each. */
const WAY_MS = 20;

/** Time that passes when it is informed to. */
const createTime = () => {
  const clock = { time: 0 };
  const due: { at: number; action: () => void }[] = [];
  return {
    now: () => clock.time,
    later: (action: () => void, milliseconds: number): void => {
      due.push({ at: clock.time + milliseconds, action });
      due.sort((one, other) => one.at - other.at);
    },
    /** Lets time pass, and everything happen that falls due. */
    passUntil: async (time: number): Promise<void> => {
      for (let next = due[0]; next !== undefined && next.at <= time; next = due[0]) {
        due.shift();
        clock.time = next.at;
        next.action();
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      }
      clock.time = time;
    },
  };
};

/** Processes that count together, over messages that take their time. */
const createFleet = (
  processes: number,
  points: number,
  {
    maxReported = 50_000,
    windowS = WINDOW_MS / 1000,
  }: { readonly maxReported?: number; readonly windowS?: number } = {},
) => {
  const time = createTime();
  const windows = createWindows(windowS, time.now);
  const asked: (readonly Addition[])[] = [];
  const tellings: SharedCountReport[] = [];
  const state = { isDown: false };
  const travel = () => new Promise<void>((resolve) => time.later(resolve, WAY_MS));
  const shared: SharedCounts = {
    add: async (_limit, additions) => {
      if (state.isDown) throw new Error('The store is gone.');
      asked.push(additions.map(({ key, points: added }) => ({ key, points: added })));
      await travel();
      const totals = additions.map(({ key, points: added }) => windows.add(key, added));
      await travel();
      return totals;
    },
    countProcesses: () => processes,
  };
  const limit = { name: 'token', points, windowS } as const;
  const counters = Array.from({ length: processes }, () =>
    createCrossProcessCounter({
      limit,
      shared,
      onShared: (telling) => void tellings.push(telling),
      now: time.now,
      later: time.later,
      maxReported,
    }),
  );
  const at = (process: number): Counter => {
    const counter = counters[process % processes];
    if (counter === undefined) throw new Error('There is no such process.');
    return counter;
  };
  const consume = (process: number, key = 'caller'): Count => {
    const count = at(process).consume(key);
    if (count instanceof Promise) throw new Error('A request would have to wait.');
    return count;
  };
  return { time, consume, asked, tellings, state };
};

/** A sequence that looks random and is the same each time. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** How the requests of a caller come to processes. */
const spreads: Readonly<Record<string, () => (request: number, processes: number) => number>> = {
  'in turn': () => (request, processes) => request % processes,
  'at random': () => {
    const random = createRandom(7);
    return (_request, processes) => random(processes);
  },
  'in runs of a hundred': () => (request) => Math.floor(request / 100),
};

const sizes = [1, 2, 10, 250, 800];
const cases = sizes.flatMap((processes) => Object.keys(spreads).map((spread) => ({ processes, spread })));
const POINTS = 3000;

describe('A caller who keeps to the limit', () => {
  const countRefused = async (processes: number, spread: string, pause: (request: number) => number) => {
    const { time, consume } = createFleet(processes, POINTS);
    const processOf = spreads[spread]?.();
    let refused = 0;
    for (let request = 0; request < 2 * POINTS; request += 1) {
      await time.passUntil(time.now() + pause(request));
      if (!consume(processOf?.(request, processes) ?? 0).isWithin) refused += 1;
    }
    return refused;
  };

  it.each(sampled(cases, 4))(
    'is never refused: $processes processes, $spread, steadily',
    async ({ processes, spread }) => {
      expect(await countRefused(processes, spread, () => WINDOW_MS / POINTS)).toBe(0);
    },
  );

  it.each(sampled(cases, 4))(
    'is never refused: $processes processes, $spread, by fits and starts',
    async ({ processes, spread }) => {
      // A third of the limit in an instant, after every third of a minute.
      const pause = (request: number) => (request % (POINTS / 3) === 0 ? WINDOW_MS / 3 : 0);
      expect(await countRefused(processes, spread, pause)).toBe(0);
    },
  );
});

describe('A caller far above the limit', () => {
  it.each(sampled(cases, 4))(
    'is let in as often as is stated: $processes processes, $spread',
    async ({ processes, spread }) => {
      const { time, consume } = createFleet(processes, POINTS);
      const processOf = spreads[spread]?.();
      const perSecond = 500;
      const letIn = [0, 0];
      const perProcessAndSecond = new Map<string, number>();
      for (let request = 0; request < 120 * perSecond; request += 1) {
        await time.passUntil((request * 1000) / perSecond);
        const process = processOf?.(request, processes) ?? 0;
        const second = `${process % processes} ${Math.floor(request / perSecond)}`;
        perProcessAndSecond.set(second, (perProcessAndSecond.get(second) ?? 0) + 1);
        const { isWithin, leftMs } = consume(process);
        const minute = Math.floor(time.now() / WINDOW_MS);
        if (isWithin) letIn[minute] = (letIn[minute] ?? 0) + 1;
        else if (leftMs <= 0) throw new Error('It is refused, and nobody knows until when.');
      }
      const share = Math.max(1, unreportedShare(POINTS, processes));
      const stated = POINTS + processes * (2 * share + Math.max(...perProcessAndSecond.values()));
      for (const count of letIn) expect(count).toBeLessThanOrEqual(processes === 1 ? POINTS : stated);
    },
  );
});

describe('Counts that are reported', () => {
  /** Uses a key more than may stay untold. */
  const use = ({ consume }: ReturnType<typeof createFleet>, key: string, times: number): void => {
    for (let at = 0; at < times; at += 1) consume(0, key);
  };

  it('go in batches, and report a key once in each', async () => {
    const fleet = createFleet(2, 100);
    for (const key of ['a', 'b']) use(fleet, key, 10);
    await fleet.time.passUntil(TELL_EVERY_MS);
    await fleet.time.passUntil(2 * TELL_EVERY_MS);
    for (const key of ['a', 'b']) use(fleet, key, 10);
    await fleet.time.passUntil(4 * TELL_EVERY_MS);
    const batch = (points: number) => ['a', 'b'].map((key) => ({ key, points }));
    expect(fleet.asked).toEqual([batch(0), batch(10)]);
    expect(fleet.tellings).toEqual(
      [0, 1].map(() => ({ outcome: 'told', keys: 2, lateMs: TELL_EVERY_MS + 2 * WAY_MS })),
    );
  });

  it('are bounded in number: what is over counts in each process alone', async () => {
    const fleet = createFleet(2, 100, { maxReported: 20 });
    for (let key = 0; key < 25; key += 1) use(fleet, `key ${key}`, 10);
    await fleet.time.passUntil(TELL_EVERY_MS + 2 * WAY_MS);
    expect(fleet.asked.map((batch) => batch.length)).toEqual([10]);
    expect(fleet.tellings.map(({ outcome, keys }) => [outcome, keys])).toEqual([
      ['left_out', 15],
      ['told', 10],
    ]);
    use(fleet, 'key 24', 90);
    expect(fleet.consume(0, 'key 24').isWithin).toBe(false);
    // In the next minute there is space again.
    await fleet.time.passUntil(2 * WINDOW_MS);
    use(fleet, 'key 24', 10);
    await fleet.time.passUntil(3 * WINDOW_MS);
    expect(fleet.asked.at(-1)).toEqual([{ key: 'key 24', points: 0 }]);
  });

  it('are kept to here while nobody can be reached, at once, and reported again afterwards', async () => {
    const fleet = createFleet(2, 100);
    fleet.state.isDown = true;
    const letIn = () => Array.from({ length: 150 }, () => fleet.consume(0).isWithin).filter(Boolean).length;
    expect(letIn()).toBe(100);
    await fleet.time.passUntil(WINDOW_MS);
    expect(fleet.tellings.map(({ outcome }) => outcome)).toEqual(['failed']);
    fleet.state.isDown = false;
    expect(letIn()).toBe(100);
    await fleet.time.passUntil(2 * WINDOW_MS - 1000);
    expect(fleet.tellings.at(-1)).toMatchObject({ outcome: 'told' });
  });
});

describe('An exact limit of several processes', () => {
  const createStores = (points: number) => {
    const windows = createWindows(60);
    const state = { asked: 0, isDown: false };
    const tellings: SharedCountReport[] = [];
    const shared: SharedCounts = {
      add: async (_limit, additions) => {
        state.asked += 1;
        if (state.isDown) throw new Error('The store is gone.');
        return additions.map(({ key, points }) => windows.add(key, points));
      },
      countProcesses: () => 2,
    };
    const limit = { name: 'sign_in_username', windowS: 60, isExact: true, points } as const;
    const create = () => createRateLimitStore(shared, (telling) => void tellings.push(telling))(limit);
    return { state, counters: [create(), create()], windows, tellings };
  };
  const letIn = async (counters: readonly Counter[], times: number): Promise<boolean[]> => {
    const counts: boolean[] = [];
    for (let at = 0; at < times; at += 1) {
      const count = await counters[at % counters.length]?.consume('somebody');
      counts.push(count?.isWithin ?? false);
    }
    return counts;
  };

  it.each([1, 5, 100])('lets in no more than one process would, and remembers who is refused: %i', async (points) => {
    const { state, counters } = createStores(points);
    const counts = await letIn(counters, points + 20);
    expect(counts).toEqual(Array.from({ length: points + 20 }, (_, at) => at < points));
    expect(state.asked).toBe(points + 2);
  });

  it('has a bounded number of keys there, however many try; what is over is kept by each process alone', async () => {
    const { counters, windows, tellings, state } = createStores(5);
    const [first] = counters;
    for (let user = 0; user < MOST_KEYS; user += 1) await first?.consume(`user ${user}`);
    expect(windows.size).toBe(MOST_KEYS / 2);
    expect(tellings).toHaveLength(MOST_KEYS / 2);
    expect(new Set(tellings.map(({ outcome }) => outcome))).toEqual(new Set(['left_out']));
    state.asked = 0;
    const over: (boolean | undefined)[] = [];
    for (let at = 0; at < 7; at += 1) over.push((await first?.consume(`user ${MOST_KEYS - 1}`))?.isWithin);
    expect(over).toEqual([true, true, true, true, false, false, false]);
    expect(state.asked).toBe(0);
    // One that was there before is still counted with the others.
    await first?.consume('user 1');
    expect(state.asked).toBe(1);
  });
});
