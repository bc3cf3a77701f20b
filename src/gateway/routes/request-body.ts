/** Bodies of requests, read into one buffer and bounded. */
import type { IncomingMessage } from 'node:http';
import { ClientGoneError } from '../errors/ended-early.ts';
import { GrowingBuffer } from '../uploads/growing-buffer.ts';

/**
 * Reads the body of a request; null when it is larger than `maxBytes`, whether it says so or not. What is left of it is
 * then up to whoever responds.
 *
 * @throws ClientGoneError when the connection ends before the body does
 */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    const refuse = (): void => {
      request.removeAllListeners('data');
      request.pause();
      resolve(null);
    };
    request.on('error', () => reject(new ClientGoneError('The client is gone.')));
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      refuse();
      return;
    }
    const body = new GrowingBuffer();
    request.on('data', (piece: Buffer) => {
      if (body.size + piece.length > maxBytes) refuse();
      else body.append(piece);
    });
    request.on('end', () => resolve(body.bytes()));
  });
