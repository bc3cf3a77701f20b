/** Signals: workers that are replaced lose no response, and no signal ends the program by mistake or opens it to a debugger. */
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '../../../test/guarantees/http-client.ts';
import { type Program, startProgramAt } from '../../../test/guarantees/load/program.ts';
import { type Oracle, createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type Outcome } from '../../../test/guarantees/outcome.ts';
import { sendGood, startPlainService } from '../../../test/guarantees/service.ts';

const CLIENTS = 16;
const WORKERS = 2;
const SERVICE_MS = 20;
/** How long kept connections are served by a worker that leaves; clients use them more often than that. */
const GRACE_MS = 2_000;
const MOST_MS = 60_000;
const LOOK_MS = 20;

const linesWith = ({ lines }: Program, message: string): readonly string[] =>
  lines.filter((line) => line.includes(`"msg":"${message}`));

const until = async (program: Program, message: string, count: number): Promise<boolean> => {
  for (const start = performance.now(); performance.now() - start < MOST_MS; await pause(LOOK_MS)) {
    if (linesWith(program, message).length >= count) return true;
    if (!program.isRunning()) return false;
  }
  return false;
};

const pidOf = (line: string): number => Number(/"pid":(\d+)/.exec(line)?.[1]);

/** Sends requests without a pause until it is stopped: half of the clients keep their connection, half open one for each request. */
const load = (program: Program, oracle: Oracle) => {
  const over = new AbortController();
  const counts = { sent: 0, lost: 0 };
  const loop = async (isKept: boolean): Promise<void> => {
    using kept = createHttpClient(program.url, 1);
    while (!over.signal.aborted) {
      using own = createHttpClient(program.url, 1);
      counts.sent += 1;
      const asked = { query: '{ viewer { name } }', token: 'token-of-the-caller' };
      const reply = await (isKept ? kept : own).operation(asked).catch((error: unknown) => String(error));
      if (typeof reply === 'object' && reply.isComplete && reply.status === 200) continue;
      counts.lost += 1;
      oracle.fail(`A reply was lost: ${typeof reply === 'string' ? reply : reply.text.slice(0, 200)}`);
    }
  };
  const loops = Promise.all(Array.from({ length: CLIENTS }, (_, at) => loop(at % 2 === 0)));
  return {
    counts,
    end: async (): Promise<void> => {
      over.abort();
      await loops;
    },
  };
};

const watchReadiness = (program: Program, oracle: Oracle) => {
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    for (; !over.signal.aborted; await pause(LOOK_MS)) {
      for (const url of [program.url, program.metricsUrl()]) {
        const ready =
          url === null ? 'nowhere' : await fetch(new URL('/readyz', url)).then(({ status }) => status, String);
        if (ready !== 200) oracle.fail(`/readyz was ${ready} while workers were replaced.`);
      }
    }
  };
  const watching = watch();
  return async (): Promise<void> => {
    over.abort();
    await watching;
  };
};

/** Sums the operations of the metrics, which nobody has read before. */
const countOperations = async (program: Program): Promise<number> => {
  const text = await fetch(new URL('/metrics', program.metricsUrl() ?? program.url)).then((reply) => reply.text());
  const counts = text.matchAll(/^listings_gateway_operation_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
};

/** Replaces all workers under load, so often. */
const replaceWorkers = async (
  rounds: number,
  main: string,
  service: URL,
  oracle: Oracle,
): Promise<{ readonly sent: number; readonly lost: number }> => {
  await using program = await startProgramAt(main, service, {
    METRICS_PORT: '0',
    WORKERS: String(WORKERS),
    SHUTDOWN_GRACE_MS: String(GRACE_MS),
    RATE_PER_ADDRESS_PER_MINUTE: '0',
    RATE_PER_TOKEN_PER_MINUTE: '0',
    // A machine that is busy with other things is no overload here.
    OVERLOAD_EVENT_LOOP_MS: '60000',
  });
  await until(program, 'a worker serves', WORKERS);
  const { counts, end } = load(program, oracle);
  const stopWatching = watchReadiness(program, oracle);
  for (let round = 1; round <= rounds; round += 1) {
    const before = linesWith(program, 'a worker serves').slice(-WORKERS).map(pidOf);
    program.kill('SIGHUP');
    if (!(await until(program, 'all workers are replaced', round)))
      oracle.fail('The workers were not replaced in time.');
    const after = linesWith(program, 'a worker serves').slice(-WORKERS).map(pidOf);
    if (after.some((pid) => before.includes(pid))) oracle.fail('A worker was not replaced.');
    oracle.count();
  }
  await stopWatching();
  await end();
  const counted = await countOperations(program);
  if (counted !== counts.sent) oracle.fail(`/metrics counts ${counted} operations in place of ${counts.sent}.`);
  const deaths = linesWith(program, 'a worker died').length;
  if (deaths > 0) oracle.fail(`${deaths} workers died.`);
  const { code, stderr } = await program.stop();
  if (code !== 0 || stderr !== '') oracle.fail(`The program ended with ${code}: ${stderr.slice(0, 500)}`);
  oracle.audit(program.lines.filter((line) => !line.includes('127.0.0.1')));
  return counts;
};

/** Sends signals that have no use to every process, in production, and then one that ends them. */
const sendOthers = async (workers: number, main: string, service: URL, oracle: Oracle): Promise<void> => {
  await using program = await startProgramAt(main, service, {
    NODE_ENV: 'production',
    METRICS_PORT: '0',
    WORKERS: String(workers),
    SHUTDOWN_GRACE_MS: '0',
  });
  if (workers > 1) await until(program, 'a worker serves', workers);
  const pids = [program.pid ?? 0, ...linesWith(program, 'a worker serves').map(pidOf)];
  for (const [at, signal] of (['SIGUSR1', 'SIGUSR2'] as const).entries()) {
    for (const pid of pids) process.kill(pid, signal);
    if (!(await until(program, 'this signal has no use here', (at + 1) * pids.length))) {
      oracle.fail(`${signal} was not taken by every process, with ${workers} workers.`);
    }
  }
  // Workers leave that to their supervisor.
  for (const pid of pids.slice(1)) process.kill(pid, 'SIGHUP');
  const alive = await fetch(new URL('/livez', program.url)).then(({ status }) => status, String);
  if (alive !== 200) oracle.fail(`/livez was ${alive} after signals, with ${workers} workers.`);
  const { code, stderr } = await program.stop(workers > 1 ? 'SIGTERM' : 'SIGHUP');
  // An inspector says there that it listens.
  if (code !== 0 || stderr !== '') oracle.fail(`The program ended with ${code}: ${stderr.slice(0, 500)}`);
  oracle.count();
};

/**
 * Sends signals to the program.
 *
 * @param rounds how often all workers are replaced
 * @param main path of the compiled `main.js`
 */
export const runSignals = async (rounds: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  await using service = await startPlainService(({ response, good }) => {
    setTimeout(() => sendGood(response, good, good.bytes), SERVICE_MS);
    return true;
  });
  const { sent, lost } = await replaceWorkers(rounds, main, service.url, oracle);
  for (const workers of [1, WORKERS]) await sendOthers(workers, main, service.url, oracle);
  return oracle.outcome('signals', null, [`${rounds} rounds of new workers, lost ${lost} of ${figure(sent)} replies`]);
};
