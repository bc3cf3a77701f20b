/** The few tries that are made of a route group while it is in doubt whether the group is down, or while it is. */
import { type ConsecutiveFailures, createConsecutiveFailures } from './consecutive-failures.ts';

/** State that the circuit breakers of one service share. */
export interface ServiceHealth {
  /** Failures in a row of everything behind the same address. */
  readonly failures: ConsecutiveFailures;
  /** Those of each group. */
  readonly groups: ConsecutiveFailures[];
  /** Time of the next try while nothing at all gets a response. */
  nextTryAt: number;
}

/** The schedule of the tries of one group. */
export interface TrySchedule {
  /** Failures in a row of the group. */
  readonly failures: ConsecutiveFailures;
  /** Returns whether so many tries have failed in a row that the group may be down. */
  readonly isDoubtful: () => boolean;
  /** Returns whether the next try may go. While everything is down each group has its turn. */
  readonly isTryDue: (everyMs: number) => boolean;
  /** Milliseconds from try to try while it is in doubt. */
  readonly tryEveryMs: () => number;
  /** Records that a try goes. */
  readonly recordTry: (everyMs: number) => void;
  /** Lets the next try go no sooner than an interval from now on. */
  readonly postpone: () => void;
  /** Records what became of a try. @param sentAt when it was sent */
  readonly recordResult: (hasFailed: boolean, sentAt: number) => void;
}

/** Milliseconds for which a failure is remembered, and a group that nobody calls is taken for down. */
export const MEMORY_MS = 10_000;

const DOUBTFUL_RUN = 8;
const DOUBTFUL_RUN_SINCE_SENT = 32;
/** Enough of a group while everything fails. */
const DOUBTFUL_RUN_OF_GROUP = 3;
/** Calls that break at one moment are as many as there are connections: so many failures are soon over. */
const LONG_RUN = 64;
const TRY_SOON_MS = 5;
const TRY_EVERY_MS = 100;

/** Creates the state that the circuit breakers of one service share. `now` is as that of the circuit breakers. */
export const createServiceHealth = (now: () => number): ServiceHealth => ({
  failures: createConsecutiveFailures(MEMORY_MS, now),
  groups: [],
  nextTryAt: 0,
});

/** Creates the schedule of a group. */
export const createTrySchedule = (health: ServiceHealth, now: () => number): TrySchedule => {
  const failures = createConsecutiveFailures(MEMORY_MS, now);
  const counted = [failures, health.failures];
  health.groups.push(failures);
  let lastTryAt = Number.NEGATIVE_INFINITY;

  const isServiceSilent = (): boolean => isSilent(health.failures);

  return {
    failures,
    isDoubtful: () => failures.lengthSinceSent >= DOUBTFUL_RUN_OF_GROUP && (isSilent(failures) || isServiceSilent()),
    isTryDue: (everyMs) => {
      if (!isServiceSilent()) return now() >= lastTryAt + everyMs;
      const inTurn = health.groups.filter((group) => group.lengthSinceSent >= DOUBTFUL_RUN_OF_GROUP).length;
      return now() >= health.nextTryAt && now() >= lastTryAt + everyMs * inTurn;
    },
    tryEveryMs: () =>
      Math.max(failures.lengthSinceSent, health.failures.lengthSinceSent) < LONG_RUN ? TRY_SOON_MS : TRY_EVERY_MS,
    recordTry: (everyMs) => {
      lastTryAt = now();
      health.nextTryAt = lastTryAt + everyMs;
    },
    postpone: () => {
      lastTryAt = now();
    },
    recordResult: (hasFailed, sentAt) => {
      for (const each of counted) {
        if (hasFailed) each.addFailure();
        else each.addResponse(sentAt);
      }
    },
  };
};

const isSilent = (failures: ConsecutiveFailures): boolean =>
  failures.length >= DOUBTFUL_RUN || failures.lengthSinceSent >= DOUBTFUL_RUN_SINCE_SENT;
