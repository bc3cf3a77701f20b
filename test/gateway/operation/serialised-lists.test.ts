import { describe, expect, it } from 'vitest';
import { LookupReader } from '../../../src/gateway/lookup/lookup-reader.ts';
import { createSharedLists } from '../../../src/gateway/lookup/shared-lists.ts';
import { createSerialisedLists, withTexts } from '../../../src/gateway/operation/serialised-lists.ts';
import { createLog } from '../../../src/log.ts';

const lookups = new LookupReader(createSharedLists({ freshMs: 1000, staleMs: 0, log: createLog('silent') }), {
  fill: null,
  refresh: null,
  signal: () => new AbortController().signal,
  onAnswer: () => {},
});

/** A list with its field, kept as it stands in a result. */
const keep = (list: readonly unknown[]) => {
  const lists = createSerialisedLists();
  const fields = [{ path: ['lookups', 'labels'], find: () => list }];
  const before = lists.find(fields, lookups);
  before?.keep({ data: { lookups: { labels: list } } });
  return { before, texts: lists.find(fields, lookups)?.texts ?? [], fields };
};

const large = Array.from({ length: 2_000 }, (_, at) => `Größe ${at} ☃`);

describe('The texts of lists', () => {
  it('are kept from the first result on', () => {
    const { before, texts } = keep(['Größe']);
    expect(before?.texts).toBeNull();
    expect(texts).toEqual(['["Größe"]']);
  });

  it('are kept as bytes where they are long, each in memory of its own', () => {
    const [text] = keep(large).texts;
    expect(String(text)).toBe(JSON.stringify(large));
    expect(text instanceof Buffer ? text.buffer.byteLength : null).toBe(text?.length);
  });

  it.each([
    ['few', ['Größe', 'a "quoted" one']],
    ['many', large],
  ])('give the same JSON as the lists themselves, of %s entries', (_amount, list) => {
    const { texts, fields } = keep(list);
    const rest = { data: { lookups: { labels: [], title: 'ünder' } } };
    const result = withTexts(rest, fields, texts);
    const expected = JSON.stringify({ data: { lookups: { labels: list, title: 'ünder' } } });
    expect(result.stringify?.({ data: result.data })).toBe(expected);
    expect(result.write?.({ data: result.data }).toString('utf8') ?? expected).toBe(expected);
  });

  it('are written as bytes where there are many', () => {
    const { texts, fields } = keep(large);
    const { write } = withTexts({ data: { lookups: {} } }, fields, texts);
    expect(write?.({})).toBeInstanceOf(Buffer);
  });
});
