/** The body of a response as a stream, for what is passed on as it comes. */
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { BodyTooLargeError, type ResponseBody } from '../transport/buffered-body.ts';
import { uncounted } from '../transport/response-budget.ts';
import type { Response } from '../transport/response.ts';

/** A response whose body can be had as a stream. */
export interface StreamedResponse extends Response {
  readonly stream: Readable;
}

const collect = (stream: Readable, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      reject(new BodyTooLargeError());
      stream.destroy();
    });
    stream.on('end', () => resolve(Buffer.concat(chunks, size)));
    stream.on('error', reject);
  });

/** Makes a response of what the HTTP client gives. */
export const streamedResponse = ({ statusCode, headers, body: stream }: Dispatcher.ResponseData): StreamedResponse => {
  const body: ResponseBody = {
    // What is collected of it is the body of a failure, which is small.
    held: uncounted,
    collect: (maxBytes) => collect(stream, maxBytes),
    drain: async (maxBytes) => {
      // The response is known already; should this fail, the connection is gone.
      await stream.dump({ limit: maxBytes }).catch(() => {});
    },
    abandon: () => {
      stream.on('error', () => {});
      stream.destroy();
    },
  };
  return { statusCode, headers, body, stream };
};
