/** A store of records, of writes that may be sent again and of renewals of sessions: in one process, or in Redis. */

/** A record that is there. Its text is sealed: no store can read it. */
export interface StoredRecord {
  /**
   * - `running`: whoever claimed it is at work: its lease has time left.
   * - `abandoned`: its lease was not renewed: whoever claimed it has ended, and what it did is not known.
   * - `done`: finished.
   */
  readonly state: 'running' | 'abandoned' | 'done';
  readonly text: string;
}

/** Who has a record: full for one is not full for all. */
export interface RecordOwner {
  /** Names the owner; says nothing of who that is. */
  readonly name: string;
  /**
   * How many times what is left of the store the records of an owner may take; no other is claimed for it then, and none finished at length. With
   * 1/15 a single owner gets a sixteenth, and as many as there are leave something for another.
   */
  readonly times: number;
}

/** The right to write a record, from when it was claimed to when it is finished or released. */
export interface RecordClaim {
  /** Names the record; says nothing of its key. */
  readonly id: string;
  /** Another one for each claim, without spaces. */
  readonly holder: string;
  /** Whose it is; it counts to nobody unless given. */
  readonly owner?: RecordOwner | undefined;
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

/** Takes an error of a store that is done without. @throws every other error */
export const ignoreStoreErrors = (error: unknown): void => {
  if (!(error instanceof RecordStoreError)) throw error;
};

/** Store of records. A record is gone some time after it was written last: that of a write after `IDEMPOTENCY_TTL_S`. */
export interface RecordStore {
  /**
   * Claims a record in one atomic step; returns the one that is there, null when it is claimed.
   *
   * @param leaseMs time that whoever claims it has to finish it, or to renew the lease
   * @throws RecordStoreError
   */
  claim(claim: RecordClaim, text: string, leaseMs: number): Promise<StoredRecord | null>;
  /**
   * Renews the lease of a record, with what is known by now. It does nothing unless the claim still holds: one that comes late, when
   * the record is finished or released, changes nothing.
   *
   * @param leaseMs time from now on to finish it, or to renew the lease again
   * @throws RecordStoreError
   */
  renew(claim: RecordClaim, text: string, leaseMs: number): Promise<void>;
  /**
   * Finishes a record, also one that is gone; does nothing when somebody else has claimed it meanwhile.
   *
   * @param shorter written in its place where there is no space, in the store or in the share of its owner; as long as what was claimed. The text unless given
   * @throws RecordStoreError
   */
  finish(claim: RecordClaim, text: string, shorter?: string): Promise<void>;
  /** Releases a claim, as if it had never been. @throws RecordStoreError */
  release(claim: RecordClaim): Promise<void>;
}
