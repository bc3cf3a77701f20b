/** Stops the built program while clients send requests, and reports the outcome of every request. */
import { createHttpClient, type HttpClient } from '../guarantees/http-client.ts';
import { liveApplication } from '../support/accounts.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { type Ended, busyMachine, startProgram } from '../support/program/program.ts';
import { signInAt } from '../support/sign-in.ts';

/** How much load there is, and how the program stops. */
export interface StopUnderLoad {
  /** Clients, each of which sends its next request when it has the response to the one before. */
  readonly clients: number;
  /** Responses to wait for before the program is asked to stop. */
  readonly responsesBefore: number;
  /** How long every call to the service takes, in milliseconds. */
  readonly latencyMs: number;
  /** `SHUTDOWN_GRACE_MS`. */
  readonly graceMs: number;
}

/** What became of the requests. */
export interface StopReport {
  readonly answered: number;
  /** Of those, how many were sent after the signal. */
  readonly respondedAfterSignal: number;
  /** Requests for which no connection could be made any more, so that none was sent. */
  readonly turnedAway: number;
  /** What happened to requests that were sent and not answered with their data. */
  readonly lost: readonly string[];
  /** How long after the signal `/readyz` was still asked and said that the program is ready, in milliseconds. */
  readonly readyMs: number;
  /** From the signal to the end of the process, in milliseconds. */
  readonly stopMs: number;
  readonly ended: Ended;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Starts the program, loads it, sends SIGTERM, and waits for its end. Clients leave when `/readyz` is 503. */
export const stopUnderLoad = async (load: StopUnderLoad): Promise<StopReport> => {
  await using run = await startProgram([], {
    ...busyMachine,
    PORT: String(await findFreePort()),
    EMBEDDED_PORT: '0',
    SHUTDOWN_GRACE_MS: String(load.graceMs),
    RATE_PER_TOKEN_PER_MINUTE: '0',
    EMBEDDED_FAULT_PLAN: `GET /v1/user/details=latency:${load.latencyMs}`,
  });
  const base = new URL(String((await run.line('listening'))['url']));
  const token = await signInAt(base, 'seller', liveApplication);

  let [answered, respondedAfterSignal, turnedAway] = [0, 0, 0];
  let isStopping = false;
  const unready = new AbortController();
  const lost: string[] = [];
  let onResponse: () => void = () => {};
  const warm = new Promise<void>((resolve) => {
    onResponse = () => {
      if (answered >= load.responsesBefore) resolve();
    };
  });

  const sendOne = async (client: HttpClient): Promise<void> => {
    const afterSignal = isStopping;
    try {
      const { status, text } = await client.operation({ query: '{ viewer { name } }', token });
      if (status !== 200 || !text.startsWith('{"data":{"viewer":{"name":"')) lost.push(`${status} ${text}`);
      answered += 1;
      if (afterSignal) respondedAfterSignal += 1;
      onResponse();
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') turnedAway += 1;
      else lost.push(codeOf(error));
    }
  };
  const runClient = async (): Promise<void> => {
    using client = createHttpClient(base, 1);
    while (!unready.signal.aborted) await sendOne(client);
  };

  const clients = Array.from({ length: load.clients }, runClient);
  await warm;
  const signalledAt = performance.now();
  isStopping = true;
  run.kill('SIGTERM');
  using probe = createHttpClient(base, 1);
  let readyMs = 0;
  while (!unready.signal.aborted) {
    const sentAt = performance.now();
    const { status } = await probe.send({ method: 'GET', path: '/readyz' });
    if (status === 503) unready.abort();
    else readyMs = sentAt - signalledAt;
  }
  await Promise.all(clients);
  const ended = await run.ended;
  const stopMs = performance.now() - signalledAt;
  return { answered, respondedAfterSignal, turnedAway, lost, readyMs, stopMs, ended };
};
