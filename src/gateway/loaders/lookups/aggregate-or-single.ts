/** One call or many: whether lists that an operation asks for together come from the aggregate, or each from its own endpoint. */
import type { SharedLists } from './shared-lists.ts';

/** Decides for one operation. */
export class AggregateOrSingle {
  readonly #aggregate: SharedLists['aggregate'];
  /** Number of uncached lists of the aggregate that are asked for at this moment. */
  #wanted = 0;

  constructor({ aggregate }: SharedLists) {
    this.#aggregate = aggregate;
  }

  /** Returns whether the aggregate costs fewer calls than the lists that are asked for together; asked once for each of them. */
  async isAggregateWorthwhile(): Promise<boolean> {
    this.#wanted += 1;
    // Fields that are resolved together have all asked before this goes on.
    await Promise.resolve();
    const isWorthwhile = this.#wanted > 1 || this.#aggregate.peek('all') !== undefined;
    await Promise.resolve();
    this.#wanted = 0;
    return isWorthwhile;
  }
}
