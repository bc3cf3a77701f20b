/** A program that is stopped under load loses no reply. */
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient, type Reply } from '../../../test/guarantees/http-client.ts';
import { type Program, startProgramAt } from '../../../test/guarantees/load/program.ts';
import { createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type Outcome } from '../../../test/guarantees/outcome.ts';
import { sendGood, startPlainService } from '../../../test/guarantees/service.ts';

const CLIENTS = 32;
const LOAD_MS = 250;
/** How long requests are still accepted; for that long clients go on. */
const GRACE_MS = 400;
const SERVICE_MS = 40;
const MOST_MS = 30_000;

interface Round {
  readonly sent: number;
  readonly lost: number;
  /** Milliseconds from the signal until `/readyz` said 503; null when it never did. */
  readonly notReadyMs: number | null;
}

const untilNotReady = async ({ url }: Program): Promise<number | null> => {
  using client = createHttpClient(url, 1);
  const start = performance.now();
  while (performance.now() - start < GRACE_MS) {
    const reply = await client.send({ method: 'GET', path: '/readyz' }).catch((): Reply | null => null);
    if (reply?.status === 503) return performance.now() - start;
    await pause(2);
  }
  return null;
};

/** Loads the program until it has said that it is not ready, and counts the requests that got no reply. */
const runRound = async (main: string, oracle: ReturnType<typeof createOracle>): Promise<Round> => {
  await using service = await startPlainService(({ response, good }) => {
    setTimeout(() => sendGood(response, good, good.bytes), SERVICE_MS);
    return true;
  });
  await using program = await startProgramAt(main, service.url, { SHUTDOWN_GRACE_MS: String(GRACE_MS) });
  using client = createHttpClient(program.url, CLIENTS);
  let sent = 0;
  let lost = 0;
  const over = new AbortController();
  const loop = async (): Promise<void> => {
    while (!over.signal.aborted) {
      sent += 1;
      const asked = { query: '{ viewer { name } }', token: 'token-of-the-caller' };
      const reply = await client.operation(asked).catch((error: unknown) => String(error));
      if (typeof reply === 'object' && reply.isComplete) oracle.judge(reply, 'while the program stops');
      else {
        lost += 1;
        oracle.fail(`A reply was lost: ${typeof reply === 'string' ? reply : 'the connection ended within it'}`);
      }
    }
  };
  const loops = Array.from({ length: CLIENTS }, loop);
  await pause(LOAD_MS);
  const ended = program.stop();
  const notReadyMs = await untilNotReady(program);
  // What sends requests here learns that it is not ready, and goes elsewhere.
  over.abort();
  await Promise.all(loops);
  const { code, stderr, afterMs } = await ended;
  if (code !== 0) oracle.fail(`The program ended with ${code}: ${stderr.slice(0, 500)}`);
  if (stderr !== '') oracle.fail(`The program says on its error output: ${stderr.slice(0, 500)}`);
  if (afterMs > MOST_MS) oracle.fail(`The program took ${Math.round(afterMs)} ms to end.`);
  if (notReadyMs === null) oracle.fail('The program never said that it is not ready.');
  oracle.audit(program.lines.filter((line) => !line.includes('listening')));
  return { sent, lost, notReadyMs };
};

/**
 * Stops the program under load, round after round.
 *
 * @param main path of the compiled `main.js`
 */
export const runGracefulStops = async (rounds: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await runRound(main, oracle));
  oracle.count(rounds);
  const total = (pick: (round: Round) => number): number => all.reduce((sum, round) => sum + pick(round), 0);
  const slowest = Math.max(...all.map(({ notReadyMs }) => notReadyMs ?? Number.POSITIVE_INFINITY));
  return oracle.outcome('SIGTERM under load', null, [
    `${rounds} rounds, lost ${total(({ lost }) => lost)} of ${figure(total(({ sent }) => sent))} replies`,
    `not ready after ${Math.round(slowest)} ms at most`,
  ]);
};
