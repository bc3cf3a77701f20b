/** A linked list: the tables of a `Set` or `Map` that is filled and emptied keep what was in it alive (docs/performance.md). */

/** An item of a list, and of one list at a time. */
export interface Linked<Item> {
  previous: Item | null;
  next: Item | null;
}

/** A list in the order in which items were added. */
export class LinkedList<Item extends Linked<Item>> {
  first: Item | null = null;
  #last: Item | null = null;
  size = 0;

  /** Adds an item that is in no list. */
  add(item: Item): void {
    item.previous = this.#last;
    if (this.#last === null) this.first = item;
    else this.#last.next = item;
    this.#last = item;
    this.size += 1;
  }

  /** Removes an item of this list; it refers to no other then. */
  remove(item: Item): void {
    const { previous, next } = item;
    if (previous === null) this.first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    item.previous = null;
    item.next = null;
    this.size -= 1;
  }
}
