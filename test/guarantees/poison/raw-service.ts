/** A service that writes its bytes itself, so that it can send what nobody asked for and close when it likes. */
import { createServer, type Socket } from 'node:net';
import { startListening } from '../../support/network/listen.ts';

/** A request that arrived. */
export interface RawRequest {
  /** The token that it carries. */
  readonly token: string;
  readonly path: string;
  readonly body: string;
  /** Which one it is on its connection, from 1. */
  readonly number: number;
  readonly socket: Socket;
}

/** The service. */
export interface RawService extends AsyncDisposable {
  /** Its base URL. */
  readonly url: URL;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RawRequest[];
}

const HEAD_END = '\r\n\r\n';

/** Takes the first request from what came; null until it is whole. */
const takeRequest = (
  received: string,
): { readonly head: string; readonly body: string; readonly rest: string } | null => {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return null;
  const head = received.slice(0, end);
  const start = end + HEAD_END.length;
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  if (received.length < start + length) return null;
  return { head, body: received.slice(start, start + length), rest: received.slice(start + length) };
};

/** Writes a response in JSON as bytes. */
export const responseOf = (json: unknown, ...lines: readonly string[]): string => {
  const body = JSON.stringify(json);
  return [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...lines,
    '',
    body,
  ].join('\r\n');
};

/** Starts a service; `response` writes to the connection of each request. */
export const startRawService = async (respond: (request: RawRequest) => void): Promise<RawService> => {
  const requests: RawRequest[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    let received = '';
    let number = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let taken = takeRequest(received); taken !== null; taken = takeRequest(received)) {
        received = taken.rest;
        number += 1;
        const [, path = ''] = taken.head.split(' ', 2);
        const token = /^authorisation: Bearer (\S+)$/im.exec(taken.head)?.[1] ?? '';
        const request = { token, path, body: taken.body, number, socket };
        requests.push(request);
        respond(request);
      }
    });
  });
  const listening = await startListening(server);
  return {
    url: new URL(`http://127.0.0.1:${listening.port}/`),
    requests,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
