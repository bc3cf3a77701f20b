import { describe, expect, it } from 'vitest';
import { createShare, type ShareOptions } from '../../../src/rest/share.ts';
import { sampled } from '../../support/effort.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { TestTaker } from './test-taker.ts';
import { settle, VirtualClock } from './virtual-clock.ts';

interface Asked {
  readonly caller: string | null;
  readonly part: string;
  readonly askedAt: number;
  state: 'waiting' | 'held' | 'given back' | 'cancelled' | 'refused';
  readonly taker: TestTaker;
}

/** A share, and all that was asked of it; each change is held against what was promised. */
const startShare = ({ count = 64, maxWaiting = 4096, maxWaitMs = 1000 }: Partial<ShareOptions> = {}) => {
  const time = new VirtualClock();
  const share = createShare({ count, maxWaiting, maxWaitMs, now: time.now, later: time.later });
  const calls: Asked[] = [];
  const broken: string[] = [];
  /** When a caller last had a turn, or began to wait, by the order of events. */
  const turns = new Map<string, number>();
  /** When a caller last had a turn at a part, or began to wait for it, by the clock. */
  const served = new Map<string, number>();
  let event = 0;

  const inState = (state: Asked['state'], by: Partial<Pick<Asked, 'caller' | 'part'>> = {}): Asked[] =>
    calls.filter(
      (call) =>
        call.state === state &&
        (by.caller === undefined || call.caller === by.caller) &&
        (by.part === undefined || call.part === by.part),
    );
  const laneOf = ({ caller, part }: Pick<Asked, 'caller' | 'part'>): string => `${caller} ${part}`;

  /** What holds whenever nothing happens: nobody waits for a connection that he may have, and none is lost. */
  const check = (): void => {
    const held = inState('held');
    const waiting = inState('waiting');
    const left = count - held.length;
    const require = (isKept: boolean, promise: string): void => {
      if (!isKept) broken.push(`${time.now()} ms: ${promise}`);
    };
    require(share.taken === held.length && share.waiting === waiting.length, 'the counts are true');
    require(left >= 0, 'no more are taken than there are');
    for (const part of new Set(calls.map((call) => call.part))) {
      const ofPart = held.filter((call) => call.part === part).length;
      require(ofPart <= Math.ceil(count / 2), 'a part of the service has half of the connections at most');
      for (const caller of new Set(waiting.filter((call) => call.part === part).map((call) => call.caller))) {
        const own = caller === null ? 0 : held.filter((call) => call.caller === caller).length;
        require(!mayHave(own, ofPart, left), 'nobody waits for what is free for him');
      }
    }
    for (const call of waiting) {
      const since = Math.max(call.askedAt, served.get(laneOf(call)) ?? 0);
      require(time.now() - since <= maxWaitMs, 'nobody waits longer than he may');
    }
  };

  /** What holds when a caller gets a connection that he waited for. */
  const checkTurn = (call: Asked): void => {
    const heldBy = (caller: string): number => inState('held', { caller }).length;
    const { caller, part } = call;
    if (caller === null) return;
    const own = heldBy(caller);
    const left = count - inState('held').length;
    for (const other of new Set(inState('waiting').map((one) => one.caller))) {
      if (other === null || other === caller) continue;
      const isForSame = inState('waiting', { caller: other, part }).length > 0;
      if (isForSame && own < count / 4 && heldBy(other) <= own && (turns.get(other) ?? 0) < (turns.get(caller) ?? 0))
        broken.push(`${time.now()} ms: ${caller} goes before ${other}, whose turn it is`);
      const couldGo = inState('waiting', { caller: other }).some((one) =>
        mayHave(heldBy(other), inState('held', { part: one.part }).length, left),
      );
      if (own >= count / 4 && heldBy(other) < count / 4 && couldGo)
        broken.push(`${time.now()} ms: ${caller} has ${own}, and gets more while it would help ${other}`);
    }
  };

  /** A caller has gone: nobody waits any more. */
  const leave = (call: Asked): void => {
    if (call.state !== 'waiting') return;
    call.state = 'cancelled';
    share.leave(call.taker);
  };

  const giveBack = (call: Asked): void => {
    if (call.state !== 'held') return;
    call.state = 'given back';
    share.leave(call.taker);
  };

  return {
    time,
    share,
    calls,
    broken,
    check,
    inState,
    giveBack,
    leave,
    /** Asks for a connection, which is given back after a while. */
    ask: (caller: string | null, part: string, heldMs = Number.POSITIVE_INFINITY): Asked => {
      let hasWaited = false;
      const onConnection = (): void => {
        if (hasWaited) {
          checkTurn(call);
          event += 1;
          if (caller !== null) turns.set(caller, event);
          served.set(laneOf(call), time.now());
        }
        call.state = 'held';
        if (Number.isFinite(heldMs)) time.later(() => giveBack(call), heldMs);
      };
      const onRefusal = (): void => {
        call.state = 'refused';
      };
      const taker = new TestTaker(caller, part, onConnection, onRefusal);
      const call: Asked = { caller, part, askedAt: time.now(), state: 'waiting', taker };
      event += 1;
      if (caller !== null && inState('waiting', { caller }).length === 0) turns.set(caller, event);
      share.take(taker);
      hasWaited = true;
      calls.push(call);
      return call;
    },
  };
};

