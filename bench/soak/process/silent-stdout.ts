/** A log that nobody reads costs bounded memory and no response, is counted, and does not keep the program from ending. */
import { readFile } from 'node:fs/promises';
import { createHttpClient } from '../../../test/guarantees/http-client.ts';
import { type Oracle, createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type Outcome } from '../../../test/guarantees/outcome.ts';
import { startPlainService } from '../../../test/guarantees/service.ts';
import { outputKinds, startUnread } from '../../../test/support/program/unread-output.ts';

const CLIENTS = 16;
/** As much of it is in a line as may be. */
const query = `query ${'A'.repeat(100)} { __typename }`;
const id = 'a'.repeat(64);
/** From so many operations on, a process that nobody reads drops lines. */
const MORE_THAN_HELD = 25_000;
const DROPPED = '"msg":"Lines of the log were dropped';
const MOST_GROWTH_MB = 120;
const MOST_END_MS = 20_000;

const residentMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
};

const droppedIn = (text: string): number =>
  [...text.matchAll(/^listings_gateway_log_lines_dropped_total\{[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );

interface Case {
  readonly main: string;
  readonly service: URL;
  readonly kind: (typeof outputKinds)[number];
  readonly workers: number;
  readonly operations: number;
  /** Whether the log is read again before the end. */
  readonly isReadAgain: boolean;
}

/** Runs one program; gives how many lines it dropped, and by how much it grew in MB. */
const runCase = async (given: Case, oracle: Oracle): Promise<readonly [number, number]> => {
  const { main, service, kind, workers, operations, isReadAgain } = given;
  const what = `${kind}, WORKERS=${workers}, ${isReadAgain ? 'read again' : 'never read'}`;
  await using unread = startUnread(kind, [main], {
    env: {
      PORT: '0',
      METRICS_PORT: '0',
      WORKERS: String(workers),
      LISTINGS_API_URL: service.href,
      RATE_PER_ADDRESS_PER_MINUTE: '0',
      // A machine that is busy with other things is no overload here.
      OVERLOAD_EVENT_LOOP_MS: '60000',
    },
  });
  const addressOf = async (message: string): Promise<URL> => {
    for (let length = 1; ;) {
      const text = await unread.read(length);
      const line = text.split('\n').find((each) => each.includes(`"msg":"${message}"`) && each.endsWith('}'));
      const address = line === undefined ? undefined : /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (address !== undefined) return new URL(address);
      if (text.length < length) throw new Error(`The program ended without saying "${message}".`);
      length = text.length + 1;
    }
  };
  const [url, metricsUrl] = [await addressOf('listening'), await addressOf('metrics')];
  const { pid } = unread.child;
  const before = pid === undefined ? 0 : await residentMb(pid);
  using client = createHttpClient(url, CLIENTS);
  let left = operations * workers;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const reply = await client.operation({ query, id }).catch((error: unknown) => String(error));
      if (typeof reply === 'string' || reply.status !== 200)
        oracle.fail(`An operation failed (${what}): ${typeof reply === 'string' ? reply : reply.status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, loop));
  const grown = workers === 1 && pid !== undefined ? (await residentMb(pid)) - before : 0;
  if (grown > MOST_GROWTH_MB) oracle.fail(`The program grew by ${Math.round(grown)} MB (${what}).`);
  const dropped = droppedIn(await (await fetch(new URL('/metrics', metricsUrl))).text());
  if (operations >= MORE_THAN_HELD && dropped === 0) oracle.fail(`No line was dropped (${what}).`);
  // All that was held comes before that.
  if (isReadAgain && dropped > 0) await unread.readUntil(DROPPED);
  const output = isReadAgain ? unread.readAll() : null;
  const start = performance.now();
  unread.child.kill('SIGTERM');
  const { code, signal } = await unread.exited;
  if (code !== 0) oracle.fail(`The program ended with ${String(code ?? signal)} (${what}).`);
  if (performance.now() - start > MOST_END_MS) oracle.fail(`The program did not end in time (${what}).`);
  if (output !== null) {
    const lines = (await output).split('\n').filter((line) => line !== '');
    const written = lines.filter((line) => line.includes('"msg":"operation"')).length;
    if (written + dropped !== operations * workers) {
      oracle.fail(`Of ${operations * workers} lines ${written} were written and ${dropped} dropped (${what}).`);
    }
    const isReported = lines.some((line) => line.includes(DROPPED));
    if (isReported !== dropped > 0) oracle.fail(`What was dropped was ${isReported ? '' : 'not '}reported (${what}).`);
  }
  oracle.count(operations * workers);
  return [dropped, grown];
};

/**
 * Lets programs log what nobody reads.
 *
 * @param operations that each of its processes responds to
 * @param main path of the compiled `main.js`
 */
export const runSilentStdout = async (operations: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  await using service = await startPlainService();
  let dropped = 0;
  let grown = 0;
  for (const kind of outputKinds) {
    for (const [workers, isReadAgain] of [
      [1, false],
      [1, true],
      [2, false],
    ] as const) {
      const each = { main, service: service.url, kind, workers, operations, isReadAgain };
      const [droppedHere, grownHere] = await runCase(each, oracle);
      dropped += droppedHere;
      grown = Math.max(grown, grownHere);
    }
  }
  return oracle.outcome('a log that nobody reads', null, [
    `${figure(dropped)} lines dropped and counted`,
    `${Math.round(grown)} MB more at most`,
  ]);
};
