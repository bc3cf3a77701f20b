import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../support/effort.ts';
import { buildProgram, runProgram } from '../support/program/program.ts';
import { runCommand } from '../support/program/run-command.ts';

beforeAll(buildProgram, 60_000);

describe('listings-gateway --help and --version', () => {
  it('prints a short help, and another with every setting', async () => {
    const { code, stdout, stderr } = await runCommand(['help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: listings-gateway');
    const { stdout: settings } = await runCommand(['--help', 'settings']);
    expect(settings).toContain('LISTINGS_API_URL (default: unset)');
  });

  it('prints the help of a subcommand without doing what it does', async () => {
    const { code, stdout } = await runCommand(['start', '--help'], { PORT: 'nonsense' });
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: listings-gateway start');
  });

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await runProgram(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it('exits with 2 and names the nearest subcommand', async () => {
    const { code, stdout, stderr } = await runCommand(['chekc']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Did you mean check?');
  });
});

/** Starts that fail for what is found only then, with the sentence that says so. */
const starts: readonly (readonly [string, Record<string, string>, Record<string, string>, string])[] = [
  [
    'a host that is none',
    { HOST: 'x'.repeat(70) },
    {},
    `${'x'.repeat(70)} is not an address of this machine: set HOST`,
  ],
  ['a host for metrics', { METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' }, {}, 'set METRICS_HOST to one that is'],
  ['a directory as .env', {}, { '.env/file': '' }, 'The file .env cannot be read: it is a directory.'],
  ...['LISTINGS_API_URL: https://a.example', 'set LISTINGS_API_URL=https://a.example', '"LISTINGS_API_URL"'].map(
    (line) =>
      [
        `what is no setting: ${line}`,
        {},
        { '.env': `# Settings\nWORKERS=1\n${line}\n` },
        'The file .env cannot be read: line 3 sets nothing: write LISTINGS_API_URL=value.',
      ] as const,
  ),
  ['no directory', { EMBEDDED_DATA: '/nowhere/x.db' }, {}, 'the directory /nowhere does not exist'],
];

describe('listings-gateway start with a mistaken configuration', () => {
  it('exits with 2 and names all mistakes at once', async () => {
    const { code, stdout, stderr } = await runCommand([], {
      PORT: 'http',
      LOG_LEVEL: 'loud',
      LISTINGS_CLIENT_SECRET: 'hunter2',
      LISTINGS_API_URI: 'https://listings.example.com/api',
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      'PORT must be a whole number between 0 and 65535.\n    It is set to: http\n    Example: PORT=8080\n',
    );
    expect(stderr).toContain('It is set to: loud');
    expect(stderr).toContain('LISTINGS_CLIENT_ID must be set too, because LISTINGS_CLIENT_SECRET is.\n');
    expect(stderr).toContain('did you mean LISTINGS_API_URL?');
    expect(stderr).not.toContain('hunter2');
  });

  it.each(sampled(starts.length, starts))(
    'says in one sentence what is wrong: %s',
    async (_what, env, files, sentence) => {
      const { code, stdout, stderr } = await runProgram([], { PORT: '0', EMBEDDED_PORT: '0', ...env }, files);
      expect(stderr).toContain(sentence);
      expect(stdout + stderr).not.toMatch(/\n\s+at |"stack"/);
      expect([1, 2]).toContain(code);
    },
  );

  it('refuses to run demo data in production unless it is configured to', async () => {
    const { code, stderr } = await runCommand([], { NODE_ENV: 'production' });
    expect(code).toBe(2);
    expect(stderr).toContain('LISTINGS_API_URL must be set in production, unless EMBEDDED_SERVICE=on');
  });
});

describe('listings-gateway print-config', () => {
  it('prints every setting with its source, and no secret', async () => {
    const { code, stdout } = await runCommand(
      ['print-config'],
      { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 'hunter2' },
      { '.env': 'LOG_LEVEL=debug\nLISTINGS_CLIENT_ID=from-the-file\n' },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Everyday\n[^#]*\nPORT +4000 +default$/m);
    expect(stdout).toMatch(/^LOG_LEVEL +debug +\.env$/m);
    expect(stdout).toMatch(/^LISTINGS_CLIENT_ID +app +environment$/m);
    expect(stdout).toMatch(/^LISTINGS_CLIENT_SECRET +\[redacted\] +environment$/m);
    expect(stdout).not.toContain('hunter2');
  });

  it('prints what is set alone, and JSON', async () => {
    const env = { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 'hunter2' };
    const { stdout } = await runCommand(['print-config', '--changed'], env, { '.env': 'LOG_LEVEL=debug\n' });
    expect(stdout.match(/^[A-Z_]+ /gm)).toHaveLength(3);
    const { stdout: json } = await runCommand(['print-config', '--changed', '--json'], env);
    expect(JSON.parse(json)).toEqual([
      { section: 'Everyday', name: 'LISTINGS_CLIENT_ID', value: 'app', source: 'environment' },
      { section: 'Everyday', name: 'LISTINGS_CLIENT_SECRET', value: '[redacted]', source: 'environment' },
    ]);
  });

  it('prints what it can of a mistaken configuration, and exits with 2', async () => {
    const { code, stdout, stderr } = await runCommand(['print-config'], { PORT: 'http' });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^PORT +http +environment$/m);
    expect(stderr).toContain('must be a whole number');
  });
});

it('listings-gateway schema prints the schema that is committed, without any configuration', async () => {
  const { code, stdout } = await runCommand(['schema'], { NODE_ENV: 'production' });
  expect(code).toBe(0);
  expect(buildSchema(stdout).getQueryType()?.name).toBe('Query');
  expect(stdout).toBe(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
});

describe('listings-gateway check', () => {
  it('starts the embedded service to check it when no other is configured', async () => {
    const { code, stdout } = await runCommand(['check']);
    expect(stdout).toContain('LISTINGS_API_URL is not set, so the gateway uses its embedded service');
    expect(stdout).toContain('The service can be used.');
    expect(stdout).not.toContain('trusted documents');
    expect(code).toBe(0);
  });

  it('exits with 1 and says what to do when there is no service', async () => {
    const { code, stdout } = await runCommand(['check'], { LISTINGS_API_URL: 'http://127.0.0.1:1/api' });
    expect(stdout).toContain('Nothing listens on the address of the service (ECONNREFUSED)');
    expect(stdout).toContain('to do:');
    expect(code).toBe(1);
  });
});
