import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { assert, asyncProperty, double } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStaleCache, type StaleCacheOptions } from '../../../src/cache/stale-cache.ts';
import { WithAge } from '../../../src/cache/with-age.ts';

/** A promise that the test settles. */
const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
};

/** Lets everything that is ready to run do so. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A cache of texts with a clock in the test's hands: fresh 100 ms, stale 1000 ms after that. */
const createWorld = (options: Partial<StaleCacheOptions<string>> = {}) => {
  const clock = { time: 0 };
  const refreshErrors: [string, unknown][] = [];
  const cache = createStaleCache<string>({
    freshMs: 100,
    staleMs: 1000,
    maxEntries: 10,
    now: () => clock.time,
    onRefreshError: (key, error) => refreshErrors.push([key, error]),
    ...options,
  });
  return { cache, clock, refreshErrors };
};

const giving = (value: string) => ({ fill: async () => value });
const failing = (message: string) => async (): Promise<string> => {
  throw new Error(message);
};
const forbidden = async (): Promise<string> => {
  throw new Error('must not be called');
};

describe('A failure that is kept', () => {
  /** Failures that name a time are kept for so long, in milliseconds. */
  const keepFailureMs = (error: unknown) => Number(/\d+/.exec(String(error))?.[0] ?? 0);

  it('is given to whoever asks, without a fill, until its time is over', async () => {
    const { cache, clock } = createWorld({ keepFailureMs });
    await expect(cache.get('a', { fill: failing('for 50') })).rejects.toThrow('for 50');
    clock.time = 49;
    await expect(cache.get('a', { fill: forbidden })).rejects.toThrow('for 50');
    expect(await cache.get('b', giving('other'))).toMatchObject({ value: 'other' });
    clock.time = 50;
    expect(await cache.get('a', giving('one'))).toEqual({ value: 'one', state: 'MISS' });
  });

  it('is given to those in line, and is no younger for that', async () => {
    const { cache, clock } = createWorld({ keepFailureMs });
    const source = deferred<string>();
    const first = cache.get('a', { fill: () => source.promise });
    const others = [cache.get('a', { fill: forbidden }), cache.get('a', { fill: forbidden })];
    await settle();
    source.reject(new Error('for 50'));
    for (const each of [first, ...others]) await expect(each).rejects.toThrow('for 50');
    clock.time = 50;
    expect(await cache.get('a', giving('one'))).toMatchObject({ value: 'one' });
  });

  it('is no younger for being given to somebody at the moment when its time is over', async () => {
    const { cache, clock } = createWorld({ keepFailureMs });
    await expect(cache.get('a', { fill: failing('for 50') })).rejects.toThrow('for 50');
    clock.time = 49;
    const last = cache.get('a', { fill: forbidden });
    clock.time = 50;
    await expect(last).rejects.toThrow('for 50');
    expect(await cache.get('a', giving('one'))).toMatchObject({ value: 'one' });
  });

  it('is not kept when its time is nought: the next in line fills', async () => {
    const { cache } = createWorld({ keepFailureMs });
    await expect(cache.get('a', { fill: failing('my own') })).rejects.toThrow('my own');
    expect(await cache.get('a', giving('one'))).toMatchObject({ value: 'one' });
  });

  it('ends up to a share of jitter earlier', async () => {
    const { cache, clock } = createWorld({ keepFailureMs, jitter: 0.1, random: () => 0.5 });
    await expect(cache.get('a', { fill: failing('for 100') })).rejects.toThrow('for 100');
    clock.time = 94;
    await expect(cache.get('a', { fill: forbidden })).rejects.toThrow('for 100');
    clock.time = 95;
    expect(await cache.get('a', giving('one'))).toMatchObject({ value: 'one' });
  });

  it('of a refresh keeps the stale value, and keeps from refreshing meanwhile', async () => {
    const { cache, clock, refreshErrors } = createWorld({ keepFailureMs, refreshPauseMs: 1 });
    await cache.get('a', giving('one'));
    clock.time = 100;
    await cache.get('a', { fill: forbidden, refresh: failing('for 500') });
    await settle();
    clock.time = 599;
    expect(await cache.get('a', { fill: forbidden, refresh: forbidden })).toEqual({ value: 'one', state: 'STALE' });
    await settle();
    expect(refreshErrors).toHaveLength(1);
  });

  it.each(['delete', 'clear'] as const)('is forgotten by %s, also while its fill is under way', async (forget) => {
    const { cache } = createWorld({ keepFailureMs });
    await expect(cache.get('a', { fill: failing('for 50') })).rejects.toThrow('for 50');
    cache[forget]('a');
    const source = deferred<string>();
    const flying = cache.get('a', { fill: () => source.promise });
    await settle();
    cache[forget]('a');
    source.reject(new Error('for 50'));
    await expect(flying).rejects.toThrow('for 50');
    expect(await cache.get('a', giving('one'))).toMatchObject({ value: 'one' });
  });
});

