/** Finds what somebody meant to write. */

/** Counts how many letters have to be inserted, dropped, replaced or swapped with their neighbour to get from a to b. */
const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? a.length;
};

/** A known name, and how many letters it is away from what was written; 0 is a difference in case only. */
export interface Nearest {
  readonly name: string;
  readonly distance: number;
}

/** Finds the known name that is nearest to a text, in any case; undefined when no name shares half its letters. */
export const findNearest = (text: string, names: readonly string[]): Nearest | undefined => {
  const written = text.toUpperCase().slice(0, 100);
  let nearest: Nearest | undefined;
  for (const name of names) {
    // So many letters have to come or go whatever they are; most names need no closer look.
    if (Math.abs(written.length - name.length) > name.length / 2) continue;
    const distance = editDistance(written, name.toUpperCase());
    if (distance <= name.length / 2 && (nearest === undefined || distance < nearest.distance)) {
      nearest = { name, distance };
    }
  }
  return nearest;
};
