/** A connection on which nothing but requests of the fast path has come. */
import type { Socket } from 'node:net';
import type { ReadRequestHead } from './fast-path-rules.ts';
import type { HandoverReason } from './handover-reason.ts';
import type { FastPathLimits } from './limits.ts';
import { FastPathRequest } from './request.ts';
import { type DefaultHeader, FastPathResponse, type ResponseConnection } from './response.ts';

/** Options of a connection. */
export interface ConnectionOptions {
  readonly limits: FastPathLimits;
  readonly target: string;
  readonly readHead: ReadRequestHead;
  readonly defaultHeaders: readonly DefaultHeader[];
  /** Handles a request, or lets its response fail; never throws. */
  readonly handle: (request: FastPathRequest, response: FastPathResponse) => void;
  /** True when connections may be kept for further requests. */
  readonly keepsConnections: () => boolean;
  /** Receives every response once it is over, sent or not. */
  readonly onClosed: (response: FastPathResponse) => void;
  /** Receives a response that was handed to the system, which may not have taken all; nobody unless given. */
  readonly onSent?: (response: FastPathResponse) => void;
  /** Receives a response behind which so many bytes have come, which wait for it; nobody unless given. */
  readonly onAhead?: (response: FastPathResponse, bytes: number) => void;
  /** True if clients that have ended their side may still read: they get the responses that they wait for. Not unless given. */
  readonly servesHalfClosed?: boolean;
  /** Receives a connection whose client ends it within a request. */
  readonly onBroken: (socket: Socket) => void;
  /** Takes a connection for good, from the first byte on that was not served. */
  readonly handOver: (socket: Socket, reason: HandoverReason) => void;
  /** Receives a connection that is no longer served here. */
  readonly onLeft: (connection: FastPathConnection) => void;
}

/** Pieces in which a request may come: its head and its body, each cut in two. */
const MAX_PIECES = 4;
/** Bytes that are read while a response is under way: reading on shows when the client leaves. */
const MAX_AHEAD_BYTES = 65_536;
/** Parts in which bytes are handed over. */
const PART_BYTES = 8_192;
/** Milliseconds for which an idle connection is kept longer than its client knows, as Node does it: a request may be under way. */
const KEEP_ALIVE_BUFFER_MS = 1_000;
/** Checks that a connection may take for its first request, or for the rest of one. */
const MAX_WAITING_CHECKS = 2;

/**
 * A connection. One request after the other is served here as long as each is for the fast path. With the first that is not, or
 * that takes its time, the connection is handed over to Node's HTTP server.
 */
