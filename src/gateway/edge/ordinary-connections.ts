/** The connections on which nothing but ordinary requests has come. */
import type { Socket } from 'node:net';
import { type AnswerConnection, OrdinaryAnswer } from './ordinary-answer.ts';
import { OrdinaryRequest, readOrdinaryHead } from './ordinary-request.ts';
import type { ServerLimits } from './server-limits.ts';

/** What serves them. */
export interface OrdinaryConnectionOptions {
  readonly limits: ServerLimits;
  /** Answers a request, or lets its answer fail; never throws. */
  readonly handle: (request: OrdinaryRequest, answer: OrdinaryAnswer) => void;
  /** Whether connections may be kept for further requests. */
  readonly keepsConnections: () => boolean;
  /** Told once of every answer when it is over, sent or not. */
  readonly onClosed: (answer: OrdinaryAnswer) => void;
  /** Told of a connection whose client ends it within a request. */
  readonly onBroken: (socket: Socket) => void;
  /** Takes a connection for good, from the first byte on that was not answered. */
  readonly handOver: (socket: Socket) => void;
}

/** The connections. Disposing of them ends the looks at them. */
export interface OrdinaryConnections extends Disposable {
  /** Takes a new connection. */
  take(socket: Socket): void;
  /** Closes those that wait for a request. */
  closeIdle(): void;
  /** Closes all. */
  closeAll(): void;
}

/** In how many pieces an ordinary request may come: its head and its body, each cut in two. */
const MAX_PIECES = 4;
/** How much is read while an answer is under way, in bytes: reading on shows when the client leaves. */
const MAX_AHEAD_BYTES = 65_536;
/** How many looks a connection may take for its first request, or for the rest of one. */
const PATIENT_LOOKS = 2;

/**
 * A connection. One request after the other is answered here as long as each is ordinary. With the first that is not, or that takes
 * its time, the connection is handed over to Node's HTTP server.
 */
class OrdinaryConnection implements AnswerConnection {
  readonly keepAliveS: number;
  readonly #socket: Socket;
  readonly #options: OrdinaryConnectionOptions;
  readonly #onLeft: (connection: OrdinaryConnection) => void;
  #answer: OrdinaryAnswer | null = null;
  /** What has been read and not been answered: a part of a request, or what came while an answer is under way; null for nothing. */
  #kept: Buffer | null = null;
  /** How many pieces that is. */
  #pieces = 0;
  #hasServed = false;
  #hasEnded = false;
  /** How often it was looked at in its present state. */
  #looks = 0;

  constructor(socket: Socket, options: OrdinaryConnectionOptions, onLeft: (connection: OrdinaryConnection) => void) {
    this.keepAliveS = Math.floor(options.limits.keepAliveMs / 1000);
    this.#socket = socket;
    this.#options = options;
    this.#onLeft = onLeft;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError).on('close', this.#onClose);
  }

  send(text: string, encoding: 'latin1' | 'utf8', body: Buffer | null): void {
    this.#looks = 0;
    if (body === null) {
      this.#socket.write(text, encoding, this.#onWritten);
      return;
    }
    this.#socket.cork();
    this.#socket.write(text, encoding);
    this.#socket.write(body, this.#onWritten);
    this.#socket.uncork();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  closeIdle(): void {
    if (this.#answer !== null) return;
    if (this.#kept === null) this.destroy();
    else this.#handOver();
  }

  /** Does what is due; to be called every `limits.checkMs`. */
  look(): void {
    this.#looks += 1;
    const { limits } = this.#options;
    const sinceMs = this.#looks * limits.checkMs;
    if (this.#answer !== null) {
      if (this.#answer.isSent && sinceMs >= limits.answerMs) this.destroy();
    } else if (this.#kept !== null || !this.#hasServed) {
      if (this.#looks >= PATIENT_LOOKS) this.#handOver();
    } else if (sinceMs >= limits.keepAliveMs) {
      this.destroy();
    }
  }

  readonly #onData = (piece: Buffer): void => {
    const bytes = this.#kept === null ? piece : Buffer.concat([this.#kept, piece]);
    this.#pieces += 1;
    if (this.#answer === null) {
      this.#read(bytes);
      return;
    }
    this.#kept = bytes;
    if (bytes.length > MAX_AHEAD_BYTES || this.#pieces > MAX_PIECES) this.#socket.pause();
  };

  #read(bytes: Buffer): void {
    const { limits, keepsConnections, handle } = this.#options;
    const head = readOrdinaryHead(bytes, limits);
    if (head === null || head === 'incomplete' || bytes.length < head.bodyEnd) {
      if (this.#kept === null) this.#looks = 0;
      this.#kept = bytes;
      if (head === null || this.#pieces >= MAX_PIECES) this.#handOver();
      return;
    }
    this.#kept = null;
    this.#pieces = 0;
    const request = new OrdinaryRequest(head.headers, bytes.subarray(head.bodyStart), this.#socket);
    const answer = new OrdinaryAnswer(request, this);
    this.#answer = answer;
    if (!keepsConnections()) answer.setHeader('Connection', 'close');
    handle(request, answer);
  }

  readonly #onWritten = (error?: Error | null): void => {
    const answer = this.#answer;
    // Node says of what was to be written when the connection was cut that it has been.
    if (answer === null || error != null || this.#socket.destroyed) return;
    this.#hasServed = true;
    this.#closeAnswer(answer, true);
    if (answer.isLast || this.#hasEnded) {
      this.#socket.destroySoon();
      return;
    }
    if (this.#kept === null) return;
    if (this.#socket.isPaused()) this.#socket.resume();
    this.#read(this.#kept);
  };

  #closeAnswer(answer: OrdinaryAnswer, isFinished: boolean): void {
    this.#answer = null;
    this.#looks = 0;
    answer.close(isFinished);
    this.#options.onClosed(answer);
  }

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    const isBroken = this.#answer === null && this.#kept !== null;
    this.#kept = null;
    if (this.#answer === null) this.#onLeft(this);
    if (isBroken) this.#options.onBroken(this.#socket);
    else this.#socket.end();
  };

  /** The connection closes by itself after an error. */
  readonly #onError = (): void => {};

  readonly #onClose = (): void => {
    this.#onLeft(this);
    if (this.#answer !== null) this.#closeAnswer(this.#answer, false);
  };

  #handOver(): void {
    const socket = this.#socket;
    this.#onLeft(this);
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError).off('close', this.#onClose);
    // Paused, or what is put back would be told to nobody.
    socket.pause();
    if (this.#kept !== null) socket.unshift(this.#kept);
    this.#kept = null;
    this.#options.handOver(socket);
    socket.resume();
  }
}

/** Begins to serve connections, none at first. */
export const createOrdinaryConnections = (options: OrdinaryConnectionOptions): OrdinaryConnections => {
  const connections = new Set<OrdinaryConnection>();
  const leave = (connection: OrdinaryConnection): void => {
    connections.delete(connection);
  };
  const timer = setInterval(() => {
    for (const connection of connections) connection.look();
  }, options.limits.checkMs).unref();
  return {
    take: (socket) => {
      connections.add(new OrdinaryConnection(socket, options, leave));
    },
    closeIdle: () => {
      for (const connection of connections) connection.closeIdle();
    },
    closeAll: () => {
      for (const connection of connections) connection.destroy();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
};
