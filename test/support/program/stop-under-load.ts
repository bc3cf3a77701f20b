/** Stops the built program while clients send requests, and reports the outcome of every request. */
import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { liveApplication } from '../accounts.ts';
import { findFreePort } from '../network/free-port.ts';
import { signInAt } from '../sign-in.ts';
import { type Ended, busyMachine, startProgram } from './program.ts';

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

interface Reply {
  readonly status: number | undefined;
  readonly body: string;
}

const send = (url: URL, agent: Agent, token: string | null): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const isOperation = token !== null;
    const request = httpRequest(url, {
      agent,
      method: isOperation ? 'POST' : 'GET',
      headers: isOperation ? { 'content-type': 'application/json', authorization: `Bearer ${token}` } : {},
    });
    request.once('error', reject);
    request.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    request.end(isOperation ? JSON.stringify({ query: '{ viewer { name } }' }) : undefined);
  });

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
  const graphql = new URL('/graphql', base);
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

  const sendOne = async (agent: Agent): Promise<void> => {
    const afterSignal = isStopping;
    try {
      const { status, body } = await send(graphql, agent, token);
      if (status !== 200 || !body.startsWith('{"data":{"viewer":{"name":"')) lost.push(`${status} ${body}`);
      answered += 1;
      if (afterSignal) respondedAfterSignal += 1;
      onResponse();
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') turnedAway += 1;
      else lost.push(codeOf(error));
    }
  };
  const runClient = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!unready.signal.aborted) await sendOne(agent);
    agent.destroy();
  };

  const clients = Array.from({ length: load.clients }, runClient);
  await warm;
  const signalledAt = performance.now();
  isStopping = true;
  run.kill('SIGTERM');
  const probe = new Agent({ keepAlive: true });
  let readyMs = 0;
  while (!unready.signal.aborted) {
    const sentAt = performance.now();
    const { status } = await send(new URL('/readyz', base), probe, null);
    if (status === 503) unready.abort();
    else readyMs = sentAt - signalledAt;
  }
  probe.destroy();
  await Promise.all(clients);
  const ended = await run.ended;
  const stopMs = performance.now() - signalledAt;
  return { answered, respondedAfterSignal, turnedAway, lost, readyMs, stopMs, ended };
};
