import { describe, expect, it } from 'vitest';
import { functionOf, partOf, selfTimes } from '../../../bench/profile/self-time.ts';

const frame = (functionName: string, url = '', lineNumber = 9) => ({
  functionName,
  url,
  lineNumber,
  scriptId: '1',
  columnNumber: 0,
});

describe('selfTimes', () => {
  const nodes = [
    { id: 1, callFrame: frame('(idle)') },
    { id: 2, callFrame: frame('parse', 'file:///home/a/node_modules/graphql/language/parser.mjs') },
    { id: 3, callFrame: frame('readView', 'file:///home/a/src/gateway/schema/listing-model.ts') },
  ];
  const profile = { nodes, startTime: 0, endTime: 10_000, samples: [2, 1, 3, 2], timeDeltas: [1000, 5000, 1000, 2000] };

  it('adds up the time of each function, the longest first, without the time in which nothing was done', () => {
    expect(selfTimes(profile, functionOf)).toEqual([
      { place: 'parse  graphql/language/parser.mjs:10', ms: 3, share: 0.75 },
      { place: 'readView  src/gateway/schema/listing-model.ts:10', ms: 1, share: 0.25 },
    ]);
  });

  it('adds up the time of each part of the program', () => {
    expect(selfTimes(profile, partOf).map(({ place }) => place)).toEqual(['graphql', 'src/gateway/schema']);
  });
});

describe('partOf', () => {
  it.each([
    ['read', 'node:internal/streams/readable', 'node:internal/streams'],
    ['scoped', 'file:///home/a/node_modules/@pothos/core/esm/builder.js', '@pothos/core'],
    ['(garbage collector)', '', '(garbage collector)'],
    ['writev', '', 'V8 and natives'],
    ['main', 'file:///home/a/src/main.ts', 'src/main.ts'],
  ])('takes %s to its part', (name, url, part) => {
    expect(partOf(frame(name, url))).toBe(part);
  });
});
