/** Deadlines of what all have the same time: one timer for all of them, set for the first. */
import { type Linked, LinkedList } from './linked-list.ts';
import { startTimeout } from './timeout.ts';

/** Something that has so much time. It is in no other list meanwhile. */
export interface Timed extends Linked<Timed> {
  /** When its time is up; null while it has no deadline. */
  endsAt: number | null;
  /** Called when its time is up. */
  onTimeUp(): void;
}

/** Deadlines that are all so far away when they begin. They keep no process from ending. */
export class Deadlines {
  readonly #milliseconds: number;
  readonly #now: () => number;
  readonly #later: (action: () => void, milliseconds: number) => void;
  readonly #timed = new LinkedList<Timed>();
  #isWaiting = false;

  /**
   * @param now a clock in milliseconds that never goes back
   * @param later starts a time-out that holds no process
   */
  constructor(
    milliseconds: number,
    now = () => performance.now(),
    later = (action: () => void, delayMs: number): void => void startTimeout(action, delayMs, false),
  ) {
    this.#milliseconds = milliseconds;
    this.#now = now;
    this.#later = later;
  }

  /** Begins the time of an item that has no deadline. */
  begin(item: Timed): void {
    item.endsAt = this.#now() + this.#milliseconds;
    this.#timed.add(item);
    // A timer that is set already is for one that ends sooner.
    if (!this.#isWaiting) this.#wait(this.#milliseconds);
  }

  /** Ends the time of an item; does nothing when it has no deadline. */
  end(item: Timed): void {
    if (item.endsAt === null) return;
    item.endsAt = null;
    this.#timed.remove(item);
  }

  #wait(milliseconds: number): void {
    this.#isWaiting = true;
    this.#later(() => this.#expire(), milliseconds);
  }

  #expire(): void {
    const now = this.#now();
    for (let first = this.#timed.first; first !== null; first = this.#timed.first) {
      const leftMs = (first.endsAt ?? now) - now;
      if (leftMs > 0) {
        this.#wait(Math.ceil(leftMs));
        return;
      }
      this.end(first);
      first.onTimeUp();
    }
    this.#isWaiting = false;
  }
}
