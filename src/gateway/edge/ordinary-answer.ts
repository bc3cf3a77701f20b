/** The answer to an ordinary request. It goes out in one piece. */
import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import { type Answer, type GivenHeaders, listOfHeaders } from './exchange.ts';
import type { OrdinaryRequest } from './ordinary-request.ts';
import { standardHeaders } from './standard-headers.ts';

/** The connection that takes an answer. */
export interface AnswerConnection {
  /** For how many seconds it is kept for another request, as clients are told. */
  readonly keepAliveS: number;
  /** Takes the answer as a whole; `body` comes after `text`, where it is not part of it. */
  send(text: string, encoding: 'latin1' | 'utf8', body: Buffer | null): void;
  destroy(): void;
}

const standardLines = Object.entries(standardHeaders).map(([name, value]) => ({
  name: name.toLowerCase(),
  line: `${name}: ${value}\r\n`,
}));

const lineOf = (name: string, value: string): string => {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return `${name}: ${value}\r\n`;
};

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

/** An answer. Its head is kept until its body is there. */
export class OrdinaryAnswer implements Answer {
  requestId: string | null = null;
  isUnderWay = false;
  readonly req: OrdinaryRequest;
  statusCode = 200;
  headersSent = false;
  writableFinished = false;
  destroyed = false;
  /** Whether its connection ends with it. */
  isLast = false;
  /** Whether the connection has been given it. */
  isSent = false;
  readonly #connection: AnswerConnection;
  /** Set before the head is written, by name in lower case; null when there are none. */
  #early: Map<string, string> | null = null;
  #head = '';
  /** As its header says, in bytes; null when there is none. */
  #length: number | null = null;
  readonly #listeners: (() => void)[] = [];

  constructor(request: OrdinaryRequest, connection: AnswerConnection) {
    this.req = request;
    this.#connection = connection;
  }

  getHeader(name: string): string | undefined {
    return this.#early?.get(name.toLowerCase());
  }

  setHeader(name: string, value: string): void {
    this.#early ??= new Map();
    this.#early.set(name.toLowerCase(), value);
  }

  writeHead(status: number, headers: GivenHeaders): this {
    const given = listOfHeaders(headers);
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
      lines += this.#take(name, name, value);
    }
    for (const { name, line } of standardLines) if (!names.includes(name)) lines += line;
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

  end(body: string | Buffer = ''): void {
    if (this.destroyed || this.isSent) return;
    if (!this.headersSent) this.writeHead(200, []);
    this.isSent = true;
    const length = this.#length === null ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : '';
    const kept = this.isLast ? 'close' : `keep-alive\r\nKeep-Alive: timeout=${this.#connection.keepAliveS}`;
    const head = `${this.#head}${dateLineNow()}Connection: ${kept}\r\n${length}\r\n`;
    if (typeof body !== 'string') return this.#connection.send(head, 'latin1', body);
    // As many bytes as characters: that is ASCII, which is written without being encoded.
    this.#connection.send(head + body, this.#length === body.length ? 'latin1' : 'utf8', null);
  }

  once(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener);
  }

  destroy(): void {
    this.#connection.destroy();
  }

  /** Ends it, sent or not; to be called once. */
  close(isFinished: boolean): void {
    this.writableFinished = isFinished;
    this.destroyed = true;
    for (const listener of this.#listeners) listener();
  }
}
