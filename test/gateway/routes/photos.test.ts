import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import {
  responseTo,
  FORM_TYPE,
  formOf,
  LISTING,
  largePicture,
  openUpload,
  picture,
  sendUpload,
  startPhotoGateway,
} from '../uploads/photo-gateway.ts';

const PATH = `/listings/${LISTING}/photos`;
const authorization = 'Bearer token-of-the-caller';
const raw = { authorization, 'content-type': 'image/jpeg' };

describe('POST /listings/{id}/photos', () => {
  it('adds the photo that is its body, byte for byte', async () => {
    await using gateway = await startPhotoGateway();
    const photo = await picture(20, 10, 'webp');
    const response = await sendUpload(gateway, PATH, photo, raw);
    expect(response).toMatchObject({
      status: 201,
      json: { index: 0, url: 'https://p/l.jpg', thumbnailUrl: 'https://p/t.jpg' },
    });
    const upload = await gateway.receiver.upload(0);
    expect(upload.bytes().includes(photo)).toBe(true);
    expect(upload.bytes().toString('latin1')).toContain('Content-Type: image/webp\r\n');
    expect(upload.headers['content-length']).toBe(String(upload.count()));
  });

  it('adds the one file of a form, whatever its field is called', async () => {
    await using gateway = await startPhotoGateway();
    const photo = await picture(20, 10);
    const form = formOf([{ name: 'upload', content: photo, filename: 'x.txt', type: 'text/plain' }]);
    expect((await sendUpload(gateway, PATH, form, { authorization, 'content-type': FORM_TYPE })).status).toBe(201);
    expect((await gateway.receiver.upload(0)).bytes().includes(photo)).toBe(true);
  });

  it('refuses what is no photo, and says what would be accepted', async () => {
    await using gateway = await startPhotoGateway();
    expect(await sendUpload(gateway, PATH, Buffer.from('<svg/>'), raw)).toMatchObject({
      status: 422,
      json: { code: 'PHOTO_NOT_ACCEPTED', message: expect.stringContaining('JPEG, PNG or WebP'), retryable: false },
    });
    expect(gateway.receiver.uploads).toHaveLength(0);
  });

  it('reads nothing and asks nothing without a token', async () => {
    await using gateway = await startPhotoGateway();
    const response = await sendUpload(gateway, PATH, await picture(20, 10), { 'content-type': 'image/jpeg' });
    expect(response).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      json: { code: 'UNAUTHENTICATED' },
    });
    expect(gateway.receiver.uploads).toHaveLength(0);
  });

  it.each([
    ['a body of another type', { authorization, 'content-type': 'text/plain' }, 415],
    ['no content type', { authorization }, 415],
    ['a form without a boundary', { authorization, 'content-type': 'multipart/form-data' }, 400],
    ['a form without a file', { authorization, 'content-type': FORM_TYPE }, 400],
  ])('refuses %s', async (_what, headers, status) => {
    await using gateway = await startPhotoGateway();
    const form = formOf([{ name: 'a', content: 'b' }]);
    expect(await sendUpload(gateway, PATH, form, headers)).toMatchObject({
      status,
      json: { requestId: expect.any(String) },
    });
  });

  it('refuses more than 10 MB for a photo before it is sent on, and more than 12 MB in all however it comes', async () => {
    await using gateway = await startPhotoGateway();
    const declared = openUpload(gateway, PATH, { ...raw, 'content-length': 12 * 1024 * 1024 + 1 });
    declared.flushHeaders();
    expect(await responseTo(declared)).toMatchObject({ status: 413, json: { code: 'REQUEST_TOO_LARGE' } });
    const large = await largePicture(10 * 1024 * 1024 + 1);
    expect(await sendUpload(gateway, PATH, large, raw)).toMatchObject({ status: 422 });
    expect(gateway.receiver.uploads).toHaveLength(0);
    const chunked = openUpload(gateway, PATH, raw);
    const response = responseTo(chunked);
    chunked.write(await largePicture(12 * 1024 * 1024 + 1));
    expect(await response).toMatchObject({ status: 413, json: { code: 'REQUEST_TOO_LARGE' } });
    expect(gateway.receiver.uploads).toHaveLength(0);
  });

  it('looks at no part behind those that a form may have', async () => {
    await using gateway = await startPhotoGateway();
    for (const part of ['\r\n\r\n', 'Content-Disposition: form-data; name="a"\r\n\r\n']) {
      const form = Buffer.from(`--x\r\n${part}\r\n`.repeat(1_000) + '--x--\r\n');
      const response = await sendUpload(gateway, PATH, form, {
        ...raw,
        'content-type': 'multipart/form-data; boundary=x',
      });
      expect(response).toMatchObject({ status: 400, json: { message: expect.stringContaining('more parts') } });
    }
  });

  it.each(
    sampled(3, [
      [404, 404, 'NOT_FOUND'],
      [400, 422, 'REJECTED'],
      [403, 403, 'FORBIDDEN'],
      [401, 401, 'UNAUTHENTICATED'],
      [503, 503, 'UPSTREAM_UNAVAILABLE'],
    ] as const),
  )('responds to what the service says with %i as %i %s', async (from, status, code) => {
    await using gateway = await startPhotoGateway({ answer: { status: from, json: { Message: 'No.' } } });
    expect(await sendUpload(gateway, PATH, await picture(20, 10), raw)).toMatchObject({ status, json: { code } });
    expect(gateway.receiver.uploads).toHaveLength(1);
  });

  it('leaves nothing behind when its client goes away in the middle', async () => {
    await using gateway = await startPhotoGateway();
    const request = openUpload(gateway, PATH, { ...raw, 'content-length': 2_000_000 });
    request.write(await largePicture(1_000_000));
    await once(request, 'drain');
    request.destroy();
    expect((await sendUpload(gateway, PATH, await picture(20, 10), raw)).status).toBe(201);
    expect(gateway.receiver.uploads).toHaveLength(1);
  });
});
