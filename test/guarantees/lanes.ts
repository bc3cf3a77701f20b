/** Work of many pieces, a few of them at a time. */

/** Does `work` for the numbers from 0 to below `count`, in so many lanes. */
export const inLanes = async (count: number, lanes: number, work: (number: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) await work(number);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
};
