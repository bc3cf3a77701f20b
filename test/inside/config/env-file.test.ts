import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnvFile, UnreadableEnvFileError } from '../../../src/config/environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (bytes: string | Uint8Array) => {
  const path = join(folder, '.env');
  writeFileSync(path, bytes);
  return readEnvFile(path);
};

const readOrNull = (bytes: Uint8Array) => {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof UnreadableEnvFileError) return null;
    throw error;
  }
};

/** As editors write a text, some with a mark. */
const encodings: readonly ((text: string) => Uint8Array)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\uFEFF${text}`),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
];

const anyOf = fc.constantFrom;
/** What is a shorter secret, and a comment behind it. */
const QUOTED_AND_COMMENT = /^(["'`])(?:(?!\1).)*\1 +#/;
/** What a random secret is made of, and what a file of settings gives a meaning. */
const secret = fc
  .array(fc.oneof(anyOf('#', '"', "'", '`', '=', '\\', '$', ' '), fc.stringMatching(/^[!-~]$/)), {
    minLength: 1,
    maxLength: 12,
  })
  .map((characters) => characters.join('').trim())
  .filter((text) => text !== '' && !QUOTED_AND_COMMENT.test(text));

describe('A secret in a file .env', () => {
  it('is never cut: it is read as a whole, or the file is refused', () => {
    fc.assert(
      fc.property(secret, anyOf(...encodings), anyOf('\n', '\r\n'), (text, encode, end) => {
        const whole = { FIRST: '1', LISTINGS_CLIENT_SECRET: text.replace(/^(["'`])(.*)\1$/, '$2'), LAST: '2' };
        const values = readOrNull(encode(`FIRST=1${end}LISTINGS_CLIENT_SECRET=${text}${end}LAST=2${end}`));
        const isRefusable = /^["'`]| #/.test(text);
        expect(values ?? (isRefusable ? whole : 'refused')).toEqual(whole);
      }),
    );
  });

  it.each([
    ["'abc#d ef'", 'abc#d ef'],
    ['"a #b" # a comment', 'a #b'],
    ['abc#def # a comment', 'abc#def'],
    ['#abc', '#abc'],
    [' # a comment', ''],
    ['"two\\nlines"', 'two\nlines'],
    ['"two\nlines#3"', 'two\nlines#3'],
  ])('%j is %j', (written, value) => {
    expect(read(`SECRET=${written}\nOTHER=1\n`)).toEqual({ SECRET: value, OTHER: '1' });
  });

  it.each(['"abc', '"abc"def', "'abc'#'def"])(
    'is refused, with its line, where its quotes are not clear: %s',
    (written) => {
      expect(() => read(`# Settings\nA=1\nSECRET=${written}\n`)).toThrow(
        /the value of SECRET, up to line 3, has to end/,
      );
    },
  );

  it('is refused where what follows may be the rest of it, and a comment elsewhere', () => {
    expect(() => read('A=1 # one\nLISTINGS_CLIENT_SECRET=ab #cd\n')).toThrow(
      'the value of LISTINGS_CLIENT_SECRET in line 2 has a "#" after a space: put quotes around all of it',
    );
    expect(read('A=1 # one\nLISTINGS_CLIENT_SECRET="ab #cd" # the secret\n')).toEqual({
      A: '1',
      LISTINGS_CLIENT_SECRET: 'ab #cd',
    });
  });

  it('is read as Node reads it, where nothing of it is a number sign or a quote', () => {
    // Releases of Node read a line without a value in different ways.
    const line = fc.stringMatching(/^(export )?[A-Z_]{1,5} ?= ?[a-z=$\\.][a-z=$\\. ]{0,5}$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(line, anyOf('', '# comment', '  A=b')), { maxLength: 6 }), (lines) => {
        expect(read(lines.join('\n'))).toEqual({ ...parseEnv(lines.join('\n')) });
      }),
    );
  });
});
