/** Tells the log what limits refuse and which connections they close: a line a minute for each limit at most, however much it is. */
import { randomBytes } from 'node:crypto';
import type { Logger } from '../../log/logger.ts';
import { createKeyedHash } from '../http/keyed-hash.ts';
import { connectionLimits, type RefusalLimit } from '../observability/metrics/server-load.ts';

/** Reports refusals until it is disposed of, which reports the rest. */
interface RefusalLog extends Disposable {
  /** Records a refusal. `key` is what a rate limit counted; only the number of keys is reported. */
  record(limit: RefusalLimit, key?: string): void;
  /** Returns what is due; done by itself from time to time. */
  look(): void;
}

/** Refusals since the last line. */
interface PendingRefusals {
  count: number;
  /** Names of keys, for as many as are counted. */
  readonly keys: Set<string>;
  reportedAt: number;
}

const PAUSE_MS = 60_000;
const LOOK_MS = 1_000;
/** More keys are not distinguished. */
export const MAX_REFUSED_KEYS = 1_000;

const closing: ReadonlySet<RefusalLimit> = new Set(connectionLimits);

/** Creates it; `now` is a clock that never goes back. The first refusal of a limit is reported at once, further ones a minute later. */
export const createRefusalLog = (log: Logger, now: () => number): RefusalLog => {
  const nameOf = createKeyedHash(randomBytes(32));
  const byLimit = new Map<RefusalLimit, PendingRefusals>();

  const report = (limit: RefusalLimit, pending: PendingRefusals): void => {
    const { count, keys } = pending;
    if (closing.has(limit)) log.warn({ limit, connections: count }, 'A limit closes connections.');
    else
      log.warn({ limit, refused: count, ...(keys.size > 0 ? { keys: keys.size } : {}) }, 'A limit refuses requests.');
    pending.count = 0;
    keys.clear();
    pending.reportedAt = now();
  };

  const look = (): void => {
    for (const [limit, pending] of byLimit) {
      if (now() - pending.reportedAt < PAUSE_MS) continue;
      if (pending.count > 0) report(limit, pending);
      else byLimit.delete(limit);
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();

  return {
    record: (limit, key) => {
      const known = byLimit.get(limit);
      const pending = known ?? { count: 0, keys: new Set<string>(), reportedAt: 0 };
      pending.count += 1;
      if (key !== undefined && pending.keys.size < MAX_REFUSED_KEYS) pending.keys.add(nameOf(key));
      if (known !== undefined) return;
      byLimit.set(limit, pending);
      report(limit, pending);
    },
    look,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      for (const [limit, pending] of byLimit) if (pending.count > 0) report(limit, pending);
      byLimit.clear();
    },
  };
};
