/** The response to a request of the fast path. It goes out in one piece. */
import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { FastPathRequest } from './request.ts';
import { byteLengthOf, type ResponseBody } from './response-body.ts';
import { headerListOf, type ResponseHeaders } from './response-headers.ts';

/** A header that every response has, unless its handler gives another value. */
export interface DefaultHeader {
  /** In lower case. */
  readonly name: string;
  /** As it is sent, its end included. */
  readonly line: string;
}

/** The connection that takes a response. */
export interface ResponseConnection {
  /** For how many seconds it is kept for another request, as clients are informed. */
  readonly keepAliveS: number;
  readonly defaultHeaders: readonly DefaultHeader[];
  /** Takes the response as a whole; the pieces of `body` come after `text`, where they are not part of it. */
  send(text: string, encoding: 'latin1' | 'utf8', body: readonly Buffer[]): void;
  destroy(): void;
}

const lineOf = (name: string, value: string): string => {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return `${name}: ${value}\r\n`;
};

/** Makes the headers of every response of those that are given by name. */
export const defaultHeadersOf = (headers: Readonly<Record<string, string>>): readonly DefaultHeader[] =>
  Object.entries(headers).map(([name, value]) => ({ name: name.toLowerCase(), line: lineOf(name, value) }));

let dateSecond = 0;
let dateLine = '';

const dateLineNow = (): string => {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
  }
  return dateLine;
};

/** A response, with the part of Node's `ServerResponse` that handlers use. Its head is kept until its body is there. */
export class FastPathResponse {
  /** Sent as `x-request-id`; null for a response without one. */
  requestId: string | null = null;
  /** Left to the handler, which marks here what it counts as under way. */
  isUnderWay = false;
  readonly req: FastPathRequest;
  statusCode = 200;
  headersSent = false;
  /** True when all of it has been handed to the system. */
  writableFinished = false;
  /** True when it is over, sent or not. */
  destroyed = false;
  /** True when its connection ends with it. */
  isLast = false;
  /** True when the connection has been given it. */
  isSent = false;
  readonly #connection: ResponseConnection;
  /** Set before the head is written, by name in lower case; null when there are none. */
  #early: Map<string, string | readonly string[]> | null = null;
  #head = '';
  /** As its header says, in bytes; null when there is none. */
  #length: number | null = null;
  readonly #listeners: (() => void)[] = [];

  constructor(request: FastPathRequest, connection: ResponseConnection) {
    this.req = request;
    this.#connection = connection;
  }

  getHeader(name: string): string | readonly string[] | undefined {
    return this.#early?.get(name.toLowerCase());
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.#early ??= new Map();
    this.#early.set(name.toLowerCase(), value);
  }

  /** Keeps the head. @throws TypeError for a name or a value that is none */
  writeHead(status: number, headers: ResponseHeaders): this {
    const given = headerListOf(headers);
    const names: string[] = [];
    let lines = '';
    for (let at = 0; at < given.length; at += 2) {
      const name = String(given[at]);
      const lowerName = name.toLowerCase();
      names.push(lowerName);
      lines += this.#take(lowerName, name, String(given[at + 1]));
    }
    for (const [name, value] of this.#early ?? []) {
      if (names.includes(name)) continue;
      names.push(name);
      for (const each of typeof value === 'string' ? [value] : value) lines += this.#take(name, name, each);
    }
    for (const { name, line } of this.#connection.defaultHeaders) if (!names.includes(name)) lines += line;
    if (this.requestId !== null) lines += lineOf('x-request-id', this.requestId);
    this.statusCode = status;
    this.headersSent = true;
    this.#head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines}`;
    return this;
  }

  /** The line of a header, empty for what is written with the rest of the connection. */
  #take(lowerName: string, name: string, value: string): string {
    if (lowerName === 'connection') {
      this.isLast ||= value.toLowerCase() === 'close';
      return '';
    }
    if (lowerName === 'content-length') this.#length = Number(value);
    return lineOf(name, value);
  }

  /** Sends it; nothing when it is over or has been sent. */
  end(body: ResponseBody = ''): void {
    if (this.destroyed || this.isSent) return;
    if (!this.headersSent) this.writeHead(200, []);
    this.isSent = true;
    const length = this.#length === null ? `Content-Length: ${byteLengthOf(body)}\r\n` : '';
    const kept = this.isLast ? 'close' : `keep-alive\r\nKeep-Alive: timeout=${this.#connection.keepAliveS}`;
    const head = `${this.#head}${dateLineNow()}Connection: ${kept}\r\n${length}\r\n`;
    if (typeof body !== 'string') return this.#connection.send(head, 'latin1', Buffer.isBuffer(body) ? [body] : body);
    // As many bytes as characters: that is ASCII, which is written without being encoded.
    this.#connection.send(head + body, this.#length === body.length ? 'latin1' : 'utf8', []);
  }

  /** Calls the listener when it is over, sent or not. */
  once(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Closes the connection, whatever has been sent; nothing when it is over, for the connection may be at the next request. */
  destroy(): void {
    if (!this.destroyed) this.#connection.destroy();
  }

  /** Ends it, sent or not; to be called once. */
  close(isFinished: boolean): void {
    this.writableFinished = isFinished;
    this.destroyed = true;
    for (const listener of this.#listeners) listener();
  }
}
