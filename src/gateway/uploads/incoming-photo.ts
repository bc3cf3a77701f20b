/** A photo that a client sends: taken in whole before it takes a connection to the service. */
import { createHash, type Hash } from 'node:crypto';
import { GrowingBuffer } from '../http/growing-buffer.ts';

/** Largest photo. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * A photo of a request, which disposing of it forgets. Where it stands in the variables of an operation, whoever walks through them or prints them
 * finds nothing: its bytes are no part of their size.
 */
export class IncomingPhoto implements Disposable {
  readonly #hash: Hash | null;
  readonly #onChange: (photo: IncomingPhoto) => void;
  #onRefused: ((error: Error) => void) | null = () => {};
  #refusal: Error | null = null;
  #coming: GrowingBuffer | null = new GrowingBuffer();
  #size = 0;
  #bytes: Buffer = NOTHING;
  #digest: string | null = null;
  #state: 'coming' | 'whole' | 'over' = 'coming';

  /**
   * @param isHashed whether somebody needs the digest
   * @param onChange called when more or less is held of it
   */
  constructor(isHashed: boolean, onChange: (photo: IncomingPhoto) => void) {
    this.#hash = isHashed ? createHash('sha256') : null;
    this.#onChange = onChange;
  }

  /** Bytes that are held. Of a photo that is too large there are none. */
  get held(): number {
    return this.isTooLarge || this.#state === 'over' ? 0 : this.#size;
  }

  get isTooLarge(): boolean {
    return this.#size > MAX_PHOTO_BYTES;
  }

  get isWhole(): boolean {
    return this.#state === 'whole';
  }

  /** False once it is sent to the service, and when it is over. */
  get isRefusable(): boolean {
    return this.#state !== 'over' && this.#onRefused !== null;
  }

  /** All bytes of a photo that has come in; none of one that is too large. @throws what it was refused with */
  get bytes(): Buffer {
    if (this.#refusal !== null) throw this.#refusal;
    return this.#bytes;
  }

  /** The SHA-256 of all its bytes, in base64url; null before they have come, and where nobody needs it. */
  get digest(): string | null {
    return this.#digest;
  }

  /** Takes what is to be called when it is refused; null when it is sent to the service, which nobody ends any more. */
  onRefused(listener: ((error: Error) => void) | null): void {
    this.#onRefused = listener;
  }

  append(piece: Buffer): void {
    if (this.#state !== 'coming') return;
    this.#size += piece.length;
    this.#hash?.update(piece);
    if (this.isTooLarge) this.#coming = null;
    else this.#coming?.append(piece);
    this.#onChange(this);
  }

  finish(): void {
    if (this.#state !== 'coming') return;
    this.#state = 'whole';
    this.#bytes = this.#coming?.bytes() ?? NOTHING;
    this.#coming = null;
    this.#digest = this.#hash?.digest('base64url') ?? null;
  }

  refuse(error: Error): void {
    if (!this.isRefusable) return;
    this.#refusal = error;
    this[Symbol.dispose]();
    this.#onRefused?.(error);
  }

  [Symbol.dispose](): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#coming = null;
    this.#bytes = NOTHING;
    this.#onChange(this);
  }
}
