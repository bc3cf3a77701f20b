import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { inspectPhoto, MAX_PHOTO_BYTES, PhotoTooLargeError } from '../../../../src/gateway/uploads/inspect-photo.ts';
import { largePicture, picture } from '../../../gateway/uploads/photo-gateway.ts';

const inPieces = (bytes: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  );

const failureOf = (stream: Readable): Promise<Error> =>
  new Promise((resolve) => {
    stream.once('error', resolve);
  });

describe('inspectPhoto', () => {
  it.each([1, 7, 1000])('gives the whole photo on, that comes in pieces of %i bytes', async (size) => {
    const photo = await picture(20, 10, 'png');
    const { type, stream } = await inspectPhoto(inPieces(photo, size));
    expect(type).toBe('image/png');
    expect(await buffer(stream)).toEqual(photo);
  });

  it('reads no more of a photo than its header needs, and one piece ahead', async () => {
    let given = 0;
    const photo = await largePicture(1_000_000);
    const source = Readable.from(
      (function* pieces() {
        for (; given * 1000 < photo.length; given += 1) yield photo.subarray(given * 1000, (given + 1) * 1000);
      })(),
      { highWaterMark: 1 },
    );
    const { stream } = await inspectPhoto(source);
    expect(given).toBeLessThanOrEqual(3);
    stream.destroy();
  });

  it('takes a JPEG whose size does not come within 64 KB for one', async () => {
    const large = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]),
      Buffer.alloc(0xfffd),
      Buffer.from([0xff, 0xe1, 0xff, 0xff]),
      Buffer.alloc(100_000),
    ]);
    const { type, stream } = await inspectPhoto(inPieces(large, 16 * 1024));
    expect(type).toBe('image/jpeg');
    expect((await buffer(stream)).equals(large)).toBe(true);
  });

  it('fails above 10 MB, and not at 10 MB', async () => {
    const whole = await inspectPhoto(inPieces(await largePicture(MAX_PHOTO_BYTES), 64 * 1024));
    expect(await buffer(whole.stream)).toHaveLength(MAX_PHOTO_BYTES);
    const larger = await inspectPhoto(inPieces(await largePicture(MAX_PHOTO_BYTES + 1), 64 * 1024));
    await expect(buffer(larger.stream)).rejects.toBeInstanceOf(PhotoTooLargeError);
  });

  it('fails as its source fails, before and while it is read', async () => {
    const gone = new Error('gone');
    const early = new Readable({ read() {} });
    const inspected = inspectPhoto(early);
    early.destroy(gone);
    await expect(inspected).rejects.toBe(gone);
    const late = new Readable({ read() {} });
    late.push(await picture(20, 10));
    const { stream } = await inspectPhoto(late);
    const failure = failureOf(stream);
    late.destroy(gone);
    expect(await failure).toBe(gone);
  });

  it('ends its source when it is given up', async () => {
    const source = new Readable({ read() {} });
    source.push(await picture(20, 10));
    const { stream } = await inspectPhoto(source);
    const closed = new Promise((resolve) => source.once('close', resolve));
    stream.destroy();
    await closed;
    expect(source.destroyed).toBe(true);
  });
});
