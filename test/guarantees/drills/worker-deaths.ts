/** Workers and supervisors that are killed or stopped while users send requests. */
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '../http-client.ts';
import { startPlainService } from '../load/plain-service.ts';
import { type Program, type ProgramEnd, startProgramAt } from '../load/program.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import { figure, type Outcome } from '../outcome.ts';
import { childrenOf } from '../process/child-processes.ts';
import { countOf, outcomesIn, type Sent, secondsOf, sendAtRate } from './open-loop.ts';

const WORKERS = 2;
const PER_SECOND = 200;
const SOCKETS = 64;
const LOOK_MS = 20;
const LIMIT_MS = 30_000;
/** A request without a response counts as lost after this. */
const REQUEST_MS = 5_000;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Milliseconds until that is so; infinite when it never is. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<number> => {
  const start = performance.now();
  while (!(await isSo())) {
    if (performance.now() - start > LIMIT_MS) return Number.POSITIVE_INFINITY;
    await pause(LOOK_MS);
  }
  return performance.now() - start;
};

const isServing = async ({ url }: Program): Promise<boolean> =>
  fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

interface Loaded {
  readonly program: Program;
  readonly pids: readonly number[];
  /** Ends the load before its time. */
  readonly leave: () => void;
}

/** Asks at a rate while something is done to the program. */
const underLoad = async (
  main: string,
  seconds: number,
  act: (loaded: Loaded) => Promise<void>,
): Promise<readonly Sent[]> => {
  await using service = await startPlainService();
  await using program = await startProgramAt(main, service.url, {
    NODE_ENV: 'production',
    WORKERS: String(WORKERS),
    RATE_PER_ADDRESS_PER_MINUTE: '0',
    // A machine that is busy with other things is no overload here.
    OVERLOAD_EVENT_LOOP_MS: '60000',
  });
  const { pid } = program;
  if (pid === null) throw new Error('The program has no process.');
  await until(() => program.lines.filter((line) => line.includes('"msg":"a worker serves"')).length === WORKERS);
  using client = createHttpClient(program.url, SOCKETS);
  const over = new AbortController();
  const sending = sendAtRate({
    client,
    perSecond: PER_SECOND,
    seconds,
    signal: over.signal,
    ask: (at) => ({ query: '{ viewer { name } }', token: `token-${at}`, signal: AbortSignal.timeout(REQUEST_MS) }),
  });
  await pause(1_000);
  const pids = await childrenOf(pid);
  try {
    await act({ program, pids, leave: () => over.abort() });
    return await sending;
  } finally {
    // A process that is stopped does not notice that its supervisor is gone.
    for (const one of pids) if (isAlive(one)) process.kill(one, 'SIGKILL');
  }
};

/** Has a worker gone, and waits for another in its place. */
const loseWorker = async (oracle: Oracle, main: string, signal: NodeJS.Signals, seconds: number): Promise<string> => {
  let replacedMs = Number.POSITIVE_INFINITY;
  const sent = await underLoad(main, seconds, async ({ program, pids }) => {
    const [first = 0] = pids;
    process.kill(first, signal);
    replacedMs = await until(async () => {
      const now = await childrenOf(program.pid ?? 0);
      return now.length === WORKERS && !now.includes(first);
    });
  });
  oracle.count(sent.length);
  if (replacedMs === Number.POSITIVE_INFINITY) oracle.fail(`${signal}: the worker was not replaced.`);
  const lost = countOf(sent, 'lost');
  if (lost + countOf(sent, 'ok') < sent.length) oracle.fail(`${signal}: ${outcomesIn(sent)}`);
  // A connection carries one request at a time: what is lost is what the worker had in its hands.
  if (lost > SOCKETS) oracle.fail(`${signal}: ${lost} requests were lost.`);
  return `${lost} of ${figure(sent.length)} requests lost, replaced after ${secondsOf(replacedMs)}`;
};

const loseSupervisor = async (oracle: Oracle, main: string): Promise<string> => {
  let endedMs = Number.POSITIVE_INFINITY;
  await underLoad(main, 2, async ({ program, pids }) => {
    process.kill(program.pid ?? 0, 'SIGKILL');
    endedMs = await until(async () => !pids.some(isAlive) && !(await isServing(program)));
  });
  oracle.count();
  if (endedMs === Number.POSITIVE_INFINITY) oracle.fail('Workers outlived their supervisor.');
  return `workers ended and the port was free after ${secondsOf(endedMs)}`;
};

const stop = async (oracle: Oracle, main: string): Promise<string> => {
  let ended: Pick<ProgramEnd, 'code' | 'afterMs'> = { code: null, afterMs: 0 };
  const sent = await underLoad(main, 9, async ({ program, leave }) => {
    const ending = program.stop();
    // What sends requests here learns that it is not ready, and goes elsewhere.
    await until(async () => !(await isServing(program)));
    leave();
    ended = await ending;
  });
  oracle.count(sent.length);
  const lost = countOf(sent, 'lost');
  if (lost > 0) oracle.fail(`SIGTERM: ${outcomesIn(sent)}`);
  if (ended.code !== 0) oracle.fail(`The program ended with ${ended.code}.`);
  return `${lost} of ${figure(sent.length - countOf(sent, 'turned away'))} requests lost, exit code ${ended.code} after ${secondsOf(ended.afterMs)}`;
};

/**
 * Does to the processes of a gateway what may befall them.
 *
 * @param seconds length of the load
 * @param main path of the compiled `main.js`
 */
export const runWorkerDeaths = async (seconds: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  const figures = [
    `SIGKILL of a worker: ${await loseWorker(oracle, main, 'SIGKILL', seconds)}`,
    `SIGSTOP of a worker: ${await loseWorker(oracle, main, 'SIGSTOP', seconds)}`,
    `SIGKILL of the supervisor: ${await loseSupervisor(oracle, main)}`,
    `SIGTERM: ${await stop(oracle, main)}`,
  ];
  return oracle.outcome('deaths of workers', null, figures);
};
