/** A connection to the service, for one ordinary request after the other. */
import type { Socket } from 'node:net';
import { errors } from 'undici';
import type { HttpRequest, RequestController, ResponseHandler } from './http-request.ts';
import { readOrdinaryResponse } from './ordinary-response.ts';
import { batchByTurn } from './turn-batch.ts';

/** A request that is on its way. */
export interface OngoingRequest {
  readonly request: HttpRequest;
  readonly handler: ResponseHandler;
}

/** Who has a connection. */
export interface ConnectionOwner {
  /** Milliseconds for which a connection may idle, when the service names no shorter time. */
  readonly keepAliveTimeoutMs: number;
  /** How many requests a connection takes. */
  readonly maxRequests: number;
  /** Takes a connection back that has nothing to do. */
  takeBack(connection: ServiceConnection): void;
  /** Forgets a connection. */
  forget(connection: ServiceConnection): void;
  /** Has the answer to a request read whose head is not ordinary; gives how it is ended early. */
  readOtherwise(
    socket: Socket,
    read: Buffer,
    ongoing: OngoingRequest,
    controller: RequestController,
  ): RequestController;
}

/** The service closes its end this much earlier than it says, in milliseconds, for all that we may know. */
const KEEP_ALIVE_MARGIN_MS = 2_000;

/** A request as it goes over a connection. */
export interface WrittenRequest {
  readonly text: string;
  readonly encoding: 'latin1' | 'utf8';
}

/** Requests of a turn are written one right after the other: the service is woken once, and is still at work when the others come. */
const writeWithTurn = batchByTurn((connection: ServiceConnection): void => connection.write());

/** A connection. It holds one request at a time. */
export class ServiceConnection implements RequestController {
  /** When it has idled too long, by `performance.now`. */
  idleUntil = 0;
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  #ongoing: OngoingRequest | null = null;
  /** Its text, until that is written. */
  #unwritten: WrittenRequest | null = null;
  /** What has been read of the head of an answer; null when there is none, or all of it has been read. */
  #head: Buffer | null = null;
  /** How many bytes of the body are still to come; null before the head is read. */
  #left: number | null = null;
  #requests = 0;
  #isLast = false;
  /** Ends the request when its answer is read otherwise. */
  #elsewhere: RequestController | null = null;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError).on('close', this.#onClose);
  }

  /** Sends a request. */
  send(ongoing: OngoingRequest, written: WrittenRequest): void {
    this.#ongoing = ongoing;
    this.#unwritten = written;
    this.#left = null;
    this.#requests += 1;
    this.#isLast = this.#requests >= this.#owner.maxRequests;
    ongoing.handler.onRequestStart(this);
    if (this.#ongoing !== null) writeWithTurn(this);
  }

  /** Writes the request, unless it was ended meanwhile. */
  write(): void {
    const written = this.#unwritten;
    this.#unwritten = null;
    if (written !== null && this.#ongoing !== null) this.#socket.write(written.text, written.encoding);
  }

  /** Ends the request, and the connection. */
  abort(reason: Error): void {
    if (this.#elsewhere === null) this.#fail(reason);
    else this.#elsewhere.abort(reason);
  }

  /** Closes it; a request that is under way fails. */
  destroy(): void {
    this.#fail(new errors.ClientDestroyedError());
  }

  #fail(error: Error): void {
    const ongoing = this.#ongoing;
    this.#ongoing = null;
    this.#owner.forget(this);
    this.#socket.destroy();
    ongoing?.handler.onResponseError(this, error);
  }

  readonly #onData = (chunk: Buffer): void => {
    // Nothing was asked: whatever it is, it would be taken for the next answer.
    if (this.#ongoing === null || this.#unwritten !== null) this.#fail(new errors.SocketError('unexpected answer'));
    else if (this.#left === null) this.#readHead(this.#head === null ? chunk : Buffer.concat([this.#head, chunk]));
    else this.#readBody(chunk, this.#left);
  };

  #readHead(bytes: Buffer): void {
    const ongoing = this.#ongoing;
    if (ongoing === null) return;
    const response = readOrdinaryResponse(bytes);
    if (response === 'incomplete') {
      this.#head = bytes;
      return;
    }
    this.#head = null;
    if (response === null) {
      this.#readOtherwise(ongoing, bytes);
      return;
    }
    const { statusCode, headers, bodyStart, bodyLength } = response;
    const keptMs =
      response.keepAliveS === null ? Number.POSITIVE_INFINITY : response.keepAliveS * 1000 - KEEP_ALIVE_MARGIN_MS;
    this.idleUntil = performance.now() + Math.min(this.#owner.keepAliveTimeoutMs, keptMs);
    if (!response.keepsConnection || keptMs <= 0) this.#isLast = true;
    ongoing.handler.onResponseStart(this, statusCode, headers);
    this.#readBody(bytes.subarray(bodyStart), bodyLength);
  }

  #readBody(chunk: Buffer, left: number): void {
    const ongoing = this.#ongoing;
    // It was ended when its head came.
    if (ongoing === null) return;
    if (chunk.length > left) this.#isLast = true;
    this.#left = Math.max(0, left - chunk.length);
    if (chunk.length > 0) ongoing.handler.onResponseData(this, chunk.length > left ? chunk.subarray(0, left) : chunk);
    if (this.#left === 0 && this.#ongoing !== null) this.#finish(ongoing);
  }

  #finish({ handler }: OngoingRequest): void {
    this.#ongoing = null;
    // An answer may come before the whole request has gone out; what is left of that would go before the next one.
    if (this.#isLast || this.#socket.writableLength > 0) this.#socket.destroy();
    else this.#owner.takeBack(this);
    handler.onResponseEnd(this);
  }

  /** Leaves the rest of the connection to the HTTP client. */
  #readOtherwise(ongoing: OngoingRequest, bytes: Buffer): void {
    const socket = this.#socket;
    this.#ongoing = null;
    this.#owner.forget(this);
    socket.pause();
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError).off('close', this.#onClose);
    // Until the client listens: an error that nobody hears ends the process.
    socket.on('error', () => {});
    this.#elsewhere = this.#owner.readOtherwise(socket, bytes, ongoing, this);
  }

  readonly #onEnd = (): void => {
    this.#fail(new errors.SocketError('other side closed'));
  };

  readonly #onError = (error: Error): void => this.#fail(error);

  readonly #onClose = (): void => {
    this.#fail(new errors.SocketError('closed'));
  };
}