describe('StaleCache.get', () => {
  it('fills what is missing, then serves from memory until the value is no longer fresh', async () => {
    const { cache, clock } = createWorld();
    expect(await cache.get('a', giving('one'))).toEqual({ value: 'one', state: 'MISS' });
    clock.time = 99;
    expect(await cache.get('a', { fill: forbidden, refresh: forbidden })).toEqual({ value: 'one', state: 'HIT' });
    clock.time = 100;
    expect(await cache.get('a', { fill: forbidden })).toEqual({ value: 'one', state: 'STALE' });
  });

  it('keeps a value that is old when it comes for what is left of its time only', async () => {
    const { cache, clock } = createWorld();
    const aged = (ageMs: number) => ({ fill: async () => new WithAge('old', ageMs) });
    await cache.get('a', aged(60));
    expect(cache.peek('a')).toEqual({ value: 'old', state: 'fresh', ageMs: 60 });
    clock.time = 40;
    expect(cache.peek('a')).toEqual({ value: 'old', state: 'stale', ageMs: 100 });
    clock.time = 1040;
    expect(cache.peek('a')).toBeUndefined();
    await cache.get('a', aged(500));
    expect(cache.peek('a')).toMatchObject({ state: 'stale' });
    expect(await cache.get('b', aged(1100))).toEqual({ value: 'old', state: 'MISS' });
    expect(cache.peek('b')).toBeUndefined();
  });

  it('makes one fill for 200 callers at once', async () => {
    const { cache } = createWorld();
    const source = deferred<string>();
    let fills = 0;
    const callers = Array.from({ length: 200 }, () =>
      cache.get('a', {
        fill: () => {
          fills += 1;
          return source.promise;
        },
      }),
    );
    await settle();
    source.resolve('one');
    const responses = await Promise.all(callers);
    expect(fills).toBe(1);
    expect(new Set(responses.map(({ value, state }) => `${value} ${state}`))).toEqual(new Set(['one MISS']));
  });

  it('keeps keys apart', async () => {
    const { cache } = createWorld();
    const [a, b] = await Promise.all([cache.get('a', giving('one')), cache.get('b', giving('two'))]);
    expect([a.value, b.value]).toEqual(['one', 'two']);
  });

  it('takes the last response as given when values are never fresh', async () => {
    const { cache, clock } = createWorld({ freshMs: 0 });
    expect((await cache.get('a', giving('one'))).state).toBe('MISS');
    expect(await cache.get('a', { fill: forbidden, refresh: async () => 'two' })).toEqual({
      value: 'one',
      state: 'STALE',
    });
    await settle();
    expect(await cache.get('a', { fill: forbidden })).toEqual({ value: 'two', state: 'STALE' });
    clock.time = 1000;
    expect((await cache.get('a', giving('three'))).state).toBe('MISS');
  });

  it('only joins callers together when values are neither fresh nor served stale', async () => {
    const { cache } = createWorld({ freshMs: 0, staleMs: 0 });
    const source = deferred<string>();
    const first = cache.get('a', { fill: () => source.promise });
    const second = cache.get('a', { fill: forbidden });
    source.resolve('one');
    expect([(await first).value, (await second).value]).toEqual(['one', 'one']);
    expect(await cache.get('a', giving('two'))).toEqual({ value: 'two', state: 'MISS' });
  });
});

