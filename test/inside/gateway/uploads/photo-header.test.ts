import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photoTypeOf } from '../../../../src/gateway/uploads/photo-header.ts';
import { picture } from '../../../gateway/uploads/photo-gateway.ts';

const drawn = sharp({ create: { width: 321, height: 123, channels: 4, background: '#1234' } });

/** A segment of a JPEG with as much in it as fits. */
const segment = (marker: number): Buffer => {
  const bytes = Buffer.alloc(2 + 0xffff);
  bytes.writeUInt16BE(0xff00 + marker, 0);
  bytes.writeUInt16BE(0xffff, 2);
  return bytes;
};

describe('the header of a photo', () => {
  it.each([
    ['a JPEG', 'image/jpeg', () => drawn.clone().jpeg().toBuffer()],
    ['a progressive JPEG', 'image/jpeg', () => drawn.clone().jpeg({ progressive: true }).toBuffer()],
    ['a JPEG with a profile', 'image/jpeg', () => drawn.clone().jpeg().withIccProfile('p3').toBuffer()],
    ['a PNG', 'image/png', () => drawn.clone().png().toBuffer()],
    ['a lossy WebP', 'image/webp', () => drawn.clone().removeAlpha().webp().toBuffer()],
    ['a lossless WebP', 'image/webp', () => drawn.clone().webp({ lossless: true }).toBuffer()],
    ['a WebP with transparency', 'image/webp', () => drawn.clone().webp().toBuffer()],
  ])('reports the type of %s, and of no less than its header', async (_what, type, draw) => {
    const photo = await draw();
    expect(photoTypeOf(photo)).toBe(type);
    const types = Array.from({ length: photo.length }, (_, length) => photoTypeOf(photo.subarray(0, length)));
    const known = types.findIndex((each) => each !== null);
    expect(new Set(types.slice(0, known))).toEqual(new Set([null]));
    expect(new Set(types.slice(known))).toEqual(new Set([type]));
  });

  it('is looked for behind segments and fill bytes of a JPEG', async () => {
    const photo = await picture(30, 20);
    const filled = Buffer.concat([photo.subarray(0, 2), segment(0xe1), Buffer.from([0xff]), photo.subarray(2)]);
    expect(photoTypeOf(filled)).toBe('image/jpeg');
  });

  it.each([
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a sound in RIFF', Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt ')],
    ['a WebP of an unknown kind', Buffer.from(`RIFF\u0000\u0000\u0000\u0000WEBPVP9 ${'\u0000'.repeat(20)}`)],
    ['a PNG signature before a page', Buffer.from(`\u0089PNG\r\n\u001a\n<html>${' '.repeat(20)}`, 'latin1')],
    [
      'a PNG without pixels',
      Buffer.from(`\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR${'\u0000'.repeat(8)}`, 'latin1'),
    ],
    ['a JPEG whose picture comes before its size', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 1])],
    ['a JPEG with a segment of no length', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 1, 1])],
    ['a JPEG that goes on with something else', Buffer.from('\u00ff\u00d8\u00ff\u00e0\u0000\u0002<script>', 'latin1')],
  ])('is not that of %s', (_what, bytes) => {
    expect(photoTypeOf(bytes)).toBeNull();
  });

  it('needs bytes', () => {
    expect(photoTypeOf(Buffer.alloc(0))).toBeNull();
  });
});
