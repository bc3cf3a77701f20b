/**
 * Creates a function that takes items and handles those of one tick of the event loop one right after the other, in their order, when
 * everything that was ready to be read has been read. Where no more than one came in the tick before, they are handled as they
 * come: a single item does not wait. `handle` must not throw.
 *
 * Of fifty requests that are under way at once each is at another step. To take all of them through one step and then through the next
 * is quicker than to take each as far as it goes: what the processor has just learnt of a step serves all of them.
 */
export const batchByTick = <Item>(handle: (item: Item) => void): ((item: Item) => void) => {
  let items: Item[] = [];
  /** Number of those that came in this tick. */
  let came = 0;
  let isBusy = false;
  const endTick = (): void => {
    const batch = items;
    items = [];
    isBusy = came > 1;
    came = 0;
    for (const item of batch) handle(item);
  };
  return (item) => {
    if (came === 0) setImmediate(endTick);
    came += 1;
    if (isBusy) items.push(item);
    else handle(item);
  };
};
