/** Lets everything happen that happens without time. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock whose time passes only when nothing else is left to do, so that seconds of waiting take no time and end alike each time. */
export class VirtualClock {
  #now = 0;
  readonly #events: { readonly at: number; readonly happen: () => void }[] = [];
  /** Milliseconds since it was made. */
  readonly now = (): number => this.#now;

  /** Lets something happen after a while, of equal times in the order of these calls. Gives what calls it off. */
  readonly later = (happen: () => void, milliseconds: number): (() => void) => {
    const event = { at: this.#now + milliseconds, happen };
    this.#events.splice(this.#events.findLastIndex(({ at }) => at <= event.at) + 1, 0, event);
    return () => {
      const at = this.#events.indexOf(event);
      if (at >= 0) this.#events.splice(at, 1);
    };
  };

  /** Waits. */
  readonly wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void this.later(resolve, milliseconds));

  /** Lets everything happen until a time, and what follows of it: all that will ever happen unless a time is given. */
  async run(end = Number.POSITIVE_INFINITY): Promise<void> {
    await settle();
    for (let [next] = this.#events; next !== undefined && next.at <= end; [next] = this.#events) {
      this.#events.shift();
      this.#now = next.at;
      next.happen();
      await settle();
    }
    if (Number.isFinite(end)) this.#now = end;
  }
}
