/**
 * The path from a clone to the first query of one's own, as README.md tells it: `npm start` at a terminal, every address that it prints, the
 * first tab of GraphiQL with the token on the screen, a sign-in with an account on the screen, and Ctrl+C. It runs in a fresh clone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExamples } from '../src/gateway/graphiql/examples.ts';
import { isFullRun } from './support/effort.ts';
import { type Clone, cloneRepository } from './support/program/clone.ts';

const TIME = { timeout: 120_000 };

/** The person at the terminal needs one: `script` of util-linux gives the program a terminal of its own. */
const isTerminalThere = spawnSync('script', ['--version']).status === 0;
if (!isTerminalThere) process.stderr.write('The first five minutes are not tried: there is no script of util-linux.\n');

/** What is typed and read at a terminal. */
interface Session {
  /** Everything on the screen so far, without colours. */
  readonly screen: () => string;
  /** Waits until the screen shows something. @throws when the program ends before that */
  see(pattern: RegExp): Promise<void>;
  type(keys: string): void;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  kill(): void;
}

const openTerminal = (command: string, { directory, env }: Clone): Session => {
  const child = spawn('script', ['--quiet', '--return', '--command', `exec ${command}`, '/dev/null'], {
    cwd: directory,
    env,
  });
  let text = '';
  let look = (): void => {};
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    look();
  });
  const screen = (): string => stripVTControlCharacters(text).replaceAll('\r', '');
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return {
    screen,
    ended,
    see: (pattern) =>
      Promise.race([
        new Promise<void>((done) => {
          look = () => {
            if (pattern.test(screen())) done();
          };
          look();
        }),
        ended.then((code) => {
          throw new Error(`The program ended with ${code} and without ${pattern}:\n${screen()}`);
        }),
      ]),
    type: (keys) => void child.stdin.write(keys),
    kill: () => void child.kill('SIGKILL'),
  };
};

const valueIn = (screen: string, label: string): string =>
  new RegExp(`^ +${label} {2,}(.+)$`, 'm').exec(screen)?.[1]?.trim() ?? '';

const READY = /The listings gateway is ready\..*Demo token[^\n]+\n/s;

describe.runIf(isFullRun && isTerminalThere).sequential('The first five minutes on a fresh clone', () => {
  let clone: Clone;
  let session: Session;
  const begin = performance.now();
  const sayTime = (what: string): void => {
    process.stdout.write(`${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s after the clone began.\n`);
  };
  beforeAll(async () => {
    clone = await cloneRepository();
    sayTime('Cloned');
    session = openTerminal('npm start', clone);
    await session.see(READY);
    sayTime('Built and ready');
  }, TIME.timeout);
  afterAll(async () => {
    session.kill();
    await session.ended;
    await clone[Symbol.asyncDispose]();
  }, TIME.timeout);

  const linkOf = (label: string): URL => new URL(valueIn(session.screen(), label));
  const open = (url: URL): Promise<Response> => fetch(url, { headers: { accept: 'text/html' } });

  it('begin with npm start, which builds and says where to click, without a warning', () => {
    const screen = session.screen();
    expect(screen).not.toMatch(/warn|deprecat|error|\bat \S+:\d+/i);
    expect(screen.split('\n').filter((line) => line.trim() !== '').length).toBeLessThan(15);
    expect(screen).toContain('Ctrl+C stops it.');
  });

  it('lead to every address on the screen, and on from there', async () => {
    const graphiql = linkOf('GraphiQL');
    const service = linkOf('Embedded service');
    const addresses = [graphiql, linkOf('Start here'), new URL('/schema.graphql', graphiql), service];
    const answers = await Promise.all(addresses.map(open));
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')?.split(';')[0]])).toEqual([
      [200, 'text/html'],
      [200, 'text/html'],
      [200, 'text/plain'],
      [200, 'text/html'],
    ]);
    const [, welcome = ''] = await Promise.all(answers.map((answer) => answer.text()));
    const links = [...welcome.matchAll(/href="([^"#]+)"/g)].map(([, href = '']) => new URL(href, graphiql));
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect([link.href, (await open(link)).status]).toEqual([link.href, 200]);
  });

  it('run the operation of the first tab with the token on the screen', async () => {
    const [first] = readExamples();
    const [name = '', token = ''] = valueIn(session.screen(), 'Demo token').split(': ');
    const response = await fetch(linkOf('GraphiQL'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [name]: token },
      body: JSON.stringify({ query: first?.text }),
    });
    const { data, errors } = (await response.json()) as {
      readonly data?: Record<string, unknown>;
      readonly errors?: unknown;
    };
    expect(errors).toBeUndefined();
    expect(Object.values(data ?? {})).not.toContain(null);
    sayTime('First query');
  });

  it('sign in as the person on the screen', async () => {
    const [, username, password] =
      /^(\w+), .* \(password: (\S+)\)$/.exec(valueIn(session.screen(), 'Demo accounts')) ?? [];
    const response = await fetch(linkOf('GraphiQL'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: 'mutation ($input: SignInInput!) { signIn(input: $input) { session { username } } }',
        variables: { input: { username, password } },
      }),
    });
    expect(await response.json()).toEqual({ data: { signIn: { session: { username } } } });
  });

  it('end with 0 at Ctrl+C, and with two messages', TIME, async () => {
    const { length } = session.screen();
    session.type('\u0003');
    expect(await session.ended).toBe(0);
    const messages = session
      .screen()
      .slice(length)
      .match(/(?<=INFO: ).+/g);
    expect(messages).toEqual(['stopping; a second signal stops at once', 'stopped']);
    expect(session.screen().slice(length)).not.toMatch(/npm|warn|error/i);
  });

  it('need no time until it is ready, once it is built', TIME, async () => {
    const before = performance.now();
    const again = openTerminal('node dist/main.js', clone);
    await again.see(READY);
    const readyMs = performance.now() - before;
    again.type('\u0003');
    expect(await again.ended).toBe(0);
    process.stdout.write(`Ready ${Math.round(readyMs)} ms after its start.\n`);
    // It takes about one second; other tests may have the machine meanwhile.
    expect(readyMs).toBeLessThan(30_000);
  });
});
