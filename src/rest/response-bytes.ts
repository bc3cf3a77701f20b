/** The bytes of responses: put together from the pieces that the HTTP client gives, without a stream, inflated where the service compresses them unasked, and bounded for all calls together. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Responses up to this size are never given up: as many of them as there are connections are a few megabytes. */
const SMALL_RESPONSE_BYTES = 64 * 1024;
/** A buffer of its own costs more than a hundred bytes, so a body that comes in crumbs is put together on the way. */
const MOST_PIECES = 256;

/** Whoever receives a response. */
export interface Receiver {
  /** Called when the response is given up. */
  giveUp(): void;
}

/** Bytes that all responses of a process may take up together, from their first byte until they are read. */
export class ResponseBudget {
  readonly #maxBytes: number;
  /** Those that may be given up. */
  readonly #large: ResponseBytes[] = [];
  /** Bytes that are held. */
  held = 0;

  /** @param maxBytes 0 for no limit; over it the largest responses are given up, so that those of usual size come through whatever stalls */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts bytes of a response more. */
  add(response: ResponseBytes, bytes: number): void {
    const wasSmall = !response.isLarge;
    response.size += bytes;
    this.held += bytes;
    if (wasSmall && response.isLarge) this.#large.push(response);
    while (this.held > this.#maxBytes && this.#maxBytes > 0 && this.#large.length > 0) {
      this.#large.reduce((largest, each) => (each.size > largest.size ? each : largest)).giveUp();
    }
  }

  /** Counts a response no more. */
  remove(response: ResponseBytes): void {
    this.held -= response.size;
    if (response.isLarge) this.#large.splice(this.#large.indexOf(response), 1);
  }
}

/** The bytes of one response. */
export class ResponseBytes {
  readonly #budget: ResponseBudget;
  readonly #receiver: Receiver;
  /** Bytes that are counted, for the budget alone. */
  size = 0;
  #isOver = false;
  #pieces: Buffer[] = [];
  /** Pieces that have been put together. */
  #parts: Buffer[] | null = null;

  constructor(budget: ResponseBudget, receiver: Receiver) {
    this.#budget = budget;
    this.#receiver = receiver;
  }

  /** Whether it may be given up. */
  get isLarge(): boolean {
    return this.size > SMALL_RESPONSE_BYTES;
  }

  /** Counts bytes more. False when the response is given up, now or before. */
  add(bytes: number): boolean {
    if (!this.#isOver) this.#budget.add(this, bytes);
    return !this.#isOver;
  }

  /** Counts and keeps the next piece. */
  push(piece: Buffer): void {
    if (!this.add(piece.length) || this.#pieces.push(piece) < MOST_PIECES) return;
    this.#parts ??= [];
    this.#parts.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
  }

  /** Takes the body in one piece, which is counted until `release`; null when it has been given up. */
  take(): Buffer | null {
    if (this.#isOver) return null;
    const pieces = this.#pieces;
    const [first] = pieces;
    const isOne = first !== undefined && pieces.length === 1 && this.#parts === null;
    const bytes = isOne ? first : Buffer.concat([...(this.#parts ?? []), ...pieces]);
    this.#parts = null;
    this.#pieces = [];
    return bytes;
  }

  /** Counts it no more. Later calls do nothing. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#budget.remove(this);
  }

  giveUp(): void {
    this.release();
    this.#pieces = [];
    this.#parts = null;
    this.#receiver.giveUp();
  }
}

/** Returns whether bytes begin as those of zlib do (RFC 1950, 2.2). What some servers call deflate has no such beginning. */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** Creates what undoes a coding of a body. */
type CreateInflater = (bytes: Buffer) => Transform;

const inflaters = new Map<string, CreateInflater>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', (bytes) => (isZlib(bytes) ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
]);

/** Returns whether a coding changes nothing: some servers name the character set there. */
const isIdentity = (coding: string): boolean => /^(?:identity|none|utf-?8)?$/.test(coding);

/**
 * Finds what undoes the codings of a body, in the order in which they are undone: the last one was applied last.
 *
 * @param codings the value of `Content-Encoding`, in lower case
 * @returns null when there is one that is not known
 */
const inflatersOf = (codings: string): readonly CreateInflater[] | null => {
  const applied = codings.split(',').map((coding) => coding.trim());
  const known = applied.filter((coding) => !isIdentity(coding)).map((coding) => inflaters.get(coding));
  const found = known.filter((inflater) => inflater !== undefined);
  return found.length < known.length ? null : found.toReversed();
};

/** Inflates piece by piece: how much it comes to is known only then, and may exceed the budget. */
const inflate = async (
  bytes: Buffer,
  createInflater: CreateInflater,
  maxBytes: number,
  held: ResponseBytes,
): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createInflater(bytes).end(bytes)) {
      const piece: Buffer = chunk;
      size += piece.length;
      if (size > maxBytes || !held.add(piece.length)) throw new RangeError('The body is too large.');
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof RangeError ? error : new SyntaxError('The body cannot be inflated.');
  }
  return Buffer.concat(pieces, size);
};

/**
 * Undoes the codings of a body that the service compressed unasked.
 *
 * @param codings the value of `Content-Encoding`, in lower case
 * @param held counts what it comes to
 * @throws RangeError when it is larger than it may be, or has been given up; SyntaxError when a coding cannot be undone
 */
export const undoCodings = async (
  coded: Buffer,
  codings: string,
  maxBytes: number,
  held: ResponseBytes,
): Promise<Buffer> => {
  const inflaters = inflatersOf(codings);
  if (inflaters === null && coded.length > 0) throw new SyntaxError('The coding of the body is not known.');
  let bytes = coded;
  for (const createInflater of inflaters ?? []) {
    // There is nothing to undo in nothing.
    if (bytes.length > 0) bytes = await inflate(bytes, createInflater, maxBytes, held);
  }
  return bytes;
};
