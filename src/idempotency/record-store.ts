/** Records of writes that may be sent again: one for each idempotency key, in one process, in those of a supervisor, or in Redis. */

/** A record that is there. Its text is sealed: no store can read it. */
export interface StoredRecord {
  /**
   * - `running`: whoever claimed it is at work, and has time left.
   * - `abandoned`: whoever claimed it did not finish in time: it has ended, and what it did is not known.
   * - `done`: finished.
   */
  readonly state: 'running' | 'abandoned' | 'done';
  readonly text: string;
}

/** The right to write a record, from when it was claimed to when it is finished or released. */
export interface RecordClaim {
  /** Names the record; says nothing of its key. */
  readonly id: string;
  /** Another one for each claim, without spaces. */
  readonly holder: string;
}

/** Thrown when a store cannot be used; nobody knows then whether it did what it was asked for. */
export class RecordStoreError extends Error {
  override readonly name = 'RecordStoreError';
  /** A short code, e.g. `FULL` or `SLOW`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`Idempotency records cannot be stored (${reason}).`);
    this.reason = reason;
  }
}

/** Store of records. A record is gone some time after it was written last. */
export interface RecordStore {
  /**
   * Claims a record in one atomic step; returns the one that is there, null when it is claimed.
   *
   * @param leaseMs time that whoever claims it has to finish
   * @throws RecordStoreError
   */
  claim(claim: RecordClaim, text: string, leaseMs: number): Promise<StoredRecord | null>;
  /**
   * Writes a record that is claimed; nothing when somebody else has claimed it meanwhile.
   *
   * @param leaseMs time left to finish it; null when it is finished
   * @throws RecordStoreError
   */
  write(claim: RecordClaim, text: string, leaseMs: number | null): Promise<void>;
  /** Releases a claim, as if it had never been. @throws RecordStoreError */
  release(claim: RecordClaim): Promise<void>;
}
