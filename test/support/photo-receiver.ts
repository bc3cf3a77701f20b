/** A service that takes photos as bytes, and can stop reading in the middle of one. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { startListening } from './network/listen.ts';

/** An upload that the service got. */
export interface ReceivedUpload {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** What has come so far. */
  readonly bytes: () => Buffer;
  /** How many bytes have come so far. */
  readonly count: () => number;
  /** Resolves when the request is complete (true) or its connection is closed before that (false). */
  readonly ended: Promise<boolean>;
  readonly socket: Socket;
  readonly response: ServerResponse;
  /** Reads on. */
  readonly resume: () => void;
}

/** How uploads are taken. */
export interface ReceiverScript {
  /** Called as soon as an upload starts, before a byte is read. */
  readonly onUpload?: (upload: ReceivedUpload) => void;
  /** Does not read before it is asked to. */
  readonly paused?: boolean;
  /** Responses of the other endpoints by path. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** Response to an upload, once it is complete; 200 with index 0 unless given. Null for none. */
  readonly answer?: { readonly status: number; readonly json: unknown } | null;
}

/** A running receiver. */
export interface PhotoReceiver extends AsyncDisposable {
  readonly url: URL;
  readonly uploads: readonly ReceivedUpload[];
  /** Resolves with an upload by its number, when it starts. */
  upload(number: number): Promise<ReceivedUpload>;
  connections(): number;
}

const added = { status: 200, json: { index: 0, largeimageurl: 'https://p/l.jpg', thumbimageurl: 'https://p/t.jpg' } };

/** Starts a receiver. */
export const startPhotoReceiver = async (script: ReceiverScript = {}): Promise<PhotoReceiver> => {
  const uploads: ReceivedUpload[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]?.replace(/^\/api/, '') ?? '';
    const send = ({ status, json }: { readonly status: number; readonly json: unknown }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    if (request.method === 'GET') {
      const json = script.json?.[path];
      send(json === undefined ? { status: 404, json: {} } : { status: 200, json });
      return;
    }
    const chunks: Buffer[] = [];
    let count = 0;
    const upload: ReceivedUpload = {
      path,
      headers: request.headers,
      bytes: () => Buffer.concat(chunks),
      count: () => count,
      ended: new Promise((resolve) => {
        request.once('end', () => resolve(true));
        request.once('close', () => resolve(request.complete));
      }),
      socket: request.socket,
      response,
      resume: () => {
        request.on('data', (chunk: Buffer) => {
          count += chunk.length;
          chunks.push(chunk);
        });
      },
    };
    request.on('error', () => {});
    request.once('end', () => {
      if (script.answer !== null && !response.headersSent) send(script.answer ?? added);
    });
    uploads.push(upload);
    for (const wake of waiting) wake();
    script.onUpload?.(upload);
    if (script.paused !== true) upload.resume();
  });
  const listening = await startListening(server);
  return {
    url: new URL(`http://127.0.0.1:${listening.port}/api`),
    uploads,
    upload: (number) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = uploads[number];
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    connections: listening.connections,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
