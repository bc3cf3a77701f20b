/** The claim of a mutation with an idempotency key: what it does is followed, so that its record says what became of it. */

/** What became of a request with an idempotency key, as the log and the metrics report it. */
export const idempotencyOutcomes = [
  'recorded',
  'released',
  'replayed',
  'in_progress',
  'reused',
  'refused',
  'unknown',
  'unavailable',
] as const;

/** What became of a request with an idempotency key. */
export type IdempotencyOutcome = (typeof idempotencyOutcomes)[number];

/** The response of a mutation, as it is kept. */
export interface FinishedWrite {
  readonly text: string;
  /** Whether one of its errors says that the result is unknown. */
  readonly isUnknown: boolean;
}

/** The claim of a mutation. */
export interface WriteClaim {
  /** Follows a call that may change something. */
  follow<Result>(call: Promise<Result>): Promise<Result>;
  /** Records that something was changed by another call, e.g. that a refresh token was used up. */
  readonly recordChange: () => void;
  /** Records that a field of a mutation is complete, and others are still to come. Never rejects. */
  readonly recordField: (key: string) => Promise<void>;
  readonly ended: Promise<void>;
  /** Ends the claim: keeps the response, or releases the key when nothing was changed. Once: later responses change nothing. Never rejects. */
  end(write: FinishedWrite): Promise<void>;
}