describe('StaleCache.get of a stale value', () => {
  const createStaleWorld = async (options: Partial<StaleCacheOptions<string>> = {}) => {
    const world = createWorld(options);
    await world.cache.get('a', giving('old'));
    world.clock.time = 100;
    return world;
  };

  it('returns at once and refreshes once behind, however many ask', async () => {
    const { cache } = await createStaleWorld();
    const source = deferred<string>();
    let refreshes = 0;
    const sources = {
      fill: forbidden,
      refresh: () => {
        refreshes += 1;
        return source.promise;
      },
    };
    const responses = await Promise.all(Array.from({ length: 50 }, () => cache.get('a', sources)));
    expect(new Set(responses.map(({ state }) => state))).toEqual(new Set(['STALE']));
    expect(refreshes).toBe(1);
    source.resolve('new');
    await settle();
    expect(await cache.get('a', sources)).toEqual({ value: 'new', state: 'HIT' });
    expect(refreshes).toBe(1);
  });

  it('is served without a refresh until the hard limit, and the next caller fills', async () => {
    const { cache, clock } = await createStaleWorld();
    clock.time = 1099;
    expect(await cache.get('a', { fill: forbidden })).toEqual({ value: 'old', state: 'STALE' });
    clock.time = 1100;
    expect(await cache.get('a', giving('new'))).toEqual({ value: 'new', state: 'MISS' });
  });

  it('stays when the refresh fails, reports why, and is not refreshed again before the pause is over', async () => {
    const { cache, clock, refreshErrors } = await createStaleWorld({ refreshPauseMs: 20 });
    expect((await cache.get('a', { fill: forbidden, refresh: failing('down') })).value).toBe('old');
    await settle();
    expect(refreshErrors).toEqual([['a', new Error('down')]]);
    clock.time = 119;
    expect(await cache.get('a', { fill: forbidden, refresh: forbidden })).toEqual({ value: 'old', state: 'STALE' });
    await settle();
    expect(refreshErrors).toHaveLength(1);
    clock.time = 120;
    await cache.get('a', { fill: forbidden, refresh: async () => 'new' });
    await settle();
    expect((await cache.get('a', { fill: forbidden })).value).toBe('new');
  });

  it('stays when the refresh brings something that may not be kept', async () => {
    const { cache } = await createStaleWorld({ isKeepable: (value) => value !== '' });
    await cache.get('a', { fill: forbidden, refresh: async () => '' });
    await settle();
    expect((await cache.get('a', { fill: forbidden })).value).toBe('old');
  });

  it('reports a refresh that throws before it returns a promise', async () => {
    const { cache, refreshErrors } = await createStaleWorld();
    const refresh = () => {
      throw new Error('at once');
    };
    expect((await cache.get('a', { fill: forbidden, refresh })).value).toBe('old');
    await settle();
    expect(refreshErrors).toEqual([['a', new Error('at once')]]);
  });

  it('lets a caller after the hard limit wait for the refresh under way, and fill when that fails', async () => {
    const { cache, clock } = await createStaleWorld();
    const source = deferred<string>();
    await cache.get('a', { fill: forbidden, refresh: () => source.promise });
    clock.time = 1100;
    const late = cache.get('a', giving('own'));
    source.reject(new Error('down'));
    expect(await late).toEqual({ value: 'own', state: 'MISS' });
  });
});

