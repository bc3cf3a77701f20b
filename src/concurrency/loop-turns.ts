/** Work that would hold the event loop if all of it were done at once: a piece in each of its turns, so that whatever is short goes in between. */

type Work = () => void;

/** The work of one caller. */
interface Line {
  readonly caller: string | null;
  readonly pieces: Work[];
}

/** The lines of the kinds that have work: kinds in the order of their turns, and in each the callers. */
const waiting: Line[][] = [];

const doNext = (): void => {
  const [kind = []] = waiting;
  const [line] = kind;
  // All stay where they are meanwhile: what it asks for comes after what waits already.
  line?.pieces[0]?.();
  line?.pieces.shift();
  kind.shift();
  waiting.shift();
  if (line !== undefined && line.pieces.length > 0) kind.push(line);
  if (kind.length > 0) waiting.push(kind);
  if (waiting.length > 0) setImmediate(doNext);
};

/**
 * Creates turns for work of one kind: a piece is done in a turn of the event loop of its own. Kinds take turns, so that none waits for all of another,
 * and so do the callers of a kind; pieces of one caller, or of those who cannot be told apart, are done in the order in which they came. The work must not throw.
 */
export const createLoopTurns = (): ((work: Work, caller?: string | null) => void) => {
  const lines: Line[] = [];
  return (work, caller = null) => {
    const line = lines.find((each) => each.caller === caller);
    if (line !== undefined) line.pieces.push(work);
    else if (lines.push({ caller, pieces: [work] }) === 1 && waiting.push(lines) === 1) setImmediate(doNext);
  };
};
