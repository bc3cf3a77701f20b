import { describe, expect, it } from 'vitest';
import { createSerialisedLists, withCachedLists } from '../../../../src/gateway/execution/shared-list-json.ts';
import { LookupReader } from '../../../../src/gateway/loaders/lookups/lookup-reader.ts';
import { createSharedLists } from '../../../../src/gateway/loaders/lookups/shared-lists.ts';
import { bytesOf } from '../../../../src/http1/response-body.ts';
import { createLog } from '../../../../src/log/logger.ts';

const lookups = new LookupReader(
  createSharedLists({ freshMs: 1000, staleMs: 0, log: createLog('silent'), now: () => performance.now() }),
  {
    fill: null,
    refresh: null,
    signal: () => new AbortController().signal,
    onReply: () => {},
  },
);

/** A list with its field, kept as it stands in a result. */
const keep = (list: readonly unknown[]) => {
  const lists = createSerialisedLists();
  const fields = [{ path: ['lookups', 'labels'], find: () => list, selectionKey: 'labels' }];
  const before = lists.find(fields, lookups);
  before?.keep({ data: { lookups: { labels: list } } });
  return { before, kept: lists.find(fields, lookups)?.cached ?? [], fields };
};

const large = Array.from({ length: 2_000 }, (_, at) => `Größe ${at} ☃`);

describe('The texts of lists', () => {
  it('are kept from the first result on', () => {
    const { before, kept } = keep(['Größe']);
    expect(before?.cached).toBeNull();
    expect(kept).toEqual([{ text: '["Größe"]', objects: 0, bytes: 11 }]);
  });

  it('report how large they are', () => {
    const list = [{ key: 'ü', inner: [{ key: 'x' }, null, { key: 'y' }] }, 7];
    expect(keep(list).kept).toMatchObject([{ objects: 3, bytes: Buffer.byteLength(JSON.stringify(list)) }]);
  });

  it('are kept as bytes where they are long, each in memory of its own', () => {
    const [{ text } = { text: '' }] = keep(large).kept;
    expect(String(text)).toBe(JSON.stringify(large));
    expect(text instanceof Buffer ? text.buffer.byteLength : null).toBe(text.length);
  });

  it.each([
    ['few', ['Größe', 'a "quoted" one']],
    ['many', large],
  ])('give the same JSON as the lists themselves, of %s entries', (_amount, list) => {
    const { kept, fields } = keep(list);
    const rest = { data: { lookups: { labels: [], title: 'ünder' } } };
    const result = withCachedLists(rest, fields, kept);
    const expected = JSON.stringify({ data: { lookups: { labels: list, title: 'ünder' } } });
    expect(result.stringify?.({ data: result.data })).toBe(expected);
    expect(bytesOf(result.write?.({ data: result.data }) ?? '').toString()).toBe(expected);
  });

  it('are not copied where there are many', () => {
    const { kept, fields } = keep(large);
    const sent = { data: { lookups: {} } };
    const { write } = withCachedLists(sent, fields, kept);
    expect(write?.(sent)).toContain(kept[0]?.text);
  });
});
