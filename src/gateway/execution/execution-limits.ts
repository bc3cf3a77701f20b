/** Limits of one operation: calls and time. */

/** Limits of the calls that an operation may cause. */
export interface CallLimit {
  /** Most calls that an operation may cause, in the worst case. */
  readonly maxCalls: number;
  /** `enforce` refuses operations over the limit, `measure` only reports what they may cost. */
  readonly mode: 'enforce' | 'measure';
}

/** Milliseconds an operation may take. */
export interface Deadlines {
  readonly queryMs: number;
  readonly mutationMs: number;
}

/** Milliseconds for what brings a file: its client has to send it first. */
export const UPLOAD_MS = 60_000;
