/** The context of every handler of the service. */
import type { Logger } from '../../log/logger.ts';
import type { TaskLimiter } from '../core/task-limiter.ts';
import type { Database } from '../database/database.ts';
import type { LookupLabels } from '../database/lookup-labels.ts';
import type { FaultInjection } from '../faults/fault-injection.ts';

/** The running service, as its handlers see it. */
export interface Service {
  readonly database: Database;
  readonly log: Logger;
  /** Where the service is reached, without a slash at the end: the start of every URL it writes. */
  readonly origin: string;
  /** Port of the gateway that shows GraphiQL in front of the service; null when there is none. */
  readonly explorerPort: number | null;
  readonly labels: LookupLabels;
  readonly accessTokenLifetimeMs: number;
  readonly refreshTokenLifetimeMs: number;
  /** How many active test listings an account may hold. */
  readonly testListingLimit: number;
  /** Work on pixels, of which little goes on at a time. */
  readonly imageTasks: TaskLimiter;
  /** Uploads whose bodies are being read: they bound what photos take of memory. */
  readonly uploads: TaskLimiter;
  /** Responds to requests, spoilt where faults were asked for. */
  readonly injectFaults: FaultInjection;
  /** The time now, in epoch milliseconds. */
  now(): number;
  /** Unpredictable bytes, for tokens. */
  randomBytes(count: number): Buffer;
}
