/** Size of a response while it is made, and where it stops, or waits. */
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { ExceededLimit } from '../documents/operation-limits.ts';
import { ClientGoneError } from '../errors/ended-early.ts';
import type { LargeResponsePlace, LargeResponses } from './large-responses.ts';
import type { SlicedWork, TimeSlices } from './time-slices.ts';

/** Size limits of a response, or the size of a part of it. */
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

/** Too many large responses wait already: this one is not made. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Where a response takes its places when it is large, and what ends it early. */
export interface ResponseStages {
  /** By size, the smallest first. A response takes a place at each when it has become that large. */
  readonly stages: readonly LargeResponses[];
  readonly ending: Cancellation;
}

/** Lists that are kept are shared by all responses. Only where there is more of them, their copies count, which compressing takes. */
const SHARED_BYTES = 1_048_576;
/** Approximate memory of an object beside the bytes of its JSON. */
const OBJECT_BYTES = 100;
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
export class ResponseSize implements SlicedWork {
  readonly #limits: ResponseLimits;
  readonly #slices: TimeSlices;
  readonly #stages: ResponseStages | null;
  readonly #places: LargeResponsePlace[] = [];
  /** Work that is left. The last goes first: it is part of what came before. */
  readonly #parts: (() => void)[] = [];
  #objectsLeft: number;
  #bytesLeft: number;
  #objectsWritten = 0;
  #bytesWritten = 0;
  #nextLook: number;
  #json: string | null = null;
  /** Made once: a stack for each object that is not made would take longer than the object. */
  #stop: ResponseTooLargeError | null = null;
  #ended: Error | null = null;

  /** @param stages none unless given: it then waits for nobody, and nothing ends it */
  constructor(limits: ResponseLimits, slices: TimeSlices, stages: ResponseStages | null = null) {
    this.#limits = limits;
    this.#slices = slices;
    this.#stages = stages;
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

  /** Why nothing more of it is made, although it is not too large; null while it is. */
  get ended(): Error | null {
    return this.#ended;
  }

  /** Limit that is exceeded; null when none is. */
  get exceeded(): ExceededLimit | null {
    if (this.#ended !== null) return null;
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
    this.#objectsWritten += objects;
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

  /** @throws ResponseTooLargeError also when it has ended for another reason */
  stopWhenTooLarge(): void {
    if (this.#objectsLeft >= 0 && this.#bytesLeft >= 0) return;
    this.#stop ??= new ResponseTooLargeError('The response is too large.');
    throw this.#stop;
  }

  /** Takes the bytes of data that is complete, where its characters may make more of them than the limit. */
  measure(data: unknown): void {
    if (this.#ended !== null || this.exceeded !== null) return;
    const left = this.#limits.bytes - this.#bytesWritten;
    const characters = this.bytes - this.#bytesWritten;
    if (characters * MAX_BYTES_PER_CHARACTER <= left) return;
    this.#json = JSON.stringify(data);
    this.#bytesLeft = left - Buffer.byteLength(this.#json);
  }

  /** Returns whether others have to have their turn, or to be written, before there is more of it: what is left goes to `later`. */
  get isTimeUp(): boolean {
    if (this.#bytesLeft > this.#nextLook) return false;
    if (this.#ended !== null) return false;
    if (this.#hasToWait() || this.#slices.isOver()) return true;
    this.#nextLook = this.#bytesLeft - BYTES_PER_LOOK;
    return false;
  }

  /** Goes on when others have had their turn. */
  later(part: () => void): void {
    this.#parts.push(part);
    if (!this.#waits) this.#slices.later(this);
  }

  goOn(): boolean {
    this.#parts.pop()?.();
    return this.#parts.length > 0 && !this.#waits;
  }

  /** Waits for its places, where what is written already makes it large. */
  awaitPlace(): Promise<void> | null {
    if (!this.#hasToWait()) return null;
    const held = new Promise<void>((resolve) => {
      this.later(resolve);
    });
    return held.then(() => this.awaitPlace() ?? undefined);
  }

  /** It is written, or nobody wants it any more: its places are for others. */
  leave(): void {
    this.#json = null;
    if (this.#places.length === 0) return;
    this.#stages?.ending.removeEventListener('abort', this.#endEarly);
    // What would wait for ever ends.
    if (this.#waits) this.#end(new QueueFullError('Nobody waits for it any more.'));
    else this.#leavePlaces();
  }

  #leavePlaces(): void {
    for (const place of this.#places) place.leave();
  }

  /** Bytes that it takes in memory, about. */
  get #memory(): number {
    const own = this.bytes - this.#bytesWritten + (this.objects - this.#objectsWritten) * OBJECT_BYTES;
    return own + Math.max(0, this.#bytesWritten - SHARED_BYTES);
  }

  /** Returns whether it waits for a place, which it takes when it is large. */
  #hasToWait(): boolean {
    if (this.#stages === null) return false;
    const { stages, ending } = this.#stages;
    for (let stage = stages[this.#places.length]; !this.#waits; stage = stages[this.#places.length]) {
      if (this.#ended !== null || stage === undefined || this.#memory < stage.fromBytes) return false;
      this.#acquirePlace(stage, ending);
    }
    return true;
  }

  #acquirePlace(stage: LargeResponses, ending: Cancellation): void {
    if (ending.reason instanceof ClientGoneError) {
      this.#end(ending.reason);
      return;
    }
    const place = stage.acquire(() => this.#slices.later(this));
    if (place === null) {
      this.#end(new QueueFullError('Too many large responses wait.'));
      return;
    }
    if (this.#places.length === 0) ending.addEventListener('abort', this.#endEarly, { once: true });
    this.#places.push(place);
  }

  get #waits(): boolean {
    return this.#ended === null && this.#places.at(-1)?.isWaiting === true;
  }

  /** Work that only waits for the service ends with its calls, and what is there is sent. */
  readonly #endEarly = (): void => {
    const reason = this.#stages?.ending.reason;
    if (this.#parts.length > 0) this.#end(reason instanceof Error ? reason : new Error(String(reason)));
  };

  /** Stops at the next object: each part that is left ends at once. */
  #end(reason: Error): void {
    this.#ended = reason;
    this.#bytesLeft = Number.NEGATIVE_INFINITY;
    this.#leavePlaces();
    if (this.#parts.length > 0) this.#slices.later(this);
  }
}
