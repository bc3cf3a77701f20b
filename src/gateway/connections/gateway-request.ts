/** A request as the gateway takes it in: its body costs what it is, not what its pieces make of it. */
import { IncomingMessage } from 'node:http';
import { GrowingBuffer } from '../uploads/growing-buffer.ts';

/** Pieces of a body that may be of any size. */
const FREE_PIECES = 64;
/** Least size of a piece on average, in bytes, from then on: each costs as much as hundreds of bytes. */
const LEAST_PIECE_BYTES = 16;
/** Average size in bytes from which on pieces go on as they come. */
const USUAL_PIECE_BYTES = 1_024;

/** Requests whose small pieces are held. One goes on in each turn of the event loop: those of all, read at once, would hold it. */
const holding: GatewayRequest[] = [];

const releaseNext = (): void => {
  holding.shift()?.release();
  if (holding.length > 0) setImmediate(releaseNext);
};

/** Is told of the bodies of requests. */
export interface RequestWatcher {
  /** Called with the size of each piece. */
  onPiece(bytes: number): void;
  /** Called once, with the first piece that is too many. What comes from then on is dropped. */
  onSmallPieces(request: GatewayRequest): void;
}

/** A request whose pieces are counted; what one read brings of small ones goes on as one. */
export class GatewayRequest extends IncomingMessage {
  /** Set with the request. */
  watcher: RequestWatcher | null = null;
  #pieces = 0;
  #bytes = 0;
  #isRefused = false;
  #held: GrowingBuffer | null = null;

  /** Node calls this with each piece of the body, and with null at its end; with false it reads no more until `_read`. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) {
      this.release();
      return super.push(piece);
    }
    this.#pieces += 1;
    this.#bytes += piece.length;
    if (this.#isRefused) return true;
    this.watcher?.onPiece(piece.length);
    if (this.#pieces <= FREE_PIECES) return super.push(piece);
    const average = this.#bytes / this.#pieces;
    if (average < LEAST_PIECE_BYTES) this.#refuse();
    else if (this.#held === null && average >= USUAL_PIECE_BYTES) return super.push(piece);
    else this.#hold(piece);
    return true;
  }

  /** Bytes of its body that have come. */
  get received(): number {
    return this.#bytes;
  }

  override _read(size: number): void {
    if (!this.#isRefused && this.#held === null) super._read(size);
  }

  /** Lets go on what is held. */
  release(): void {
    const held = this.#held;
    this.#held = null;
    if (held !== null) super.push(held.bytes());
  }

  #refuse(): void {
    this.#isRefused = true;
    this.#held = null;
    const { socket } = this;
    // What is left is read away unseen, so that the client sees its response.
    socket.removeAllListeners('data');
    socket.on('data', () => {});
    socket.resume();
    this.watcher?.onSmallPieces(this);
  }

  #hold(piece: Buffer): void {
    if (this.#held === null) {
      this.#held = new GrowingBuffer();
      this.#pauseSoon();
      if (holding.push(this) === 1) setImmediate(releaseNext);
    }
    this.#held.append(piece);
  }

  /** Pauses behind what Node may have to do still: a resumption that is under way already undoes a pause. */
  #pauseSoon(): void {
    process.nextTick(() => {
      if (this.#held !== null) this.socket.pause();
    });
  }
}
