import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../support/effort.ts';
import { postOperation } from '../support/graphql-client.ts';
import { buildProgram, busyMachine, startProgram } from '../support/program/program.ts';
import { startScriptedUpstream } from '../support/scripted-upstream.ts';

const SLOW = { timeout: 90_000 };

/** What an image without any part holds: the built program, and the one package that it always loads. */
const place = mkdtempSync(join(tmpdir(), 'no-packages-'));
const built = dirname(await buildProgram());
const main = join(place, 'dist/main.js');
cpSync(built, dirname(main), { recursive: true });
cpSync(resolve('package.json'), join(place, 'package.json'));
mkdirSync(join(place, 'node_modules/@opentelemetry'), { recursive: true });
symlinkSync(resolve('node_modules/@opentelemetry/api'), join(place, 'node_modules/@opentelemetry/api'));
afterAll(() => rmSync(place, { recursive: true }));

const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, ['--preserve-symlinks', main, ...args], { cwd: place, env }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, stderr }),
  );

const service = { LISTINGS_API_URL: 'http://127.0.0.1:9/api' };
const production = { NODE_ENV: 'production', PORT: '0', METRICS_PORT: '0', EMBEDDED_PORT: '0' };

/** All that an installation may leave out, as package.json has it. */
const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly optionalDependencies: Readonly<Record<string, string>>;
};
const graphiql = '@graphql-yoga/render-graphiql';
const isTraces = (name: string): boolean => name.startsWith('@opentelemetry/');
const packagesOfEmbedded = Object.keys(optionalDependencies).filter((name) => name !== graphiql && !isTraces(name));
const traced = { ...service, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };

/** Runs the program with some packages installed. */
const runWith = async (packages: readonly string[], ...command: Parameters<typeof run>) => {
  const links = packages.map((name) => join(place, 'node_modules', name));
  for (const [index, link] of links.entries()) {
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', packages[index] ?? ''), link);
  }
  try {
    return await run(...command);
  } finally {
    for (const link of links) rmSync(link);
  }
};

/** What cannot run without its packages, and the package that is named. */
const unready: readonly (readonly [
  what: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  packageName: string,
])[] = [
  ['the embedded service', ['start'], { EMBEDDED_SERVICE: 'on' }, 'libsql'],
  ['the embedded service, with workers', ['start'], { EMBEDDED_SERVICE: 'on', WORKERS: '2' }, 'libsql'],
  ['the embedded service, to probe it', ['probe'], { EMBEDDED_SERVICE: 'on' }, 'libsql'],
  ['GraphiQL', ['start'], { ...service, GRAPHIQL: 'on' }, graphiql],
  ['traces', ['start'], traced, '@opentelemetry/sdk-trace-base'],
  ['traces, with workers', ['start'], { ...traced, WORKERS: '2' }, '@opentelemetry/exporter-trace-otlp-http'],
];

describe('The program without the packages of what is not wanted', () => {
  it.runIf(isFullRun).each(['1', '2'])('serves in front of a service, WORKERS=%s', SLOW, async (workers) => {
    await using upstream = await startScriptedUpstream();
    upstream.on('GET', '/v1/sections', { json: [{ SectionID: 1, SectionName: 'Attic' }] });
    const env = {
      ...busyMachine,
      ...production,
      WORKERS: workers,
      LISTINGS_API_URL: upstream.url.href,
      SHUTDOWN_GRACE_MS: '0',
    };
    await using gateway = await startProgram([], env, {}, main);
    const { url } = await gateway.line('listening');
    const { body } = await postOperation(new URL('/graphql', String(url)), '{ sections { label } }', { token: 'mine' });
    expect(body).toEqual({ data: { sections: [{ label: 'Attic' }] } });
    gateway.kill('SIGTERM');
    expect(await gateway.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.runIf(isFullRun).each(unready)(
    'ends with 1 and one sentence that says what to do for %s',
    SLOW,
    async (_what, args, env, packageName) => {
      const { code, stderr } = await run(args, { ...production, ...env });
      expect(stderr).toMatch(/^[^\n]+, but its packages are not installed: npm install [^\n]+, or [^\n]+\.\n$/);
      expect(stderr).toContain(packageName);
      expect(code).toBe(1);
    },
  );

  it.runIf(isFullRun).each(packagesOfEmbedded)('names %s where it alone is missing', SLOW, async (missing) => {
    const others = packagesOfEmbedded.filter((name) => name !== missing);
    const { code, stderr } = await runWith(others, ['check'], { ...production, EMBEDDED_SERVICE: 'on' });
    expect(stderr).toBe(
      `The embedded service is to run, but its packages are not installed: npm install ${missing} (an image: build it with "embedded" among its PARTS), or set LISTINGS_API_URL to the address of a service.\n`,
    );
    expect(code).toBe(1);
  });

  it('checks a service elsewhere', SLOW, async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('GET', '/v1/sections', { status: 401 });
    expect(await run(['check'], { LISTINGS_API_URL: upstream.url.href })).toEqual({ code: 0, stderr: '' });
  });
});
