/** Counts of one limit that several processes keep together, and that no request waits for. */
import type { SharedCountReport } from '../observability/metrics/shared-counts.ts';
import { type Count, type Counter, createWindows, type RateLimitOptions } from './rate-limit.ts';
import { MOST_KEYS, type SharedCounts } from './shared-counts.ts';

/** Settings of the counter. */
export interface CrossProcessCounterOptions {
  readonly limit: RateLimitOptions;
  readonly shared: SharedCounts;
  readonly onShared: (report: SharedCountReport) => void;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
  /** Does something later; it holds no process. */
  readonly later?: (action: () => void, milliseconds: number) => void;
  /** Keys of this limit that all processes together may report in a window. 25,000 unless given. */
  readonly maxReported?: number;
}

/** Milliseconds that counts wait to be reported. */
export const TELL_EVERY_MS = 250;
/** Number of keys that are reported at once. */
const BATCH = 1000;
/** Milliseconds before the end of a window from which on counts might be reported after it. */
const MESSAGE_MS = 100;

/**
 * Number of requests under a key that a process admits before it reports: a twentieth of the limit, and what processes do not report is half
 * of the limit at most. 0 for a limit that is too small for that.
 */
export const unreportedShare = (points: number, processes: number): number =>
  Math.floor(points / Math.max(20, 2 * processes));

/** A window of all processes as one of them sees it. */
interface SharedWindow {
  /** Let in here since this process has known of it. */
  mine: number;
  /** Number of them that were reported to the others. */
  reported: number;
  /** Let in by others, as was heard last. */
  others: number;
  readonly endsAt: number;
}

/** Requests admitted under a key while the reply is awaited that states its window. */
interface Entry {
  readonly since: number;
  mine: number;
}

/**
 * Creates a counter that responds at once. It counts here; once a key has had more than its untold share, it takes part in the window
 * of all processes, which begins then, and in which nothing counts that was before it. So nobody who keeps to the limit is refused,
 * however many processes there are; and what somebody else is let in too much is bounded (docs/deployment.md has the formula).
 */
export const createCrossProcessCounter = ({
  limit,
  shared,
  onShared,
  now = () => performance.now(),
  later = (action, milliseconds) => void setTimeout(action, milliseconds).unref(),
  maxReported = MOST_KEYS,
}: CrossProcessCounterOptions): Counter => {
  const { points } = limit;
  const windowMs = limit.windowS * 1000;
  const alone = createWindows(limit.windowS, now);
  /** In the order in which they were met. One that had been there for a while ends earlier, and is forgotten with those before it. */
  const windows = new Map<string, SharedWindow>();
  const entries = new Map<string, Entry>();
  /** Keys to be reported, and since when. */
  let due = new Set<string>();
  let dueSince = 0;

  const windowOf = (key: string, time: number): SharedWindow | undefined => {
    const window = windows.get(key);
    return window !== undefined && time < window.endsAt ? window : undefined;
  };

  const forgetEnded = (time: number): void => {
    for (const [key, { endsAt }] of windows) {
      if (time < endsAt) break;
      windows.delete(key);
    }
  };

  const enter = (key: string, total: number, requestedAt: number, leftMs: number): void => {
    const entry = entries.get(key);
    entries.delete(key);
    if (entry === undefined) return;
    const beganBy = now() + leftMs - windowMs;
    windows.delete(key);
    windows.set(key, {
      mine: entry.since >= beganBy ? entry.mine : 0,
      reported: 0,
      others: total,
      endsAt: requestedAt + leftMs - MESSAGE_MS,
    });
    if (entry.since >= beganBy) reportSoon(key, now());
  };

  const reportBatch = async (): Promise<void> => {
    const time = now();
    const since = dueSince;
    const keys = due;
    due = new Set();
    forgetEnded(time);
    let leftOut = 0;
    let capacity = Math.ceil(maxReported / shared.countProcesses()) - windows.size;
    const reports = [...keys].flatMap((key) => {
      const window = windowOf(key, time);
      if (window !== undefined) {
        const { mine, reported } = window;
        // Whether it arrives or not: what is reported twice would be held against somebody.
        window.reported = mine;
        return { key, window, points: mine - reported, reported: mine };
      }
      if (entries.has(key) && capacity > 0) {
        capacity -= 1;
        return { key, window, points: 0, reported: 0 };
      }
      if (entries.delete(key)) leftOut += 1;
      return [];
    });
    const report = (outcome: SharedCountReport['outcome'], count: number): void => {
      if (count > 0) onShared({ outcome, keys: count, lateMs: now() - since });
    };
    report('left_out', leftOut);
    if (reports.length === 0) return;
    try {
      const replies = await shared.add(limit, reports);
      for (const [at, { key, window, reported }] of reports.entries()) {
        const { total, leftMs } = replies[at] ?? { total: 0, leftMs: 0 };
        if (window === undefined) enter(key, total, time, leftMs);
        else window.others = Math.max(window.others, total - reported);
      }
      report('told', reports.length);
    } catch {
      for (const { key } of reports) entries.delete(key);
      report('failed', reports.length);
    }
  };

  const reportSoon = (key: string, time: number): void => {
    if (due.size === 0) {
      dueSince = time;
      const batch = due;
      later(() => {
        if (batch === due) void reportBatch();
      }, TELL_EVERY_MS);
    }
    due.add(key);
    if (due.size >= BATCH) void reportBatch();
  };

  return {
    consume: (key): Count => {
      const time = now();
      const own = alone.add(key, 1);
      const isWithin = own.total <= points;
      const window = windowOf(key, time);
      if (window === undefined) {
        const entry = entries.get(key);
        if (entry !== undefined) entry.mine += isWithin ? 1 : 0;
        else if (own.total > Math.max(1, unreportedShare(points, shared.countProcesses()))) {
          entries.set(key, { since: time, mine: 1 });
          reportSoon(key, time);
        }
        return { isWithin, leftMs: own.leftMs };
      }
      if (window.mine + window.others >= points) return { isWithin: false, leftMs: window.endsAt - time };
      if (isWithin) {
        window.mine += 1;
        reportSoon(key, time);
      }
      return { isWithin, leftMs: own.leftMs };
    },
  };
};
