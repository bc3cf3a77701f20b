import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buffersInUse } from '../../guarantees/load/heap.ts';
import {
  FORM_TYPE,
  formOf,
  LISTING,
  largePicture,
  openUpload,
  operationParts,
  responseTo,
  startPhotoGateway,
  uploadHeaders,
} from './photo-gateway.ts';

const PHOTO_BYTES = 600_000;
/** The smallest that the gateway takes. */
const PIECE_BYTES = 257;

const ways = [
  ['as a body', `/listings/${LISTING}/photos`, 'image/jpeg', (photo: Buffer) => photo],
  [
    'as the file of a form',
    `/listings/${LISTING}/photos`,
    FORM_TYPE,
    (photo: Buffer) => formOf([{ name: 'photo', content: photo, filename: 'a.jpg', type: 'image/jpeg' }]),
  ],
  ['by GraphQL', '/graphql', FORM_TYPE, (photo: Buffer) => formOf(operationParts(photo))],
] as const;

it.each(ways)(
  'A photo that comes %s takes what it has in bytes, however small its packets are',
  async (_way, path, type, bodyOf) => {
    await using gateway = await startPhotoGateway();
    const body = bodyOf(await largePicture(PHOTO_BYTES));
    const end = body.length - PIECE_BYTES;
    const before = await buffersInUse();
    const request = openUpload(gateway, path, {
      ...uploadHeaders,
      'content-type': type,
      'content-length': body.length,
    });
    request.setNoDelay(true);
    const answer = responseTo(request);
    for (let at = 0; at < end; at += PIECE_BYTES) {
      request.write(body.subarray(at, Math.min(end, at + PIECE_BYTES)));
      // The gateway reads each by itself, and hands it on.
      await nextTurn();
      await nextTurn();
    }
    const growth = (await buffersInUse()) - before;
    request.end(body.subarray(end));
    expect((await answer).status).toBeLessThan(300);
    expect(growth).toBeLessThan(4 * body.length);
  },
);
