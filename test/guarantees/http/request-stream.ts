/** Streams of requests: what a client sends over one connection, and in which pieces. */
/** When a client goes on. */
export type Delivery =
  /** When all that came before is answered. */
  | 'serial'
  /** At once. */
  | 'burst'
  /** At once, and then it ends its half of the connection. */
  | 'half-closed';

/** What a client sends. */
export interface RequestStream {
  readonly requests: readonly Buffer[];
  /** Where a further piece begins, counted over all requests, in bytes, in rising order: each piece is read by itself. */
  readonly cuts: readonly number[];
  readonly delivery: Delivery;
}

/** A piece that is written at once. */
export interface Piece {
  readonly bytes: Buffer;
  /** Whether a request ends with it. */
  readonly isEnd: boolean;
}

/** Cuts a stream. Requests that are sent one after the other are pieces of their own. */
export const piecesOf = ({ requests, cuts, delivery }: RequestStream): readonly Piece[] => {
  const bytes = Buffer.concat(requests);
  const ends: number[] = [];
  for (const { length } of requests) ends.push((ends.at(-1) ?? 0) + length);
  const places = new Set([...cuts, ...(delivery === 'serial' ? ends : []), bytes.length]);
  const pieces: Piece[] = [];
  let start = 0;
  for (const end of [...places].toSorted((a, b) => a - b)) {
    if (end > start && end <= bytes.length)
      pieces.push({ bytes: bytes.subarray(start, end), isEnd: ends.includes(end) });
    start = end;
  }
  return pieces;
};
