import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { formatProblems } from '../../../src/config/problem.ts';
import { allSettings } from '../../../src/config/settings.ts';
import { settingsInEffect } from '../../../src/config/tables.ts';
import { fileVariableOf } from '../../../src/settings/setting.ts';
import { configOf } from '../../support/config-of.ts';

const secrets = allSettings.flatMap((setting) => {
  const variable = fileVariableOf(setting);
  return variable === null ? [] : [{ ...setting, variable }];
});

/** In everything that a file holds here, and so in nothing that is shown. */
const CANARY = 'hunter2';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  mkdirSync(join(directory, 'directory'));
  execFileSync('mkfifo', [join(directory, 'pipe')]);
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Writes a file, and gives its path. */
const file = (name: string, content: string | Buffer): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

const inEffect = (name: string, env: Readonly<Record<string, string>>) =>
  settingsInEffect(env, {}).find((setting) => setting.name === name);

/** What is said of an environment, in one text. */
const saidOf = (env: Readonly<Record<string, string>>): string => {
  const { problems, warnings } = readConfig(env);
  return [formatProblems(problems ?? []), ...warnings, inspect(settingsInEffect(env, {}))].join('\n');
};

describe('A file that holds a secret', () => {
  it('is taken for every setting that holds one', () => {
    expect(secrets.map(({ variable }) => variable)).toEqual(
      expect.arrayContaining(['LISTINGS_CLIENT_SECRET_FILE', 'REDIS_URL_FILE', 'RATE_LIMIT_KEY_FILE']),
    );
    // What is masked as a whole is a secret.
    const masked = allSettings.filter(({ kind }) => kind.mask?.(CANARY) === '[redacted]');
    expect(masked.filter((setting) => fileVariableOf(setting) === null)).toEqual([]);
  });

  it('has its variable named in the documents, whichever secret it is', () => {
    const text = readFileSync(new URL('../../../docs/deployment.md', import.meta.url), 'utf8');
    expect(secrets.map(({ variable }) => variable).filter((variable) => !text.includes(`\`${variable}\``))).toEqual([]);
  });

  it.each([
    ['as it is', ''],
    ['with a line end at its end', '\n'],
    ['with a line end of Windows at its end', '\r\n'],
  ])('is read %s, like the text of its setting', (_how, end) => {
    const path = file('application', `the secret${end}`);
    const { client } = configOf({ LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET_FILE: path });
    expect(client?.clientSecret.reveal()).toBe('the secret');
  });

  it('loses one line end and no other character', () => {
    const path = file('spaces', ' é \n\n');
    const env = { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET_FILE: path, LISTINGS_TOKEN_PARAMS: 'form' };
    expect(configOf(env).client?.clientSecret.reveal()).toBe(' é \n');
  });

  it('comes to the same as the setting, whichever that is', () => {
    const application = { LISTINGS_CLIENT_ID: 'app', LISTINGS_API_URL: 'https://listings.example/api' };
    for (const { name, variable, example } of secrets) {
      const direct = configOf({ ...application, LISTINGS_CLIENT_SECRET: 's', [name]: example });
      const others = name === 'LISTINGS_CLIENT_SECRET' ? application : { ...application, LISTINGS_CLIENT_SECRET: 's' };
      const fromFile = configOf({ ...others, [variable]: file('any', `${example}\n`) });
      expect(revealed(fromFile)).toEqual(revealed(direct));
    }
  });

  it('is not read where its setting is empty', () => {
    expect(configOf({ RATE_LIMIT_KEY_FILE: '' }).rateLimitKey).toBeNull();
  });
});

/** The secrets of a configuration. */
const revealed = ({ client, redisUrl, rateLimitKey, tracing, transport }: ReturnType<typeof configOf>) => ({
  client: client?.clientSecret.reveal(),
  redisUrl: redisUrl?.reveal(),
  rateLimitKey: rateLimitKey?.reveal(),
  headers: tracing?.headers?.reveal(),
  proxy: transport.proxy?.authorization?.reveal(),
});

