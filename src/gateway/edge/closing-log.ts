/** Tells the log of connections that limits close: once a minute at most, however many there are. */
import type { Logger } from '../../log.ts';

const PAUSE_MS = 60_000;

/** Creates what is told of each connection that a limit closes; `now` is a clock that never goes back. */
export const createClosingLog = (log: Logger, now: () => number): ((limit: string) => void) => {
  const byLimit = new Map<string, { connections: number; at: number }>();
  return (limit) => {
    const told = byLimit.get(limit) ?? { connections: 0, at: Number.NEGATIVE_INFINITY };
    byLimit.set(limit, told);
    told.connections += 1;
    if (now() - told.at < PAUSE_MS) return;
    log.warn({ limit, connections: told.connections }, 'A limit closes connections.');
    told.connections = 0;
    told.at = now();
  };
};
