/** What every handler of the service works with. */
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import type { LookupLabels } from './lookup-labels.ts';

/** The running service, as its handlers see it. */
export interface Service {
  readonly database: Database;
  readonly log: Logger;
  /** Where the service is reached, without a slash at the end: the start of every URL it writes. */
  readonly origin: string;
  readonly labels: LookupLabels;
  readonly accessTokenLifetimeMs: number;
  readonly refreshTokenLifetimeMs: number;
  /** The time now, in epoch milliseconds. */
  now(): number;
  /** Unpredictable bytes, for tokens. */
  randomBytes(count: number): Buffer;
}
