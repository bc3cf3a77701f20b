/** Work of which only so much may go on at a time. */
import { busy } from './refusal.ts';

/** Limits of running and waiting work. */
interface TaskLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Runs tasks in the order in which they came, at most so many at a time. */
export class TaskLimiter {
  readonly #limits: TaskLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: TaskLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a task when its turn has come.
   *
   * @throws Refusal 503 when too many wait already, and whatever the task throws
   */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#limits.running) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waiting) throw busy();
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** The place of a task that ended goes to the one that waited longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
