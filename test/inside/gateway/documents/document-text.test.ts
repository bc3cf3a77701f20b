import { type DocumentNode, GraphQLError, getLocation, Kind, type SelectionNode, Source } from 'graphql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLocator, parseDocument, textOf } from '../../../../src/gateway/documents/document-text.ts';
import { sampled } from '../../../support/effort.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const selectionsOf = ({ definitions }: DocumentNode): readonly SelectionNode[] =>
  definitions.flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? each.selectionSet.selections : []));

const ends = ['\n', '\r\n', '\r', '\n\r', '\n\n', ' '];

/** Fields of one letter each, with the ends of lines in all orders between them. */
const texts = ends.flatMap((first) =>
  ends.flatMap((second) => ends.map((third) => `${first}{${second}a${third}b ${first}c${second}${third}}${first}`)),
);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('A document that is parsed', () => {
  it.each(sampled(11, texts))('%j has its text, and errors say where graphql-js finds them', (text) => {
    const document = parseDocument(text, {});
    expect(textOf(document)).toBe(text);
    const nodes = selectionsOf(document);
    const locate = createLocator();
    expect(locate(new GraphQLError('All.', { nodes }))).toEqual(
      nodes.map((node) => getLocation(new Source(text), node.loc?.start ?? -1)),
    );
    expect(locate(new GraphQLError('None.'))).toBeUndefined();
  });

  it('is reported as it is when it cannot be read', () => {
    const text = '{\n a\n !';
    expect(() => parseDocument(text, {})).toThrow(
      expect.objectContaining({ locations: [getLocation(new Source(text), 6)] }),
    );
  });
});

/** Counts how often somebody looks for the next end of a line in a long text. */
const countSearches = (): (() => number) => {
  const { mock } = vi.spyOn(RegExp.prototype, 'exec');
  const isSearch = ([text]: readonly [string], at: number): boolean =>
    text.length > 3_000 && String(mock.contexts[at]).startsWith(String.raw`/\r\n|[\n\r]/`);
  return () => mock.calls.filter(isSearch).length;
};

describe('The lines of a document', () => {
  const above = '\n'.repeat(3_000);

  it.each(
    sampled(2, [
      ['that does not fit the schema', `{ lookups {${above}${'zz '.repeat(90)}} }`, 11],
      ['of which many values fail', `{${above}nodes(ids: [${'"q" '.repeat(50)}]) { id }}`, 50],
      [
        'whose variables do not fit',
        `query ($v: [ID!]!${above}$w: [ID!]!) { nodes(ids: $v) { id } a: nodes(ids: $w) { id } }`,
        2,
      ],
    ] as const),
  )('%s are counted once, however many errors there are', async (_what, text, count) => {
    await using world = await startScriptedGateway();
    const searches = countSearches();
    const { errors, text: response } = await world.query(text);
    expect(errors).toHaveLength(count);
    expect(response.match(/"line":3001\b/g)?.length).toBeGreaterThanOrEqual(count - 1);
    expect(searches()).toBe(above.length + 1);
  });
});
