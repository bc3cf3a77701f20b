/** A connection on which a request has been sent, and a part of its answer read, for an HTTP client that is to read it all. */
import { Socket } from 'node:net';

/**
 * A connection as it was before the answer: what has been read of that comes once more, and then the rest. What is written is dropped,
 * because it has been sent.
 */
export class ReplayedSocket extends Socket {
  readonly #socket: Socket;
  #read: Buffer | null;

  /**
   * @param socket paused, and listened to by nobody else
   * @param read what has been read of the answer
   */
  constructor(socket: Socket, read: Buffer) {
    super();
    this.#socket = socket;
    this.#read = read;
  }

  /** The client has its answer when it has written its request: one that comes earlier would be to none. */
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    if (this.#read !== null) this.#replay(this.#read);
    done();
  }

  /** What is written in several pieces at once. */
  override _writev(_chunks: unknown, done: () => void): void {
    this._write(null, '', done);
  }

  #replay(read: Buffer): void {
    this.#read = null;
    const socket = this.#socket;
    let hasEnded = false;
    const take = (chunk: Buffer): void => {
      if (!this.push(chunk)) socket.pause();
    };
    const end = (): void => {
      if (!hasEnded) this.push(null);
      hasEnded = true;
    };
    socket.on('data', take).on('end', end).on('close', end);
    socket.on('error', (error) => this.destroy(error));
    socket.resume();
    take(read);
    if (socket.destroyed) end();
  }

  override _read(): void {
    if (this.#read === null) this.#socket.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    super._destroy(error, done);
  }
}
