/** Judges what is seen of a gateway: its responses, its log, its process, and what it has in use when all is over. */
import { setTimeout as pause } from 'node:timers/promises';
import { isErrorCode } from '../../src/gateway/errors/error-codes.ts';
import type { Reply } from './http-client.ts';
import { type Outcome, figure } from './outcome.ts';

/** What callers bring along. None of it is ever in a reply or in the log. */
export const callerCanaries = {
  token: 'canary-token-5f1c9a',
  password: 'canary-password-77ab02',
  clientSecret: 'canary-secret-c0ffee91',
  refreshToken: 'canary-refresh-41d8e3',
} as const;

/** What the service says where nobody is to hear it: in bodies of failures, in headers, in places it redirects to. */
export const SERVICE_CANARY = 'canary-of-the-service-9e2b';

/** Tokens that the service grants: they are in the reply to a sign-in and nowhere else. */
export const grantedCanaries = {
  accessToken: 'access-token-value',
  refreshToken: 'refresh-token-value',
} as const;

/** Signs of the inner life of a process. */
const innerSigns = ['node_modules', 'at file:', 'at async', '.ts:', '/src/'] as const;

/** A header with a token, in either spelling, as logs of headers would show it. */
const TOKEN_HEADER = /authori[sz]ation["']?\s*[:=]/i;

/** Everything of a list that a text has. */
export const canariesIn = (text: string, canaries: readonly string[]): readonly string[] =>
  canaries.filter((canary) => text.includes(canary));

/** Everything that a reply gives away. `own` are canaries of one run, such as the host of its service. */
export const leaksInReply = (text: string, own: readonly string[]): readonly string[] =>
  canariesIn(text, [...Object.values(callerCanaries), SERVICE_CANARY, ...innerSigns, ...own]);

/** Everything that the log gives away. */
export const leaksInLog = (text: string, own: readonly string[]): readonly string[] => [
  ...leaksInReply(text, [...Object.values(grantedCanaries), ...own]),
  ...(TOKEN_HEADER.test(text) ? ['a header with a token'] : []),
];

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as JSON; undefined when it is none. */
export const jsonOf = ({ text }: Reply): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const errorsOf = (reply: Reply): readonly unknown[] => {
  const body = jsonOf(reply);
  return isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
};

/** Codes of the errors of a reply. */
export const codesIn = (reply: Reply): readonly unknown[] =>
  errorsOf(reply).map((error) =>
    isObject(error) && isObject(error['extensions']) ? error['extensions']['code'] : null,
  );

const problemOfError = (error: unknown): string | null => {
  if (!isObject(error) || typeof error['message'] !== 'string') return 'an error has no message';
  const { extensions } = error;
  if (!isObject(extensions)) return 'an error has no extensions';
  const { code, requestId, retryable } = extensions;
  if (!isErrorCode(code)) return `the code ${String(code)} is unknown`;
  if (code === 'INTERNAL_SERVER_ERROR') return `the gateway made a mistake: ${JSON.stringify(error)}`;
  if (typeof requestId !== 'string') return `an error with ${code} has no request id`;
  return typeof retryable === 'boolean' ? null : `an error with ${code} does not say whether to try again`;
};

/** Statuses that `/graphql` responds with when nothing is wrong with the gateway; 503 and 429 ask to slow down. */
const isStatus = ({ status }: Reply): boolean => status === 200 || (status >= 400 && status < 500) || status === 503;

/** What is wrong with a reply of `/graphql`; null when it is one. A 503 is one when it says when to come back. */
export const problemOfGraphql = (reply: Reply): string | null => {
  if (!reply.isComplete) return 'the connection ended within the reply';
  if (!isStatus(reply)) return `the status is ${reply.status}`;
  if (reply.status === 503 && reply.headers['retry-after'] === undefined) return 'a 503 does not say when to come back';
  const body = jsonOf(reply);
  if (!isObject(body)) return `it is no JSON object: ${reply.text.slice(0, 200)}`;
  if (!('data' in body) && !Array.isArray(body['errors']))
    return `it has neither data nor errors: ${reply.text.slice(0, 200)}`;
  for (const error of errorsOf(reply)) {
    const problem = problemOfError(error);
    if (problem !== null) return problem;
  }
  return null;
};

/**
 * What is wrong with a reply of a route beside `/graphql`; null when it is one: a file, or JSON with a known code. A file
 * that the service cuts off is cut off here too, so that nobody takes it for the whole.
 */
export const problemOfRoute = (reply: Reply): string | null => {
  if (!reply.isComplete && reply.headers['content-type'] !== 'application/pdf') return 'the connection ended within it';
  if (reply.status < 400) return null;
  const body = jsonOf(reply);
  if (!isObject(body)) return `it is no JSON object: ${reply.text.slice(0, 200)}`;
  const { code } = body;
  if (code === 'INTERNAL_SERVER_ERROR' || reply.status === 500) return `the gateway made a mistake: ${reply.text}`;
  if (typeof code !== 'string' || !/^[A-Z_]+$/.test(code)) return `it has no code: ${reply.text.slice(0, 200)}`;
  return null;
};

/** Watches the process until it is disposed of. */
export interface ProcessWatch extends Disposable {
  /** What was seen so far. */
  readonly seen: readonly string[];
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Warnings that come from the tests themselves or from the runtime, whatever runs. */
const isExpected = ({ name, message }: Error): boolean =>
  name === 'ExperimentalWarning' || message.includes('--localstorage');

/** Starts to watch. */
export const watchProcess = (): ProcessWatch => {
  const seen: string[] = [];
  const onRejection = (error: unknown): void => void seen.push(`A rejection was not handled: ${describe(error)}`);
  const onException = (error: unknown): void => void seen.push(`An exception was not caught: ${describe(error)}`);
  const onWarning = (warning: Error): void => {
    if (!isExpected(warning)) seen.push(`A warning: ${describe(warning)}`);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtExceptionMonitor', onException);
  process.on('warning', onWarning);
  return {
    seen,
    [Symbol.dispose]: () => {
      process.off('unhandledRejection', onRejection);
      process.off('uncaughtExceptionMonitor', onException);
      process.off('warning', onWarning);
    },
  };
};

/** What has to come to rest. */
export interface AtRest {
  /** The gauges of the gateway. */
  readonly load: () => { readonly active: number; readonly waiting: number };
  /** Connections that are open at the service. */
  readonly connections: () => number;
}

/** Judges. It watches the process from its creation until the outcome is asked for. */
export interface Oracle extends Disposable {
  /** Counts a case. */
  count(cases?: number): void;
  /** Records a failure. */
  fail(message: string): void;
  /** Judges a reply. `own` are texts that only this run must keep to itself, such as the host of the service. */
  judge(reply: Reply, what: string, form?: 'graphql' | 'route', own?: readonly string[]): void;
  /** Looks through lines of a log. */
  audit(lines: readonly string[], own?: readonly string[]): void;
  /** Waits at most a second for everything to come to rest. */
  settle(what: string, atRest: AtRest): Promise<void>;
  outcome(group: string, seed: number | null, figures?: readonly string[]): Outcome;
}

/** Time for sockets and gauges to come back to zero. */
const REST_MS = 1000;
/** What a machine that is busy with other things may take on top: timers fire late there, not the gateway. */
const BUSY_MS = 4000;

const isAtRest = ({ load, connections }: AtRest): boolean =>
  load().active === 0 && load().waiting === 0 && connections() === 0;

/** Creates an oracle. */
export const createOracle = (): Oracle => {
  const watch = watchProcess();
  const failures: string[] = [];
  let cases = 0;
  let replies = 0;
  let leaks = 0;
  let logLines = 0;
  let longestRestMs = 0;

  const fail = (message: string): void => {
    // A gateway that is broken fails everywhere: the first failures say why.
    if (failures.length < 1000) failures.push(message);
  };

  return {
    count: (more = 1) => {
      cases += more;
    },
    fail,
    judge: (reply, what, form = 'graphql', own = []) => {
      replies += 1;
      const found = leaksInReply(`${JSON.stringify(reply.headers)}\n${reply.text}`, own);
      leaks += found.length;
      if (found.length > 0) fail(`${what}: the reply shows ${found.join(', ')}: ${reply.text.slice(0, 300)}`);
      const problem = form === 'graphql' ? problemOfGraphql(reply) : problemOfRoute(reply);
      if (problem !== null) fail(`${what}: ${problem}`);
    },
    audit: (lines, own = []) => {
      logLines += lines.length;
      for (const line of lines) {
        const found = leaksInLog(line, own);
        leaks += found.length;
        if (found.length > 0) fail(`The log shows ${found.join(', ')}: ${line.slice(0, 300)}`);
      }
    },
    settle: async (what, atRest) => {
      const start = performance.now();
      while (!isAtRest(atRest) && performance.now() - start < REST_MS + BUSY_MS) await pause(5);
      longestRestMs = Math.max(longestRestMs, performance.now() - start);
      if (isAtRest(atRest)) return;
      const { active, waiting } = atRest.load();
      fail(`${what}: ${active} calls under way, ${waiting} waiting, ${atRest.connections()} connections left.`);
    },
    outcome: (group, seed, figures = []) => {
      for (const seen of watch.seen) fail(seen);
      return {
        group,
        cases,
        failures,
        figures: [
          ...figures,
          ...(replies === 0 && logLines === 0 ? [] : [`leaks ${leaks} in ${figure(replies)} replies`]),
          ...(longestRestMs === 0 ? [] : [`at rest after ${Math.round(longestRestMs)} ms at most`]),
        ],
        logLines,
        seed,
      };
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
};
