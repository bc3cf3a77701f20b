import { describe, expect, it } from 'vitest';
import { mergeManifests, readManifest } from '../../../../src/gateway/trusted-documents/manifest.ts';

const entry = { id: 'a1', text: '{ __typename }' };

describe('A manifest', () => {
  it.each([
    ['the client preset of graphql-codegen, or Relay', { a1: '{ __typename }' }],
    ['Relay, as a list of pairs', [['a1', '{ __typename }']]],
    [
      'Apollo',
      {
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: 'a1', name: 'Q', type: 'query', body: '{ __typename }' }],
      },
    ],
  ])('of %s is read', (_whose, json) => {
    expect(readManifest(json)).toEqual({ entries: [entry], faults: [] });
  });

  it.each([
    ['a text', 'text', 'it has to be a JSON object, or a list of pairs of id and document'],
    ['nothing in it', {}, 'it holds no document'],
    ['an empty list', [], 'it holds no document'],
    [
      'a version that is not known',
      { format: 'apollo-persisted-query-manifest', version: 2, operations: [] },
      'version 1 of apollo-persisted-query-manifest is what can be read',
    ],
    ['no operations', { format: 'apollo-persisted-query-manifest', version: 1 }, 'operations has to be a list'],
    [
      'an operation without a body',
      { format: 'apollo-persisted-query-manifest', version: 1, operations: [{ id: 'a1' }] },
      'operations[0]: its document has to be a text that is not empty',
    ],
    ['a pair that is none', ['a1'], '[0]: its id has to be a text of 1 to 256 visible ASCII characters'],
    ['a document that is no text', { a1: { text: '' } }, '"a1": its document has to be a text that is not empty'],
    ['an id with a space', { 'a 1': '{ a }' }, '"a 1": its id has to be a text of 1 to 256 visible ASCII characters'],
    [
      'a document that is not that of its hash',
      { 'sha256:00': '{ a }' },
      '"sha256:00": its id says that it is the SHA-256 of its document, and is not: the manifest has been changed since it was written',
    ],
    [
      'one id for two documents',
      [
        ['a1', '{ a }'],
        ['a1', '{ b }'],
      ],
      '[1]: another document has the same id',
    ],
  ])('with %s is reported, with the place of the fault', (_what, json, fault) => {
    expect(readManifest(json).faults).toEqual([fault]);
  });

  it('keeps its good entries beside a bad one, and reads an id of any name', () => {
    const json: unknown = JSON.parse('{"__proto__": "{ a }", "constructor": "{ b }", "bad": 1}');
    expect(readManifest(json)).toEqual({
      entries: [
        { id: '__proto__', text: '{ a }' },
        { id: 'constructor', text: '{ b }' },
      ],
      faults: ['"bad": its document has to be a text that is not empty'],
    });
  });

  it('goes together with others, unless they mean other documents by the same id', () => {
    const one = readManifest({ a1: '{ a }' });
    expect(mergeManifests([one, readManifest({ a1: '{ a }', b2: '{ b }' })])).toEqual({
      entries: [
        { id: 'a1', text: '{ a }' },
        { id: 'b2', text: '{ b }' },
      ],
      faults: [],
    });
    expect(mergeManifests([one, readManifest({ a1: '{ b }' })]).faults).toEqual([
      '"a1": another document has the same id',
    ]);
  });
});
