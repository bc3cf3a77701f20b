/** Tells the log what limits refuse and which connections they close: a line a minute for each limit at most, however much it is. */
import { randomBytes } from 'node:crypto';
import type { Logger } from '../../log/logger.ts';
import { createKeyedHash } from '../http/keyed-hash.ts';
import { connectionLimits, type RefusalLimit } from '../observability/metrics/server-load.ts';

/** Tells of refusals until it is disposed of, which tells the rest. */
export interface RefusalLog extends Disposable {
  /** Takes a refusal. `key` is what a rate limit counted; what is told is only how many there are. */
  note(limit: RefusalLimit, key?: string): void;
  /** Tells what is due; done by itself from time to time. */
  look(): void;
}

/** What was refused since the last line. */
interface Untold {
  count: number;
  /** Names of keys, for as many as are counted. */
  readonly keys: Set<string>;
  toldAt: number;
}

const PAUSE_MS = 60_000;
const LOOK_MS = 1_000;
/** More keys are not told apart. */
export const MAX_REFUSED_KEYS = 1_000;

const closing: ReadonlySet<RefusalLimit> = new Set(connectionLimits);

/** Creates it; `now` is a clock that never goes back. The first refusal of a limit is told at once, further ones a minute later. */
export const createRefusalLog = (log: Logger, now: () => number): RefusalLog => {
  const nameOf = createKeyedHash(randomBytes(32));
  const byLimit = new Map<RefusalLimit, Untold>();

  const tell = (limit: RefusalLimit, untold: Untold): void => {
    const { count, keys } = untold;
    if (closing.has(limit)) log.warn({ limit, connections: count }, 'A limit closes connections.');
    else
      log.warn({ limit, refused: count, ...(keys.size > 0 ? { keys: keys.size } : {}) }, 'A limit refuses requests.');
    untold.count = 0;
    keys.clear();
    untold.toldAt = now();
  };

  const look = (): void => {
    for (const [limit, untold] of byLimit) {
      if (now() - untold.toldAt < PAUSE_MS) continue;
      if (untold.count > 0) tell(limit, untold);
      else byLimit.delete(limit);
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();

  return {
    note: (limit, key) => {
      const known = byLimit.get(limit);
      const untold = known ?? { count: 0, keys: new Set<string>(), toldAt: 0 };
      untold.count += 1;
      if (key !== undefined && untold.keys.size < MAX_REFUSED_KEYS) untold.keys.add(nameOf(key));
      if (known !== undefined) return;
      byLimit.set(limit, untold);
      tell(limit, untold);
    },
    look,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      for (const [limit, untold] of byLimit) if (untold.count > 0) tell(limit, untold);
      byLimit.clear();
    },
  };
};
