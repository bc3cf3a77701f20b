import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../scripts/schema-changes.ts';

const root = new URL('../../', import.meta.url);

const released = await readFile(new URL('schema.released.graphql', root), 'utf8');

/** The released schema with one thing about it changed. */
const changed = (from: string, to: string): string => {
  const text = released.replace(from, to);
  if (text === released) throw new Error(`The schema has no ${from}`);
  return text;
};

describe('npm run schema:check', () => {
  it('finds nothing in the schema that breaks apps of the last release', async () => {
    const { breaking } = await compareSchemas(released, await readFile(new URL('schema.graphql', root), 'utf8'));
    expect(breaking).toEqual([]);
  });

  it.each([
    ['a field that went', 'viewerIsWatching: Boolean', 'isWatching: Boolean', /^Listing\.viewerIsWatching: /],
    ['a field that may now be null', 'label: String!', 'label: String', /^Category\.label: .*String!/],
    ['an input that became required', 'condition: ListingCondition\n', 'condition: ListingCondition!\n', /^Listing/],
    [
      'an enum value that went',
      '  INVALID_CREDENTIALS\n',
      '  WRONG_CREDENTIALS\n',
      /^UserErrorCode\.INVALID_CREDENTIALS: /,
    ],
  ])('calls %s breaking', async (_what, from, to, expected) => {
    const text = from.startsWith('condition') ? released.replaceAll(from, to) : changed(from, to);
    const { breaking } = await compareSchemas(released, text);
    expect(breaking).toContainEqual(expect.stringMatching(expected));
  });

  it('calls a new enum value dangerous, not breaking', async () => {
    const { breaking, dangerous } = await compareSchemas(
      released,
      changed('  INVALID_CREDENTIALS\n', '  INVALID_CREDENTIALS\n  NEW_ONE\n'),
    );
    expect({ breaking, dangerous }).toEqual({
      breaking: [],
      dangerous: [expect.stringMatching(/^UserErrorCode\.NEW_ONE: /)],
    });
  });

  it('lets a new field pass', async () => {
    expect(
      await compareSchemas(released, changed('viewerIsWatching: Boolean', 'viewerIsWatching: Boolean\n  novelty: Int')),
    ).toEqual({
      breaking: [],
      dangerous: [],
      safe: [expect.stringMatching(/^Listing\.novelty: /)],
    });
  });

  it('lets a field go that the last release called deprecated', async () => {
    const deprecated = changed(
      'viewerIsWatching: Boolean',
      'viewerIsWatching: Boolean\n  old: Int @deprecated(reason: "Use new.")',
    );
    const { breaking, dangerous } = await compareSchemas(deprecated, released);
    expect({ breaking, dangerous }).toEqual({ breaking: [], dangerous: [expect.stringMatching(/^Listing\.old/)] });
  });
});
