/** Work that is done together, once in a turn of the event loop. */

/**
 * Creates what takes items and handles those of a turn of the event loop one right after the other, in their order, when
 * everything that was ready to be read has been read. Where no more than one came in the turn before, they are handled as they
 * come: who is alone does not wait. `handle` must not throw.
 *
 * Of fifty requests that are under way at once each is at another step. To take all of them through one step and then through the next
 * is quicker than to take each as far as it goes: what the processor has just learnt of a step serves all of them.
 */
export const batchByTurn = <Item>(handle: (item: Item) => void): ((item: Item) => void) => {
  let items: Item[] = [];
  /** How many came in this turn. */
  let came = 0;
  let isBusy = false;
  const endTurn = (): void => {
    const batch = items;
    items = [];
    isBusy = came > 1;
    came = 0;
    for (const item of batch) handle(item);
  };
  return (item) => {
    if (came === 0) setImmediate(endTurn);
    came += 1;
    if (isBusy) items.push(item);
    else handle(item);
  };
};
