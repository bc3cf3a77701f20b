import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordClaim, RecordStore } from '../../../src/records/record-store.ts';
import { isRedisSkipped } from '../../support/redis/redis-server.ts';
import { openCluster, openMemory, openServer, type Place } from './record-store-fixture.ts';

const MINUTE = 60_000;
const patience = { timeout: 60_000 } as const;

/** A claim of another record than any before. */
const newClaim = (id: string = randomUUID()): RecordClaim => ({ id, holder: randomUUID() });
const rival = ({ id }: RecordClaim): RecordClaim => newClaim(id);

type OpenPlace = typeof openMemory;

const places: [string, OpenPlace][] = [
  ['in memory', openMemory],
  ...(isRedisSkipped ? [] : [['in Redis', openServer] satisfies [string, OpenPlace]]),
];
const cluster: [string, OpenPlace][] = isRedisSkipped ? [] : [['in a Redis Cluster', openCluster]];

describe.each([...places, ...cluster])('Records %s', patience, (_name, openPlace) => {
  let place: Place;
  let store: RecordStore;
  beforeAll(async () => {
    place = await openPlace();
    store = await place.open();
  }, 60_000);
  afterAll(() => place[Symbol.asyncDispose]());

  it('are claimed once: whoever comes later gets what is there', async () => {
    const claim = newClaim();
    expect(await store.claim(claim, 'first', MINUTE)).toBeNull();
    expect(await store.claim(rival(claim), 'second', MINUTE)).toEqual({ state: 'running', text: 'first' });
    expect(await store.claim(rival(claim), 'third', MINUTE)).toEqual({ state: 'running', text: 'first' });
    expect(await store.claim(newClaim(), 'other', MINUTE)).toBeNull();
  });

  it('are not claimed a second time by the same holder', async () => {
    const claim = newClaim();
    await store.claim(claim, 'first', MINUTE);
    expect(await store.claim(claim, 'second', MINUTE)).toEqual({ state: 'running', text: 'first' });
  });

  it('are abandoned, and never free, when their holder has not finished in time', async () => {
    const claim = newClaim();
    await store.claim(claim, 'first', 1);
    await place.pass(1);
    for (const again of [rival(claim), rival(claim)]) {
      expect(await store.claim(again, 'second', MINUTE)).toEqual({ state: 'abandoned', text: 'first' });
    }
  });

  it('are renewed with a text: their holder has more time', async () => {
    const claim = newClaim();
    await store.claim(claim, 'first', 1);
    await store.renew(claim, 'half done', MINUTE);
    await place.pass(1);
    expect(await store.claim(rival(claim), '', MINUTE)).toEqual({ state: 'running', text: 'half done' });
    await store.renew(claim, 'nearly done', 1);
    await place.pass(1);
    expect(await store.claim(rival(claim), '', MINUTE)).toEqual({ state: 'abandoned', text: 'nearly done' });
  });

  it('stay done, with the text that was written last', async () => {
    const claim = newClaim();
    await store.claim(claim, 'first', 1);
    await store.finish(claim, 'the response');
    await place.pass(1);
    expect(await store.claim(rival(claim), 'second', MINUTE)).toEqual({ state: 'done', text: 'the response' });
  });

  it('are finished by their holder also when the time was up', async () => {
    const claim = newClaim();
    await store.claim(claim, 'first', 1);
    await place.pass(1);
    await store.finish(claim, 'the response');
    expect(await store.claim(rival(claim), 'second', MINUTE)).toEqual({ state: 'done', text: 'the response' });
  });

  it.each([
    ['nothing', ''],
    ['several lines', 'one\ntwo 3\n\n4 5\n'],
    ['letters and pictures', 'Zürich 🚲'],
    ['a mebibyte', 'x'.repeat(1_048_576)],
  ])('keep a text as it is: %s', async (_what, text) => {
    const claim = newClaim();
    await store.claim(claim, text, MINUTE);
    expect(await store.claim(rival(claim), '', MINUTE)).toEqual({ state: 'running', text });
    await store.finish(claim, text);
    expect(await store.claim(rival(claim), '', MINUTE)).toEqual({ state: 'done', text });
  });

  it('are written by their holder alone', async () => {
    const [running, abandoned, done] = [newClaim(), newClaim(), newClaim()];
    await store.claim(running, 'first', MINUTE);
    await store.claim(abandoned, 'first', 1);
    await store.claim(done, 'first', MINUTE);
    await store.finish(done, 'finished');
    await place.pass(1);
    for (const claim of [running, abandoned, done]) {
      for (const other of [rival(claim), { ...claim, holder: claim.holder.slice(0, -1) }]) {
        await store.renew(other, 'of a stranger', MINUTE);
        await store.finish(other, 'of a stranger');
      }
    }
    expect(await store.claim(rival(running), '', MINUTE)).toEqual({ state: 'running', text: 'first' });
    expect(await store.claim(rival(abandoned), '', MINUTE)).toEqual({ state: 'abandoned', text: 'first' });
    expect(await store.claim(rival(done), '', MINUTE)).toEqual({ state: 'done', text: 'finished' });
  });

  it('are renewed while they are claimed alone: not when they are done, and not when they are gone', async () => {
    const [done, gone] = [newClaim(), newClaim()];
    for (const claim of [done, gone]) await store.claim(claim, 'first', MINUTE);
    await store.finish(done, 'the response');
    await store.release(gone);
    for (const claim of [done, gone]) await store.renew(claim, 'too late', MINUTE);
    expect(await store.claim(rival(done), '', MINUTE)).toEqual({ state: 'done', text: 'the response' });
    expect(await store.claim(rival(gone), '', MINUTE)).toBeNull();
  });

  it('are renewed when the time was up', async () => {
    const claim = newClaim();
    await store.claim(claim, 'first', 1);
    await place.pass(1);
    await store.renew(claim, 'still at work', MINUTE);
    expect(await store.claim(rival(claim), '', MINUTE)).toEqual({ state: 'running', text: 'still at work' });
  });

  it('are finished when they are gone: what they tell of has happened', async () => {
    const claim = newClaim();
    await store.finish(claim, 'the response');
    expect(await store.claim(rival(claim), 'second', MINUTE)).toEqual({ state: 'done', text: 'the response' });
  });

  it('are released by their holder alone', async () => {
    const claim = newClaim();
    await store.claim(claim, 'first', MINUTE);
    await store.release(rival(claim));
    await store.release({ ...claim, holder: claim.holder.slice(0, -1) });
    expect(await store.claim(rival(claim), 'second', MINUTE)).toEqual({ state: 'running', text: 'first' });
    await store.release(claim);
    const next = rival(claim);
    expect(await store.claim(next, 'second', MINUTE)).toBeNull();
    await store.release(claim);
    await store.finish(claim, 'too late');
    expect(await store.claim(rival(claim), 'third', MINUTE)).toEqual({ state: 'running', text: 'second' });
  });

  it('are released though there is none', async () => {
    const claim = newClaim();
    await store.release(claim);
    expect(await store.claim(claim, 'first', MINUTE)).toBeNull();
  });

  it('are claimed by one of a hundred at once, who come two ways', async () => {
    const stores = [store, await place.open()];
    for (let round = 0; round < 5; round += 1) {
      const claims = Array.from({ length: 100 }, () => newClaim(`contested ${round}`));
      const found = await Promise.all(
        claims.map(async (claim, at) => (stores[at % 2] ?? store).claim(claim, claim.holder, MINUTE)),
      );
      const winners = claims.filter((_claim, at) => found[at] === null);
      expect(winners).toHaveLength(1);
      const texts = new Set(found.flatMap((record) => (record === null ? [] : [`${record.state} ${record.text}`])));
      expect([...texts]).toEqual([`running ${winners[0]?.holder}`]);
    }
  });

  it('of an owner take its share, and no more: full for one is not full for all', async () => {
    const ownerNamed = (name: string) => ({ name, times: 1 / 5_000 });
    const [one, other] = [ownerNamed(randomUUID()), ownerNamed(randomUUID())];
    let claimed = 0;
    let reason: unknown = null;
    while (reason === null && claimed < 100) {
      const claim = { ...newClaim(), owner: one };
      try {
        await store.claim(claim, 'first', MINUTE);
        await store.finish(claim, 'x'.repeat(2_000));
        claimed += 1;
      } catch (error) {
        reason = error;
      }
    }
    expect(reason).toMatchObject({ name: 'RecordStoreError', reason: 'FULL_FOR_OWNER' });
    expect(claimed).toBeGreaterThan(2);
    expect(claimed).toBeLessThan(20);
    expect(await store.claim({ ...newClaim(), owner: other }, 'first', MINUTE)).toBeNull();
    expect(await store.claim(newClaim(), 'first', MINUTE)).toBeNull();
  });

  it('that an owner releases are none of its share', async () => {
    const owner = { name: randomUUID(), times: 1 / 20_000 };
    for (let time = 0; time < 50; time += 1) {
      const claim = { ...newClaim(), owner };
      expect(await store.claim(claim, 'first', MINUTE)).toBeNull();
      await store.release(claim);
    }
  });
});

describe.each(places)('Records %s that are kept for a short time', patience, (_name, openPlace) => {
  it('are gone after it, whatever their state', async () => {
    await using place = await openPlace(20);
    const store = await place.open();
    const [running, done] = [newClaim(), newClaim()];
    await store.claim(running, 'first', MINUTE);
    await store.claim(done, 'first', MINUTE);
    await store.finish(done, 'finished');
    await place.pass(20);
    for (const claim of [running, done]) expect(await store.claim(rival(claim), 'second', MINUTE)).toBeNull();
  });
});
