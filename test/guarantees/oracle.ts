/** The one oracle of the whole catalogue: what has to hold after every fault and every attack. */
import { setTimeout as pause } from 'node:timers/promises';
import { leaksInLog, leaksInReply } from './canaries.ts';
import type { Reply } from './http-client.ts';
import { figure, type Outcome } from './outcome.ts';
import { watchProcess } from './process-watch.ts';
import { problemOfGraphql, problemOfRoute } from './reply-form.ts';

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