export class FastPathConnection implements ResponseConnection {
  readonly keepAliveS: number;
  readonly defaultHeaders: readonly DefaultHeader[];
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #response: FastPathResponse | null = null;
  /** Bytes that were read and not served yet: a part of a request, or what came while a response is under way; null for nothing. */
  #pending: Buffer | null = null;
  /** Number of pieces that they came in. */
  #pieces = 0;
  #hasServed = false;
  /** True when its client sends no more. */
  #isHalfClosed = false;
  /** Number of checks in its present state. */
  #checks = 0;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.keepAliveS = Math.floor(options.limits.keepAliveMs / 1000);
    this.defaultHeaders = options.defaultHeaders;
    this.#socket = socket;
    this.#options = options;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError).on('close', this.#onClose);
  }

  send(text: string, encoding: 'latin1' | 'utf8', body: readonly Buffer[]): void {
    this.#checks = 0;
    const last = body.at(-1);
    if (last === undefined) {
      this.#socket.write(text, encoding, this.#onWritten);
    } else {
      this.#socket.cork();
      this.#socket.write(text, encoding);
      for (const piece of body.slice(0, -1)) this.#socket.write(piece);
      this.#socket.write(last, this.#onWritten);
      this.#socket.uncork();
    }
    if (this.#response !== null) this.#options.onSent?.(this.#response);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes it when it waits for a request. */
  closeIdle(): void {
    if (this.#response !== null) return;
    if (this.#pending === null) this.destroy();
    else this.#handOver('shutdown');
  }

  /** Does what is due; to be called every `limits.checkMs`. */
  check(): void {
    this.#checks += 1;
    const { limits } = this.#options;
    // At least so long: the first check comes at any time after the state began.
    const sinceMs = (this.#checks - 1) * limits.checkMs;
    if (this.#response !== null) {
      if (this.#response.isSent && sinceMs >= limits.responseMs) this.destroy();
    } else if (this.#pending !== null || !this.#hasServed) {
      if (this.#checks >= MAX_WAITING_CHECKS) this.#handOver(this.#pending === null ? 'idle' : 'slow');
    } else if (sinceMs >= limits.keepAliveMs + KEEP_ALIVE_BUFFER_MS) {
      this.destroy();
    }
  }

  readonly #onData = (piece: Buffer): void => {
    const bytes = this.#pending === null ? piece : Buffer.concat([this.#pending, piece]);
    this.#pieces += 1;
    if (this.#response === null) {
      this.#read(bytes);
      return;
    }
    this.#pending = bytes;
    if (bytes.length > MAX_AHEAD_BYTES || this.#pieces > MAX_PIECES) this.#socket.pause();
    this.#options.onAhead?.(this.#response, bytes.length);
  };

  #read(bytes: Buffer): void {
    const { target, readHead, keepsConnections, handle } = this.#options;
    const head = readHead(bytes);
    if (typeof head === 'string' || bytes.length < head.bodyEnd) {
      if (this.#pending === null) this.#checks = 0;
      this.#pending = bytes;
      if (typeof head === 'string' && head !== 'incomplete') this.#handOver(head);
      else if (this.#pieces >= MAX_PIECES) this.#handOver('pieces');
      return;
    }
    this.#pending = null;
    this.#pieces = 0;
    const request = new FastPathRequest(target, head.headers, bytes.subarray(head.bodyStart), this.#socket);
    const response = new FastPathResponse(request, this);
    this.#response = response;
    if (!keepsConnections()) response.setHeader('Connection', 'close');
    handle(request, response);
  }

  readonly #onWritten = (error?: Error | null): void => {
    const response = this.#response;
    // Node says of what was to be written when the connection was cut that it has been.
    if (response === null || error != null || this.#socket.destroyed) return;
    this.#hasServed = true;
    this.#closeResponse(response, true);
    if (response.isLast || (this.#isHalfClosed && this.#pending === null)) {
      this.#socket.destroySoon();
      return;
    }
    if (this.#pending === null) return;
    if (this.#socket.isPaused()) this.#socket.resume();
    this.#read(this.#pending);
    // Node takes over no connection that has ended.
    if (this.#isHalfClosed && this.#response === null) this.#onEnd();
  };

  #closeResponse(response: FastPathResponse, isFinished: boolean): void {
    this.#response = null;
    this.#checks = 0;
    response.close(isFinished);
    this.#options.onClosed(response);
  }

  readonly #onEnd = (): void => {
    if (this.#response !== null && this.#options.servesHalfClosed === true) {
      this.#isHalfClosed = true;
      return;
    }
    const isBroken = this.#response === null && this.#pending !== null;
    this.#pending = null;
    if (this.#response === null) this.#options.onLeft(this);
    if (isBroken) this.#options.onBroken(this.#socket);
    else this.#socket.end();
  };

  /** The connection closes by itself after an error. */
  readonly #onError = (): void => {};

  readonly #onClose = (): void => {
    this.#options.onLeft(this);
    if (this.#response !== null) this.#closeResponse(this.#response, false);
  };

  #handOver(reason: HandoverReason): void {
    if (this.#isHalfClosed) return;
    const socket = this.#socket;
    this.#options.onLeft(this);
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError).off('close', this.#onClose);
    // Paused, or what is put back would be emitted without a listener.
    socket.pause();
    const pending = this.#pending ?? Buffer.alloc(0);
    this.#pending = null;
    // In parts: what is left of a request that Node's server refuses within is dropped unparsed.
    for (let end = pending.length; end > 0; end -= PART_BYTES) {
      socket.unshift(pending.subarray(Math.max(0, end - PART_BYTES), end));
    }
    this.#options.handOver(socket, reason);
    socket.resume();
  }
}
