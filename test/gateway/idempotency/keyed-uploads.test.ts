import { describe, expect, it } from 'vitest';
import {
  FORM_TYPE,
  formOf,
  LISTING,
  openUpload,
  operationParts,
  type PhotoGateway,
  picture,
  sendUpload,
  startPhotoGateway,
  uploadHeaders,
} from '../uploads/photo-gateway.ts';

const KEY = '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11';
const PATH = `/listings/${LISTING}/photos`;
const authorization = 'Bearer token-of-the-caller';

/** The ways to send a photo. */
const ways = {
  'as the body': (gateway: PhotoGateway, photo: Buffer, key: string = KEY) =>
    sendUpload(gateway, PATH, photo, { authorization, 'content-type': 'image/jpeg', 'idempotency-key': key }),
  'in a form': (gateway: PhotoGateway, photo: Buffer, key: string = KEY) =>
    sendUpload(gateway, PATH, formOf([{ name: 'photo', content: photo, filename: 'a.jpg', type: 'image/jpeg' }]), {
      authorization,
      'content-type': FORM_TYPE,
      'idempotency-key': key,
    }),
  'by a mutation': (gateway: PhotoGateway, photo: Buffer, key: string = KEY) =>
    sendUpload(gateway, '/graphql', formOf(operationParts(photo)), { ...uploadHeaders, 'idempotency-key': key }),
};

const codeOf = (json: unknown): unknown => /"code":"(\w+)"/.exec(JSON.stringify(json))?.[1];

describe.each(Object.entries(ways))('A photo that is sent %s with an idempotency key', (_way, send) => {
  it('is added once, and each repeat gets the response of the first time', async () => {
    await using gateway = await startPhotoGateway();
    const photo = await picture(400, 300);
    const first = await send(gateway, photo);
    const repeat = await send(gateway, photo);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(repeat.headers['idempotency-replayed']).toBe('true');
    expect([repeat.status, repeat.json]).toEqual([first.status, first.json]);
    expect(gateway.receiver.uploads).toHaveLength(1);
  });

  it('is added once when both requests come at once', async () => {
    await using gateway = await startPhotoGateway();
    const photo = await picture(400, 300);
    const responses = await Promise.all([send(gateway, photo), send(gateway, photo), send(gateway, photo)]);
    expect(new Set(responses.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(gateway.receiver.uploads).toHaveLength(1);
  });

  it('is refused with another file, and nothing is sent', async () => {
    await using gateway = await startPhotoGateway();
    await send(gateway, await picture(400, 300));
    const refused = await send(gateway, await picture(300, 400));
    expect(codeOf(refused.json)).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(gateway.receiver.uploads).toHaveLength(1);
  });

  it('can be sent with the key of a file that was none', async () => {
    await using gateway = await startPhotoGateway();
    const refused = await send(gateway, Buffer.alloc(100_000, 'text'));
    expect(codeOf(refused.json)).toBe('PHOTO_NOT_ACCEPTED');
    const photo = await send(gateway, await picture(400, 300));
    expect([codeOf(photo.json), photo.headers['idempotency-replayed']]).toEqual([undefined, undefined]);
    expect(gateway.receiver.uploads).toHaveLength(1);
  });
});

it('can be sent again after it was cut off: the service had nothing of it', async () => {
  await using gateway = await startPhotoGateway();
  const photo = await picture(400, 300);
  const cut = openUpload(gateway, PATH, {
    authorization,
    'content-type': 'image/jpeg',
    'content-length': photo.length,
    'idempotency-key': KEY,
  });
  await new Promise<unknown>((resolve) => cut.write(photo.subarray(0, photo.length - 10), resolve));
  cut.destroy();
  const again = await ways['as the body'](gateway, photo);
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
});

it('is the same file whatever its name and type', async () => {
  await using gateway = await startPhotoGateway();
  const photo = await picture(400, 300);
  const headers = { ...uploadHeaders, 'idempotency-key': KEY };
  const parts = operationParts(photo);
  const renamed = parts.map((part) =>
    part.filename === undefined ? part : { ...part, filename: 'b.png', type: 'image/png' },
  );
  const first = await sendUpload(gateway, '/graphql', formOf(parts), headers);
  const repeat = await sendUpload(gateway, '/graphql', formOf(renamed), headers);
  expect([repeat.json, repeat.headers['idempotency-replayed']]).toEqual([first.json, 'true']);
  expect(gateway.receiver.uploads).toHaveLength(1);
});

it('is refused with a key that is none', async () => {
  await using gateway = await startPhotoGateway();
  for (const send of Object.values(ways)) {
    const refused = await send(gateway, await picture(20, 10), 'short');
    expect([refused.status, codeOf(refused.json)]).toEqual([400, 'BAD_REQUEST']);
  }
  expect(gateway.receiver.uploads).toHaveLength(0);
});
