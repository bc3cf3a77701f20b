/** A clock whose time passes only when nothing else is left to do, so that seconds of waiting take no time and end alike each time. */

/** Milliseconds since it was made. */
export class VirtualClock {
  #now = 0;
  #events: { readonly at: number; readonly ring: () => void }[] = [];
  readonly now = (): number => this.#now;

  /** Waits. */
  readonly wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => this.#plan(this.#now + milliseconds, resolve));

  /** Lets time pass until nobody waits any more. */
  async run(): Promise<void> {
    await this.#settle();
    for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
      this.#now = event.at;
      event.ring();
      await this.#settle();
    }
  }

  /** In the order of their times; of equal ones as they were planned. */
  #plan(at: number, ring: () => void): void {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { at, ring });
  }

  /** Lets everything happen that happens without time. */
  #settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
