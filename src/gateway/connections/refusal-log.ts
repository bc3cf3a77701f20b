/** Tells the log what limits refuse and which connections they close: a line a minute for each limit at most, however much it is. */
import { randomBytes } from 'node:crypto';
import type { Logger } from '../../log/logger.ts';
import { createKeyedHash } from '../http/keyed-hash.ts';
import { type RefusalLimit, connectionLimits } from '../observability/metrics/server-load.ts';

interface PendingRefusals {
  count: number;
  /** How many of each client, for as many as are counted. */
  readonly clients: Map<string, number>;
  reportedAt: number;
}

const PAUSE_MS = 60_000;
const LOOK_MS = 1_000;
/** More clients are not distinguished. */
export const MAX_REFUSED_CLIENTS = 1_000;
/** Clients that are named in a line. */
const NAMED_CLIENTS = 5;
/** Digits of a hash. */
const DIGITS = 16;

/** Limits that count by what nobody may read. Others count by the name of a token, or by network, maybe with a username behind a space. */
const bySecret: ReadonlySet<RefusalLimit> = new Set(['sign_in_username', 'sign_in_device', 'refresh_token']);

const closing: ReadonlySet<RefusalLimit> = new Set(connectionLimits);

/** Creates it; `now` is a clock that never goes back. The first refusal of a limit is reported at once, further ones a minute later, the rest when it is disposed of. A hash is the same in all lines of a process. */
export const createRefusalLog = (log: Logger, now: () => number) => {
  const nameOf = createKeyedHash(randomBytes(32));
  const byLimit = new Map<RefusalLimit, PendingRefusals>();

  const clientOf = (limit: RefusalLimit, key: string): string => {
    const [network = ''] = key.split(' ', 1);
    return bySecret.has(limit) ? nameOf(key).slice(0, DIGITS) : network;
  };

  const report = (limit: RefusalLimit, pending: PendingRefusals): void => {
    const { count, clients } = pending;
    if (closing.has(limit)) log.warn({ limit, connections: count }, 'A limit closes connections.');
    else if (clients.size === 0) log.warn({ limit, refused: count }, 'A limit refuses requests.');
    else {
      const most = [...clients].sort(([, one], [, other]) => other - one).slice(0, NAMED_CLIENTS);
      const named = Object.fromEntries(most);
      log.warn({ limit, refused: count, clients: clients.size, most: named }, 'A limit refuses requests.');
    }
    pending.count = 0;
    clients.clear();
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
    /** Records a refusal. `key` is what the limit counts by, if it tells clients apart: a network and the name of a token are reported as they are, anything else as a hash. */
    record: (limit: RefusalLimit, key?: string): void => {
      const known = byLimit.get(limit);
      const pending = known ?? { count: 0, clients: new Map<string, number>(), reportedAt: 0 };
      pending.count += 1;
      if (key !== undefined) {
        const client = clientOf(limit, key);
        const refused = pending.clients.get(client) ?? 0;
        if (refused > 0 || pending.clients.size < MAX_REFUSED_CLIENTS) pending.clients.set(client, refused + 1);
      }
      if (known !== undefined) return;
      byLimit.set(limit, pending);
      report(limit, pending);
    },
    /** Returns what is due; done by itself from time to time. */
    look,
    [Symbol.dispose]: (): void => {
      clearInterval(timer);
      for (const [limit, pending] of byLimit) if (pending.count > 0) report(limit, pending);
      byLimit.clear();
    },
  };
};
