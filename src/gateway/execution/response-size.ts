/** How large a response has become while it is made, and where it stops. */
import type { ExceededLimit } from '../operation-limits/limits.ts';
import type { TimeSlices } from './time-slices.ts';

/** How large a response may be, or a part of it is. */
export interface ResponseLimits {
  /** Objects, however deep they stand. */
  readonly objects: number;
  /** Bytes of its JSON. */
  readonly bytes: number;
}

/** A response has become too large: nothing more of it is made. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/** Bytes that the JSON of an error takes at least, and about what it takes in all. */
const ERROR_BYTES = 500;
/** A character of a string takes six bytes of JSON at most: `\u0000`. */
const MAX_BYTES_PER_CHARACTER = 6;
/** So many bytes are made between two looks at the clock. */
const BYTES_PER_LOOK = 4_096;

/**
 * The size of one response. Objects are counted as they are made. Of the bytes what is certain is counted: strings by their
 * characters, so that the response has as many bytes at least.
 */
export class ResponseSize {
  readonly #limits: ResponseLimits;
  readonly #slices: TimeSlices;
  #objectsLeft: number;
  #bytesLeft: number;
  #bytesWritten = 0;
  #nextLook: number;
  #json: string | null = null;
  /** Made once: a stack for each object that is not made would take longer than the object. */
  #stop: ResponseTooLargeError | null = null;

  constructor(limits: ResponseLimits, slices: TimeSlices) {
    this.#limits = limits;
    this.#slices = slices;
    this.#objectsLeft = limits.objects;
    this.#bytesLeft = limits.bytes;
    this.#nextLook = limits.bytes - BYTES_PER_LOOK;
  }

  /** Objects so far. */
  get objects(): number {
    return this.#limits.objects - this.#objectsLeft;
  }

  /** Bytes so far, as far as they are certain. */
  get bytes(): number {
    return this.#limits.bytes - this.#bytesLeft;
  }

  /** JSON of the data, where it had to be written to be measured. */
  get json(): string | null {
    return this.#json;
  }

  /** What there is too much of; null when nothing. */
  get exceeded(): ExceededLimit | null {
    const { objects, bytes } = this.#limits;
    if (this.#objectsLeft < 0) {
      return { name: 'responseObjects', what: 'objects in its response', limit: objects, figure: this.objects };
    }
    return this.#bytesLeft < 0
      ? { name: 'responseBytes', what: 'bytes in its response', limit: bytes, figure: this.bytes }
      : null;
  }

  /**
   * Adds an object that is about to be made.
   *
   * @param bytes those of its keys and of what is between them
   * @throws ResponseTooLargeError
   */
  addObject(bytes: number): void {
    this.#objectsLeft -= 1;
    this.#bytesLeft -= bytes;
    if (this.#objectsLeft < 0 || this.#bytesLeft < 0) this.stopWhenTooLarge();
  }

  /** Adds what is written already. */
  addWritten({ objects, bytes }: ResponseLimits): void {
    this.#objectsLeft -= objects;
    this.#bytesLeft -= bytes;
    this.#bytesWritten += bytes;
  }

  /** Adds a value that is no object. */
  addLeaf(value: unknown): void {
    this.#bytesLeft -= typeof value === 'string' ? value.length + 2 : 1;
  }

  /** Adds what is between the items of a list. */
  addItems(count: number): void {
    this.#bytesLeft -= count + 1;
  }

  /** Adds an error. */
  addError(): void {
    this.#bytesLeft -= ERROR_BYTES;
  }

  /** @throws ResponseTooLargeError */
  stopWhenTooLarge(): void {
    if (this.#objectsLeft >= 0 && this.#bytesLeft >= 0) return;
    this.#stop ??= new ResponseTooLargeError('The response is too large.');
    throw this.#stop;
  }

  /** Takes the bytes of data that is complete, where its characters may make more of them than the limit. */
  measure(data: unknown): void {
    const left = this.#limits.bytes - this.#bytesWritten;
    const characters = this.bytes - this.#bytesWritten;
    if (characters * MAX_BYTES_PER_CHARACTER <= left || this.exceeded !== null) return;
    this.#json = JSON.stringify(data);
    this.#bytesLeft = left - Buffer.byteLength(this.#json);
  }

  /** Whether others have waited for long enough: what is left goes to `later`. */
  get isTimeUp(): boolean {
    if (this.#bytesLeft > this.#nextLook) return false;
    if (this.#slices.isOver()) return true;
    this.#nextLook = this.#bytesLeft - BYTES_PER_LOOK;
    return false;
  }

  /** Goes on when others have had their turn. */
  later(goOn: () => void): void {
    this.#slices.later(goOn);
  }
}
