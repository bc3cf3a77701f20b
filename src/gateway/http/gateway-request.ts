/**
 * A request as the gateway takes it in. Decides how small the pieces of a body may be, and how large one of JSON (`MAX_BODY_BYTES`): it
 * costs what it is, not what its pieces make of it.
 */
import { IncomingMessage } from 'node:http';
import { createLoopTurns } from '../../concurrency/loop-turns.ts';
import { ClientGoneError } from '../errors/graphql-errors.ts';
import { GrowingBuffer } from './growing-buffer.ts';

/** Pieces of a body that may be of any size. */
const FREE_PIECES = 64;
/** Least size of a further piece on average, in bytes: each costs as much as hundreds of bytes, and the network makes none of under 500. */
const LEAST_PIECE_BYTES = 256;
/** Average size in bytes from which on pieces go on as they come. */
const USUAL_PIECE_BYTES = 1_024;

/** In which requests go on whose small pieces are held. */
const inTurn = createLoopTurns();

const gone = () => new ClientGoneError('The client is gone.');

/** Is told of the bodies of requests. */
export interface RequestWatcher {
  /** Called with the size of each piece. */
  onPiece(bytes: number): void;
  /** Called once, with the first piece that is too many. What comes from then on is dropped. */
  onSmallPieces(request: GatewayRequest): void;
}

/**
 * A request whose pieces are counted. Its body is kept in one buffer, or it is a stream, in which what one read brings of small pieces is one.
 */
export class GatewayRequest extends IncomingMessage {
  /** Set with the request. */
  watcher: RequestWatcher | null = null;
  #pieces = 0;
  #bytes = 0;
  #isRefused = false;
  #held: GrowingBuffer | null = null;
  /** Null for a stream. */
  #kept: GrowingBuffer | null = null;
  #mostKept = 0;
  /** Called when the body is there or too large. */
  #onKept: () => void = () => {};

  /** Bytes of its body that have come. */
  get received(): number {
    return this.#bytes;
  }

  /** Keeps its body in one buffer, if it has no more than so many bytes; to be called before any of it has come. */
  keepBody(mostBytes: number): void {
    this.#kept = new GrowingBuffer();
    this.#mostKept = mostBytes;
  }

  /**
   * Waits for the body. False when it is not kept, or larger than so many bytes, whether it says so or not: what is left of it is then up to
   * whoever responds.
   *
   * @throws ClientGoneError when the connection ends before the body does
   */
  async readBody(mostBytes: number): Promise<boolean> {
    if (this.#kept === null || Number(this.headers['content-length'] ?? 0) > mostBytes) return false;
    if (!this.complete && !this.#isTooLarge) {
      if (this.destroyed) throw gone();
      await new Promise<void>((resolve, reject) => {
        this.#onKept = resolve;
        this.on('error', () => reject(gone()));
      });
    }
    return !this.#isTooLarge && this.#kept.size <= mostBytes;
  }

  /** Gives the body that `readBody` waited for, once: hundreds of requests may wait for other things while they are under way. */
  takeBody(): Buffer {
    const bytes = this.#kept?.bytes() ?? Buffer.alloc(0);
    this.#kept = new GrowingBuffer();
    return bytes;
  }

  /** Node calls this with each piece of the body, and with null at its end; with false it reads no more until `_read`. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) return this.#end();
    this.#pieces += 1;
    this.#bytes += piece.length;
    if (this.#isRefused) return true;
    this.watcher?.onPiece(piece.length);
    const average = this.#bytes / this.#pieces;
    if (this.#pieces > FREE_PIECES + this.#bytes / LEAST_PIECE_BYTES) this.#refuse();
    else if (this.#kept !== null) return this.#keep(this.#kept, piece);
    else if (this.#pieces <= FREE_PIECES || (this.#held === null && average >= USUAL_PIECE_BYTES)) {
      return super.push(piece);
    } else this.#hold(piece);
    return true;
  }

  override _read(size: number): void {
    if (this.#isRefused) return;
    if (this.#held === null) super._read(size);
    // The first reading has to come about: without it Node never asks for another.
    else
      inTurn(() => {
        if (!this.complete) this._read(size);
      });
  }

  /** Lets go on what is held. */
  release(): void {
    const held = this.#held;
    this.#held = null;
    if (held !== null) super.push(held.bytes());
  }

  get #isTooLarge(): boolean {
    return this.#kept !== null && this.#bytes > this.#mostKept;
  }

  #end(): boolean {
    this.release();
    const hasMore = super.push(null);
    if (this.#kept !== null) {
      this.#onKept();
      // Nobody else reads it, and it has to end.
      this.resume();
    }
    return hasMore;
  }

  /** What is too large goes on as a stream. */
  #keep(kept: GrowingBuffer, piece: Buffer): boolean {
    if (!this.#isTooLarge) {
      if (piece.length === Number(this.headers['content-length'])) kept.take(piece);
      else kept.append(piece);
      return true;
    }
    this.#kept = new GrowingBuffer();
    this.#onKept();
    return super.push(piece);
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
      inTurn(() => this.release());
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