describe('StaleCache.get when a fill fails', () => {
  it('fails only the caller whose fill it was; the next in line fills for the others', async () => {
    const { cache } = createWorld();
    const source = deferred<string>();
    const order: string[] = [];
    const caller = (name: string, fill: () => Promise<string>) =>
      cache.get('a', {
        fill: () => {
          order.push(name);
          return fill();
        },
      });
    const callers = [
      caller('first', () => source.promise),
      caller('second', failing('also refused')),
      caller('third', async () => 'mine'),
      caller('fourth', forbidden),
    ];
    source.reject(new Error('refused'));
    const results = await Promise.allSettled(callers);
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value.value : String(result.reason))),
    ).toEqual(['Error: refused', 'Error: also refused', 'mine', 'mine']);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('keeps no failure: the next caller fills again', async () => {
    const { cache } = createWorld();
    await expect(cache.get('a', { fill: failing('down') })).rejects.toThrow('down');
    expect(cache.size).toBe(0);
    expect(await cache.get('a', giving('one'))).toEqual({ value: 'one', state: 'MISS' });
  });

  it('recovers from a fill that throws before it returns a promise', async () => {
    const { cache } = createWorld();
    const fill = () => {
      throw new Error('at once');
    };
    await expect(cache.get('a', { fill })).rejects.toThrow('at once');
    expect((await cache.get('a', giving('one'))).value).toBe('one');
  });

  it('fails the caller alone when the check for keeping throws', async () => {
    const { cache } = createWorld({
      isKeepable: (value) => {
        if (value === 'bad') throw new Error('cannot tell');
        return true;
      },
    });
    const [first, second] = await Promise.allSettled([cache.get('a', giving('bad')), cache.get('a', giving('good'))]);
    expect(first).toMatchObject({ status: 'rejected', reason: new Error('cannot tell') });
    expect(second).toMatchObject({ status: 'fulfilled', value: { value: 'good' } });
  });
});

