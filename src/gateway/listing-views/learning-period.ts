/** The time for which counts what was learnt from responses of the service. */

const PERIOD_MS = 600_000;

/** Ten minutes of learning, again and again: an odd response, or a change of the service, must not hide values for good. */
export class LearningPeriod {
  readonly #now: () => number;
  #startMs: number;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
    this.#startMs = now();
  }

  /** Tells, once for each period, that it is over: what hides values is to be learnt again. */
  isOver(): boolean {
    const nowMs = this.#now();
    if (nowMs - this.#startMs < PERIOD_MS) return false;
    this.#startMs = nowMs;
    return true;
  }
}