/** Whether a caller who has so many gets one more of a part: the last third of its half is for those who have none. */
const mayHave = (own: number, ofPart: number, left: number): boolean =>
  ofPart + (own === 0 ? 0 : Math.max(own, ofPart)) < left;

const parts = ['listings', 'watching', 'user'] as const;

/** A load at random: patient and impatient callers, those who ask for much at once, parts that become slow. */
const runLoad = async (seed: number) => {
  const random = createSeededRandom(seed);
  const count = random.pick([1, 2, 8, 16, 64]);
  const started = startShare({ count, maxWaiting: random.pick([0, 3, 100, 4096]), maxWaitMs: random.pick([50, 1000]) });
  const { time, ask, check, leave } = started;
  const names = Array.from({ length: random.integer(1, 8) }, (_value, at) => (at === 0 ? null : `caller ${at}`));
  const slowPart = random.chance(0.3) ? random.pick(parts) : null;
  const askSome = (): void => {
    const caller = random.pick(names);
    const part = random.pick(parts);
    const calls = random.chance(0.2) ? random.integer(5, 50) : 1;
    for (let call = 0; call < calls; call += 1) {
      const asked = ask(caller, part, part === slowPart ? random.integer(500, 3000) : random.integer(0, 100));
      if (random.chance(0.2)) time.later(() => leave(asked), random.integer(0, 200));
    }
  };
  for (let at = 0; at < 60; at += 1) time.later(askSome, random.integer(0, 1500));
  for (let ms = 0; ms < 4000; ms += 20) {
    await time.run(ms);
    check();
  }
  // With one connection a slow part takes that long.
  await time.run(1_000_000);
  check();
  return started;
};

const seeds = Array.from({ length: 96 }, (_value, at) => at + 1);

it.each(sampled(24, seeds))(
  'Connections that callers share, whatever the load keep what they promise, and are all given back (seed %i)',
  async (seed) => {
    const { broken, share, inState, calls } = await runLoad(seed);
    expect(broken.slice(0, 5)).toEqual([]);
    expect([share.taken, share.waiting]).toEqual([0, 0]);
    expect(inState('waiting').length + inState('held').length).toBe(0);
    expect(calls.length).toBeGreaterThanOrEqual(60);
  },
);

