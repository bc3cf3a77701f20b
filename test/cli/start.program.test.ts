import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountPassword, liveApplication } from '../support/accounts.ts';
import { isFullRun } from '../support/effort.ts';
import { listAt, postOperation, textAt } from '../support/graphql-client.ts';
import { listen } from '../support/network/listen.ts';
import { buildProgram, busyMachine, runProgram, startProgram } from '../support/program/program.ts';
import { signInAt } from '../support/sign-in.ts';

beforeAll(buildProgram, 60_000);

/** Default settings, apart from ports that nobody else has, and patience. */
const freePorts = { ...busyMachine, PORT: '0', EMBEDDED_PORT: '0' };

/** Makes the program report in its last line which files of code it has loaded. */
const tellLoaded = `--import=data:text/javascript,${encodeURIComponent(`
  import { Session } from 'node:inspector';
  const session = new Session();
  session.connect();
  const files = [];
  session.on('Debugger.scriptParsed', ({ params: { url } }) => void (url.startsWith('file:') && files.push(url)));
  session.post('Debugger.enable');
  process.on('exit', () => console.log(JSON.stringify({ msg: 'loaded', files })));
`)}`;

describe('listings-gateway start', () => {
  it.runIf(isFullRun)('loads only what it needs in front of a service elsewhere, and that in few files', async () => {
    await using run = await startProgram([], {
      ...freePorts,
      NODE_OPTIONS: tellLoaded,
      SHUTDOWN_GRACE_MS: '0',
      NODE_ENV: 'production',
      LISTINGS_API_URL: 'http://127.0.0.1:9',
      LISTINGS_CURRENCY: 'EUR',
    });
    await run.line('listening');
    run.kill('SIGTERM');
    await run.ended;
    const { files } = await run.line('loaded');
    if (!Array.isArray(files)) throw new TypeError('The program tells no files.');
    expect(files).toContainEqual(expect.stringMatching(/\/dist\/main\.js$/));
    // The address is read with the settings; its client is not loaded for that.
    expect(files.filter((file) => /redis(?!-address)|libsql|sharp|pdfkit|render-graphiql/.test(file))).toEqual([]);
    expect(files.length).toBeLessThan(150);
  });

  it('says in the log what runs: version, Node.js, and the settings that are not their defaults, without a secret', async () => {
    const secret = 'ab'.repeat(32);
    await using run = await startProgram([], { ...freePorts, SESSION_KEYS: secret });
    const line = await run.line('listening');
    expect(line).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+/), node: process.version });
    expect(line['settings']).toMatchObject({ PORT: '0', EMBEDDED_PORT: '0', SESSION_KEYS: '[redacted]' });
    expect(line['settings']).not.toHaveProperty('WORKERS');
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  it('serves a sign-in and a query out of the box, and ends with 0 on SIGTERM', async () => {
    await using run = await startProgram([], freePorts);
    const endpoint = new URL('/graphql', String((await run.line('listening'))['url']));
    const token = await signInAt(endpoint, 'seller', liveApplication);
    const answer = await postOperation(endpoint, '{ viewer { id } sections { label } }', { token });
    expect(answer.errors).toEqual([]);
    expect(textAt(answer, 'viewer.id')).not.toBe('');
    expect(listAt(answer, 'sections').length).toBeGreaterThan(0);

    run.kill('SIGTERM');
    const { code, signal, stdout, stderr } = await run.ended;
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    for (const secret of [token, accountPassword, liveApplication.clientSecret]) expect(stdout).not.toContain(secret);
    for (const line of stdout.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  it.runIf(isFullRun).each([
    ['ends at once, with 1, on a second signal', 'SIGTERM', '600000', 1],
    ['takes the second delivery of one Ctrl+C, from npm, for the same', 'SIGINT', '200', 0],
  ] as const)('%s', async (_what, signal, SHUTDOWN_GRACE_MS, code) => {
    await using run = await startProgram([], { ...freePorts, SHUTDOWN_GRACE_MS });
    await run.line('listening');
    run.kill(signal);
    await run.line('stopping; a second signal stops at once');
    run.kill(signal);
    expect(await run.ended).toMatchObject({ code, signal: null });
  });

  it.runIf(isFullRun)('ends with 0 however late on its way out the second delivery comes', async () => {
    await using run = await startProgram([], freePorts);
    await run.line('listening');
    run.kill('SIGINT');
    await run.line('stopped');
    const again = setInterval(() => run.kill('SIGINT'), 1);
    try {
      expect(await run.ended).toMatchObject({ code: 0, signal: null });
    } finally {
      clearInterval(again);
    }
  });

  it.runIf(isFullRun).each(['PORT', 'EMBEDDED_PORT'])('says that %s is taken, and what to set', async (name) => {
    const server = createServer();
    const port = String(await listen(server));
    try {
      const { code, stderr } = await runProgram([], { ...freePorts, [name]: port });
      expect(stderr).toContain(`Port ${port} is in use: set ${name} to a free one (e.g. ${name}=`);
      expect(code).toBe(1);
    } finally {
      server.close();
    }
  });

  it.runIf(isFullRun)('warns in the log that the service cannot be reached, and what to do', async () => {
    const server = createServer();
    const port = String(await listen(server));
    server.close();
    await once(server, 'close');
    await using run = await startProgram([], { ...freePorts, LISTINGS_API_URL: `http://127.0.0.1:${port}/api` });
    const warning = 'The Listings Service cannot be used; operations that need it fail until it can.';
    expect(await run.line(warning)).toMatchObject({
      level: 40,
      problem: expect.stringContaining(port),
      remedy: expect.stringContaining('LISTINGS_API_URL'),
    });
  });
});
