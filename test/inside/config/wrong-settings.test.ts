import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { formatProblems } from '../../../src/config/problem.ts';
import { allSettings } from '../../../src/config/settings.ts';
import { fileVariableOf } from '../../../src/settings/setting.ts';
import { sampled } from '../../support/effort.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'wrong-settings-'));
  mkdirSync(join(directory, 'folder'));
  writeFileSync(join(directory, 'notes.txt'), 'hunter2, not what was wanted');
  writeFileSync(join(directory, 'locked'), 'hunter2');
  chmodSync(join(directory, 'locked'), 0o000);
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Values that no user means, of which some are allowed all the same. */
const wrongValues: readonly (readonly [what: string, value: () => string])[] = [
  ['spaces', () => '   '],
  ['a word', () => 'hunter2'],
  ['a negative number', () => '-1'],
  ['a fraction', () => '1.5'],
  ['a number that is too large', () => '9'.repeat(30)],
  ['a text that is too long', () => 'x'.repeat(5000)],
  ['control characters', () => 'a\u0007b\r\nc\u001B[31md\u0085'],
  ['a path that does not exist', () => join(directory, 'nowhere/file.json')],
  ['a directory', () => join(directory, 'folder/')],
  ['a path through a file', () => join(directory, 'notes.txt/file.json')],
  ['a file of something else', () => join(directory, 'notes.txt')],
  ['an unreadable file', () => join(directory, 'locked')],
];

/** What every setting needs around it to be read at all. */
const surroundings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TRUSTED_DOCUMENTS_FILE: { TRUSTED_DOCUMENTS: 'prefer' },
  LISTINGS_CLIENT_ID: { LISTINGS_CLIENT_SECRET: 'secret' },
  LISTINGS_CLIENT_SECRET: { LISTINGS_CLIENT_ID: 'app' },
};

const variables = allSettings.flatMap((setting) => {
  const file = fileVariableOf(setting);
  return [setting, ...(file === null ? [] : [{ ...setting, name: file }])];
});

describe('A wrong value', () => {
  it.each(variables)('of $name is one mistake at most, said on one line, and no secret', ({ name, kind }) => {
    const isFile = name.endsWith('_FILE');
    for (const [what, value] of sampled(
      6,
      wrongValues,
      variables.findIndex((each) => each.name === name),
    )) {
      const text = value();
      const around = surroundings[name.replace(/_FILE$/, '')] ?? surroundings[name];
      const { problems } = readConfig({ ...around, [name]: text });
      if (problems === null) continue;
      const own = problems.filter((problem) => problem.name === name);
      expect([what, own.map(({ message }) => message)]).toEqual([what, [expect.any(String)]]);
      const message = formatProblems(problems);
      expect(message).not.toMatch(/(?!\n)\p{Cc}|\n\s+at /u);
      for (const line of message.split('\n')) expect(line.length).toBeLessThan(700);
      expect(kind.isSecret && !isFile && message.includes('hunter2')).toBeFalsy();
    }
  });

  it('of EMBEDDED_DATA says what is wrong with the path', () => {
    const messageOf = (path: string): string =>
      readConfig({ EMBEDDED_DATA: join(directory, path) })
        .problems?.map(({ message }) => message.replaceAll(directory, ''))
        .join() ?? 'none';
    const begin = 'must name a file that can be used: ';
    expect(messageOf('nowhere/x.db')).toBe(`${begin}the directory /nowhere does not exist`);
    expect(messageOf('folder')).toBe(`${begin}it is a directory`);
    expect(messageOf('notes.txt')).toBe(`${begin}it is no database file`);
    expect(messageOf('notes.txt/x.db')).toBe(`${begin}/notes.txt is not a directory`);
    expect(messageOf('new.db')).toBe('none');
  });

  it('says what exactly is wrong where the rule alone does not', () => {
    const hintsOf = (env: Record<string, string>) => readConfig(env).problems?.map(({ hint }) => hint);
    expect(hintsOf({ CORS_ORIGINS: 'https://shop.example, https://admin.shop.example/' })).toEqual([
      'Remove the trailing slash: an origin ends with its host or port.',
    ]);
    expect(hintsOf({ CORS_ORIGINS: 'https://shop.example/app' })).toEqual([null]);
    expect(hintsOf({ EMBEDDED_FAULT_PLAN: 'GET /v1/listing/{id}=503' })).toEqual([
      expect.stringContaining("'GET /v1/listing/{id}' is no endpoint"),
    ]);
    expect(hintsOf({ EMBEDDED_FAULT_PLAN: '*=latency:5, *=slow' })).toEqual([
      expect.stringMatching(/^Rule 2 of 2: 'slow' is no fault/),
    ]);
  });

  it('of EMBEDDED_SERVICE is no mistake in the settings that depend on it', () => {
    expect(readConfig({ EMBEDDED_SERVICE: 'yes' }).problems).toMatchObject([{ name: 'EMBEDDED_SERVICE' }]);
    expect(readConfig({ GRAPHIQL: 'yes', INTROSPECTION: 'off' }).problems).toMatchObject([{ name: 'GRAPHIQL' }]);
  });
});