describe('Connections that callers share', () => {
  it('are a third for one caller alone, and some are left for each who comes after', () => {
    const { ask, share } = startShare();
    const takenBy = (caller: string): number => {
      const before = share.taken;
      for (let call = 0; call < 50; call += 1) ask(caller, 'listings');
      return share.taken - before;
    };
    const others = Array.from({ length: 10 }, (_value, at) => `other ${at}`);
    expect(['greedy', ...others, 'last'].map(takenBy)).toEqual([22, ...others.map(() => 1), 0]);
    expect(ask('last', 'user').state).toBe('held');
  });

  it('are half for a part of the service that many callers ask for, and some are left for each other part', () => {
    const { ask, inState } = startShare();
    for (const [part, most] of [
      ['listings', 32],
      ['user', 16],
      ['watching', 8],
    ] as const) {
      for (let call = 0; call < 100; call += 1) ask(`${part} ${call}`, part);
      expect(inState('held', { part })).toHaveLength(most);
    }
  });

  it('have no bound but those of parts for callers who cannot be told apart', () => {
    const { ask, inState } = startShare();
    for (let call = 0; call < 100; call += 1) ask(null, 'listings');
    expect(inState('held')).toHaveLength(32);
  });

  it('are given in turn, a call each, whoever came first and however much he asks for', async () => {
    const { ask, giveBack, inState } = startShare({ count: 2 });
    ask(null, 'listings');
    const order: string[] = [];
    for (const [caller, calls] of Object.entries({ one: 50, two: 3, three: 1 }))
      for (let call = 0; call < calls; call += 1) ask(caller, 'listings');
    for (let turn = 0; turn < 6; turn += 1) {
      const before = inState('held')[0];
      if (before !== undefined) giveBack(before);
      await settle();
      order.push(inState('held')[0]?.caller ?? 'nobody');
    }
    expect(order).toEqual(['one', 'two', 'three', 'one', 'two', 'one']);
  });

  it('keep nobody waiting for one part while his calls to another have all that they may have', async () => {
    const { ask } = startShare();
    for (let call = 0; call < 100; call += 1) ask(`caller ${call}`, 'listings');
    const [hanging, other] = [ask('patient', 'listings'), ask('patient', 'user')];
    await settle();
    expect([hanging.state, other.state]).toEqual(['waiting', 'held']);
  });

  it('refuse a caller who has no turn for too long, and let him wait behind his own calls for longer', async () => {
    const { ask, time } = startShare({ count: 1 });
    const slow = Array.from({ length: 4 }, () => ask('slow', 'listings', 800));
    await time.run(2399);
    expect(slow.map(({ state }) => state)).toEqual(['given back', 'given back', 'held', 'waiting']);
    ask('hanging', 'listings');
    await time.run(3200);
    const late = ask('late', 'listings');
    await time.run(4199);
    expect(late.state).toBe('waiting');
    await time.run(4201);
    expect(late.state).toBe('refused');
  });
});

describe('The queue', () => {
  it('has a fifth for one caller, and refuses nobody else', async () => {
    const { ask, share } = startShare({ maxWaiting: 100 });
    for (let call = 0; call < 32; call += 1) ask(`holder ${call}`, 'listings');
    const greedy = Array.from({ length: 50 }, () => ask('greedy', 'listings'));
    const others = Array.from({ length: 10 }, (_value, at) => ask(`other ${at}`, 'listings'));
    await settle();
    expect(greedy.filter(({ state }) => state === 'waiting')).toHaveLength(20);
    expect(others.every(({ state }) => state === 'waiting')).toBe(true);
    expect(share.waiting).toBe(30);
  });

  it('is full for the operations of one caller before it is for others, and for one part before it is for the next', () => {
    const { ask, share } = startShare({ maxWaiting: 640 });
    for (let call = 0; call < 32; call += 1) ask(`holder ${call}`, 'listings');
    for (let call = 0; call < 9; call += 1) ask('greedy', 'listings');
    expect(share.isFull('listings', 'greedy')).toBe(false);
    ask('greedy', 'listings');
    expect(share.isFull('listings', 'greedy')).toBe(true);
    expect([share.isFull('user', 'greedy'), share.isFull('listings', 'other'), share.isFull('listings', null)]).toEqual(
      [false, false, false],
    );
    for (let caller = 10; caller < 319; caller += 1) ask(`waiter ${caller}`, 'listings');
    expect(share.isFull('listings', 'other')).toBe(false);
    ask('last', 'listings');
    expect([share.isFull('listings', 'other'), share.isFull('user', 'other')]).toEqual([true, false]);
  });

  it('is full for nobody for whom a connection is free', () => {
    const { ask, share } = startShare({ maxWaiting: 100 });
    for (let call = 0; call < 200; call += 1) ask(`greedy ${call % 4}`, 'listings');
    expect(share.waiting).toBeGreaterThan(50);
    expect([share.isFull('listings', 'greedy 0'), share.isFull('listings', 'other')]).toEqual([true, false]);
    expect(ask('other', 'listings').state).toBe('held');
  });

  it('is left at once by who goes, and a connection that comes too late for him goes to the next', async () => {
    const { ask, giveBack, leave, share } = startShare({ count: 1 });
    const first = ask('one', 'listings');
    const [leaving, next] = [ask('two', 'listings'), ask('three', 'listings')];
    leave(leaving);
    giveBack(first);
    await settle();
    expect([leaving.state, next.state]).toEqual(['cancelled', 'held']);
    giveBack(next);
    expect([share.taken, share.waiting]).toEqual([0, 0]);
  });
});
