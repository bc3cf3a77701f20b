/** Streams of requests: what a client sends over one connection, and in which pieces. */
import { createSeededRandom, mixSeed, type SeededRandom } from '../../support/random/seeded-random.ts';
import { ordinaryRequest, randomRequest } from './request-grammar.ts';

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

/** A stream that is shorter is cut at each place once. */
const SMALL_BYTES = 240;

const deliveries: readonly Delivery[] = ['serial', 'burst', 'burst', 'half-closed'];

const lengthOf = (requests: readonly Buffer[]): number => requests.reduce((sum, { length }) => sum + length, 0);

/** Cuts anywhere, behind each request, or both. */
const cutsOf = (requests: readonly Buffer[], random: SeededRandom): readonly number[] => {
  const length = lengthOf(requests);
  const count = random.pick([0, 0, 0, 1, 1, 2, 3, 6, 12]);
  const cuts = Array.from({ length: count }, () => random.integer(1, length - 1));
  if (random.chance(0.4)) for (const at of requests.keys()) cuts.push(lengthOf(requests.slice(0, at)));
  return [...new Set(cuts)].filter((cut) => cut > 0).toSorted((a, b) => a - b);
};

/** Makes streams, without end. */
export function* requestStreams(seed: number): Generator<RequestStream, never> {
  for (let number = 0; ; number += 1) {
    const random = createSeededRandom(mixSeed(seed, number));
    const ordinary = random.pick([0, 0.5, 0.9]);
    const requests = Array.from({ length: random.pick([1, 1, 2, 2, 3, 4]) }, () =>
      random.chance(ordinary) ? ordinaryRequest(random) : randomRequest(random),
    );
    const delivery = random.pick(deliveries);
    const length = lengthOf(requests);
    if (length < 2) continue;
    const isSwept = length <= SMALL_BYTES && random.chance(0.03);
    if (isSwept) for (let cut = 1; cut < length; cut += 1) yield { requests, cuts: [cut], delivery };
    else yield { requests, cuts: cutsOf(requests, random), delivery };
  }
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

/** Writes a stream so that it can be put into a test. */
export const describeStream = ({ requests, cuts, delivery }: RequestStream): string =>
  `${delivery}, cut at [${cuts.join(', ')}]: ${requests.map((bytes) => JSON.stringify(bytes.toString('latin1'))).join(' + ')}`;