describe.each(secrets)('$variable', ({ name, variable, example }) => {
  it.each<[string, () => string]>([
    ['there is no such file', () => join(directory, 'gone')],
    ['it is empty', () => file('empty', '')],
    ['it is empty', () => file('line', '\n')],
    ['it is larger than 65536 bytes', () => file('large', CANARY.repeat(10_000))],
    ['it is no UTF-8 text', () => file('bytes', Buffer.concat([Buffer.from(CANARY), Buffer.from([0xff])]))],
    ['it holds a NUL character', () => file('nul', `${CANARY}\0`)],
    ['it is no regular file', () => join(directory, 'directory')],
    ['it is no regular file', () => join(directory, 'pipe')],
    ['it is no regular file', () => '/dev/zero'],
  ])('is one mistake, of which the content is not shown: %s', (fault, makePath) => {
    const path = makePath();
    const direct = name === 'LISTINGS_CLIENT_SECRET' ? {} : { LISTINGS_CLIENT_SECRET: 's' };
    const env = { LISTINGS_CLIENT_ID: 'app', ...direct, [variable]: path };
    expect(readConfig(env).problems).toMatchObject([
      { name: variable, seen: path, message: `must name a file with the value in it (${fault})` },
    ]);
    expect(inEffect(name, env)).toMatchObject({ name, value: 'not usable', source: `file ${path}` });
    expect(saidOf(env)).not.toContain(CANARY);
  });

  it('cannot be set with the setting itself', () => {
    const env = { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 's', [name]: example, [variable]: file('b', 'b') };
    expect(readConfig(env).problems).toMatchObject([
      { name: variable, message: `cannot be set while ${name} is: drop one of them` },
    ]);
  });

  it('is shown by its path alone', () => {
    const path = file('shown', example);
    expect(inEffect(name, { [variable]: path })).toMatchObject({ name, value: '[redacted]', source: `file ${path}` });
  });

  it('does not show what was taken for a path and is the secret', () => {
    for (const value of [CANARY, `rediss://:${CANARY}@redis.example`, `api-key=${CANARY}`]) {
      expect(saidOf({ [variable]: value })).not.toContain(CANARY);
    }
  });

  it('is known, and meant by what is almost its name', () => {
    expect(readConfig({ [variable]: file('known', example) }).warnings).toEqual([]);
    for (const written of [`${variable}S`, variable.toLowerCase(), variable.replace('_FILE', '_FIEL')]) {
      expect(readConfig({ [written]: 'x' }).warnings).toEqual([
        `${written} is not a setting and is not read: did you mean ${variable}?`,
      ]);
    }
  });
});

describe('What a file holds', () => {
  it('has to be a value of its setting', () => {
    const redis = { REDIS_URL_FILE: file('redis', CANARY) };
    expect(readConfig(redis).problems).toMatchObject([
      {
        name: 'REDIS_URL_FILE',
        message: expect.stringContaining('must name a file that holds an address of Redis'),
      },
    ]);
    expect(saidOf(redis)).not.toContain(CANARY);
  });

  it('has to go into a header where it is sent in one', () => {
    const env = { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET_FILE: file('lines', `${CANARY}\n${CANARY}\n`) };
    expect(readConfig(env).problems).toMatchObject([
      {
        name: 'LISTINGS_CLIENT_SECRET_FILE',
        message: 'names a file whose text contains a line break, so it cannot be sent in a header',
      },
    ]);
    expect(saidOf(env)).not.toContain(CANARY);
  });
});

it('A file of a setting that is no secret is not read, and that is said', () => {
  expect(readConfig({ LISTINGS_CLIENT_ID_FILE: '/run/secrets/id' }).warnings).toEqual([
    'LISTINGS_CLIENT_ID_FILE is not a setting and is not read: only secrets are read from files, so set LISTINGS_CLIENT_ID itself',
  ]);
});
