/** Work that is done together, once in a turn of the event loop. */

/**
 * Creates what takes items and handles all that came in a turn of the event loop one right after the other, in their order,
 * when everything that was ready to be read has been read. `handle` must not throw.
 *
 * Fifty requests that are under way at once are at different steps. To take each a step further in turn is quicker than to take
 * each as far as it goes: what the processor has just learnt of a step serves all of them. Who waits alone waits no longer.
 */
export const batchByTurn = <Item>(handle: (item: Item) => void): ((item: Item) => void) => {
  let items: Item[] = [];
  const handleAll = (): void => {
    const batch = items;
    items = [];
    for (const item of batch) handle(item);
  };
  return (item) => {
    if (items.length === 0) setImmediate(handleAll);
    items.push(item);
  };
};
