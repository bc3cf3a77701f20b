/** Bounds connections by the files that the process may have open: beyond them nothing can be accepted, nor the service be called. */
import { readFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { transportDefaults } from '../rest/transport-defaults.ts';

/** Files for everything but connections of clients and to the service: the log, the port of the metrics, Redis, databases, traces. */
const OTHER_FILES = 256;

/** Largest number of files that this process may have open; null where the system does not say, or sets no limit. Node raises the soft limit to the hard one. */
export const readOpenFileLimit = (): number | null => {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
};

/** A configuration whose connections fit, and what to say where they had to be fewer; null for nothing. */
interface FittedConfig {
  readonly config: Config;
  readonly warning: string | null;
}

/** Takes as many connections of clients as there are files for. `limit` as above. */
export const fitToOpenFiles = (config: Config, limit: number | null): FittedConfig => {
  const { transport, serverLimits } = config;
  const { connections } = serverLimits;
  const others = transport.connections + transportDefaults.tokens + transport.uploads + OTHER_FILES;
  const needed = connections + others;
  if (limit === null || limit >= needed) return { config, warning: null };
  const fitting = Math.max(1, limit - others);
  // Nobody has thousands of clients at a desk, unless a number is set.
  const isMeant = config.production || 'MAX_CONNECTIONS' in config.changed;
  const warning = `MAX_CONNECTIONS is ${connections}, but with the limit of open files (${limit}) a process serves ${fitting} connections: raise the limit to ${needed} (ulimit -n, LimitNOFILE of systemd, --ulimit nofile of Docker), or lower MAX_CONNECTIONS`;
  return {
    config: { ...config, serverLimits: { ...serverLimits, connections: fitting } },
    warning: isMeant ? warning : null,
  };
};
