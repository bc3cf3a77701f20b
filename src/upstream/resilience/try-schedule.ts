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

/** Creates the schedule of the tries of one group. */
export const createTrySchedule = (health: ServiceHealth, now: () => number) => {
  const failures = createConsecutiveFailures(MEMORY_MS, now);
  const counted = [failures, health.failures];
  health.groups.push(failures);
  let lastTryAt = Number.NEGATIVE_INFINITY;

  const isServiceSilent = (): boolean => isSilent(health.failures);

  return {
    /** Failures in a row of the group. */
    failures,
    /** Returns whether so many tries have failed in a row that the group may be down. */
    isDoubtful: (): boolean =>
      failures.lengthSinceSent >= DOUBTFUL_RUN_OF_GROUP && (isSilent(failures) || isServiceSilent()),
    /** Returns whether the next try may go. While everything is down each group has its turn. */
    isTryDue: (everyMs: number): boolean => {
      if (!isServiceSilent()) return now() >= lastTryAt + everyMs;
      const inTurn = health.groups.filter((group) => group.lengthSinceSent >= DOUBTFUL_RUN_OF_GROUP).length;
      return now() >= health.nextTryAt && now() >= lastTryAt + everyMs * inTurn;
    },
    /** Milliseconds from try to try while it is in doubt. */
    tryEveryMs: (): number =>
      Math.max(failures.lengthSinceSent, health.failures.lengthSinceSent) < LONG_RUN ? TRY_SOON_MS : TRY_EVERY_MS,
    /** Records that a try goes. */
    recordTry: (everyMs: number): void => {
      lastTryAt = now();
      health.nextTryAt = lastTryAt + everyMs;
    },
    /** Lets the next try go no sooner than an interval from now on. */
    postpone: (): void => {
      lastTryAt = now();
    },
    /** Records what became of a try. @param sentAt when it was sent */
    recordResult: (hasFailed: boolean, sentAt: number): void => {
      for (const each of counted) {
        if (hasFailed) each.addFailure();
        else each.addResponse(sentAt);
      }
    },
  };
};

const isSilent = (failures: ConsecutiveFailures): boolean =>
  failures.length >= DOUBTFUL_RUN || failures.lengthSinceSent >= DOUBTFUL_RUN_SINCE_SENT;