describe('StaleCache.get when a caller leaves', () => {
  it('goes on with the fill of a leader who left, for the others and for later', async () => {
    const { cache } = createWorld();
    const source = deferred<string>();
    const leader = new AbortController();
    const led = cache.get('a', { fill: () => source.promise }, leader.signal);
    const waited = cache.get('a', { fill: forbidden });
    leader.abort(new Error('client gone'));
    await expect(led).rejects.toThrow('client gone');
    source.resolve('one');
    expect((await waited).value).toBe('one');
    expect((await cache.get('a', { fill: forbidden })).state).toBe('HIT');
  });

  it('lets a waiter leave alone', async () => {
    const { cache } = createWorld();
    const source = deferred<string>();
    const waiter = new AbortController();
    const led = cache.get('a', { fill: () => source.promise });
    const waited = cache.get('a', { fill: forbidden }, waiter.signal);
    await settle();
    waiter.abort(new Error('time is up'));
    await expect(waited).rejects.toThrow('time is up');
    source.resolve('one');
    expect((await led).value).toBe('one');
  });

  it('passes over a waiter who left when the lead is to be taken over', async () => {
    const { cache } = createWorld();
    const source = deferred<string>();
    const gone = new AbortController();
    const led = cache.get('a', { fill: () => source.promise });
    const left = cache.get('a', { fill: forbidden }, gone.signal);
    const next = cache.get('a', giving('mine'));
    gone.abort();
    source.reject(new Error('refused'));
    const results = await Promise.allSettled([led, left, next]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('turns away a caller who has already left, even when the value is cached', async () => {
    const { cache } = createWorld();
    await cache.get('a', giving('one'));
    await expect(cache.get('a', { fill: forbidden }, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('leaves no unhandled rejection when the leader left and the fill then fails', async () => {
    const { cache } = createWorld();
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const source = deferred<string>();
    const leader = new AbortController();
    const led = cache.get('a', { fill: () => source.promise }, leader.signal);
    leader.abort(new Error('gone'));
    await expect(led).rejects.toThrow('gone');
    source.reject(new Error('too late'));
    await settle();
    await settle();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

describe('StaleCache.peek', () => {
  it('returns at once what is cached and how old it is', async () => {
    const { cache, clock } = createWorld();
    expect(cache.peek('a')).toBeUndefined();
    await cache.get('a', giving('one'));
    expect(cache.peek('a')).toEqual({ value: 'one', state: 'fresh', ageMs: 0 });
    clock.time = 100;
    expect(cache.peek('a')).toEqual({ value: 'one', state: 'stale', ageMs: 100 });
    clock.time = 1100;
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.size).toBe(0);
  });
});

describe('StaleCacheOptions.jitter', () => {
  it('makes a value stale earlier by at most its share, and never moves the hard limit', async () => {
    await assert(
      asyncProperty(double({ min: 0, max: 0.999, noNaN: true }), async (chance) => {
        const { cache, clock } = createWorld({ jitter: 0.1, random: () => chance });
        await cache.get('a', giving('one'));
        const freshUntil = 100 - 10 * chance;
        clock.time = freshUntil - 0.001;
        expect(cache.peek('a')?.state).toBe('fresh');
        clock.time = freshUntil + 0.001;
        expect(cache.peek('a')?.state).toBe('stale');
        clock.time = 1099.999;
        expect(cache.peek('a')?.state).toBe('stale');
      }),
    );
  });
});

describe('StaleCacheOptions.isKeepable', () => {
  it('gives a value that may not be kept to all who waited, and then forgets it', async () => {
    const { cache } = createWorld({ isKeepable: (value) => value !== '' });
    const responses = await Promise.all([cache.get('a', giving('')), cache.get('a', { fill: forbidden })]);
    expect(responses.map(({ value }) => value)).toEqual(['', '']);
    expect(cache.size).toBe(0);
    expect((await cache.get('a', giving('one'))).state).toBe('MISS');
  });
});

describe('StaleCacheOptions.maxEntries', () => {
  it('drops the value that was used longest ago', async () => {
    const { cache } = createWorld({ maxEntries: 2 });
    await cache.get('a', giving('one'));
    await cache.get('b', giving('two'));
    cache.peek('a');
    await cache.get('c', giving('three'));
    expect(cache.size).toBe(2);
    expect([cache.peek('a')?.value, cache.peek('b')?.value, cache.peek('c')?.value]).toEqual([
      'one',
      undefined,
      'three',
    ]);
  });
});

describe('StaleCache.delete and clear', () => {
  for (const forget of ['delete', 'clear'] as const) {
    it(`${forget}: forgets what is kept, and does not keep what was on its way`, async () => {
      const { cache } = createWorld();
      await cache.get('b', giving('kept'));
      const source = deferred<string>();
      const waited = cache.get('a', { fill: () => source.promise });
      if (forget === 'delete') {
        cache.delete('a');
        cache.delete('b');
      } else cache.clear();
      expect(cache.peek('b')).toBeUndefined();
      const after = cache.get('a', giving('after'));
      source.resolve('before');
      expect((await waited).value).toBe('before');
      expect((await after).value).toBe('after');
      expect(cache.peek('a')?.value).toBe('after');
    });
  }
});

describe('what a stale cache holds on to', () => {
  it('is nothing of a caller once the fill is done, well or badly', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: unknown = runInNewContext('gc');
    if (typeof collectGarbage !== 'function') throw new Error('no gc');
    const { cache } = createWorld();

    const ask = async (key: string, fails: boolean): Promise<WeakRef<object>> => {
      const caller = { token: `token of ${key}` };
      const { signal } = new AbortController();
      const fill = async () => {
        await settle();
        if (fails) throw new Error(caller.token);
        return `${caller.token.length} characters`;
      };
      await cache.get(key, { fill, refresh: fill }, signal).catch(() => {});
      return new WeakRef(caller);
    };

    const callers = [await ask('a', false), await ask('b', true)];
    for (let round = 0; round < 20 && callers.some((caller) => caller.deref()); round += 1) {
      await settle();
      collectGarbage();
    }
    expect(callers.map((caller) => caller.deref())).toEqual([undefined, undefined]);
    expect(cache.size).toBe(1);
  });

  it('is no listener on the signal of a caller', async () => {
    const { cache } = createWorld();
    const { signal } = new AbortController();
    const source = deferred<string>();
    const asked = cache.get('a', { fill: () => source.promise }, signal);
    await settle();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    source.resolve('one');
    await asked;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
