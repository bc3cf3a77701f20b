/** A second level that several processes share: texts by key, with their age, and locks for who fills one. */

/** A text of the store. */
export interface StoredText {
  readonly text: string;
  /** Milliseconds since it was got from where it comes from, by the one clock of the store. */
  readonly ageMs: number;
}

/** The right to fill a key. */
export interface FillLock {
  /** Gives it back. It ends by itself a while after it was given. Never rejects. */
  release(): Promise<void>;
}

/**
 * The store. Nothing of it ever rejects or takes longer than a bounded while: a store that is gone, slow or full of
 * something else is one that has nothing and takes nothing.
 */
export interface SharedStore {
  /** Finds a text; null when there is none, or no store. */
  find(key: string): Promise<StoredText | null>;
  /**
   * Keeps a text in place of whatever is there, unless it is too large.
   *
   * @param ageMs milliseconds since it was got from where it comes from
   */
  put(key: string, text: string, ageMs: number): Promise<void>;
  /** Asks for the right to fill a key: `taken` while somebody else has it, null when there is no store. */
  lock(key: string): Promise<FillLock | 'taken' | null>;
}
