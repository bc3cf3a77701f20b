import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { UploadPhotoResult } from '../../../src/contract/photos.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import { demoListings } from '../demo-listings.ts';
import { type CallOptions, fieldsOf, startServiceForAll } from '../running-service.ts';
import { formOf, jpegOf, lookAt, photosOf, quarteredImage, smallPhoto } from '../test-photos.ts';

const listings = demoListings.filter(({ state }) => state === 'active');
const listingsOf = (owner: string, categoryId: number): number[] =>
  listings.filter((each) => each.owner === owner && each.categoryId === categoryId).map(({ id }) => id);

/** These take up to 20 photos of 1600 by 1200; one gets photos here, the other only ones that are refused. */
const [property = 0, untouched = 0] = listingsOf('agent', 301);
/** Up to 3 photos of 800 by 600, and has fewer. */
const [job = 0] = listingsOf('seller', 401);

let agent: string;
let seller: string;

const service = await startServiceForAll();
[agent, seller] = await Promise.all([service.signIn('agent'), service.signIn('seller')]);

/** Uploads and gives what is seen of the stored photo in both sizes. */
const uploadAndLook = async (bytes: Uint8Array<ArrayBuffer>) => {
  const photos = photosOf(service, property, agent);
  const { status, body } = await photos.upload(formOf(bytes));
  expect([status, body]).toEqual([200, expect.anything()]);
  const { index, largeimageurl, thumbimageurl } = fieldsOf(body);
  const [large, thumb] = await Promise.all([photos.download(largeimageurl), photos.download(thumbimageurl)]);
  // Makes room for the next one.
  await photos.delete(Number(index));
  return { large, seen: await lookAt(large), thumb: await lookAt(thumb) };
};

const refusalOf = async (id: number, token: string, options: Pick<CallOptions, 'body' | 'headers'>) => {
  const { status, body } = await service.call(`/v1/listings/${id}/photos`, { method: 'POST', token, ...options });
  return [status, fieldsOf(body)['Message']];
};

describe('GET /v1/listings/photospecs', () => {
  it('gives the limits of a category, to applications too', async () => {
    const token = await service.applicationToken();
    const { body } = await service.call('/v1/listings/photospecs?categoryid=301&sectionid=3', { token });
    expect(body).toEqual({ Max: 20, MaxHeight: 1200, MaxWidth: 1600, Min: 1 });
  });

  it('is 404 for a category of another section', async () => {
    const { status, body } = await service.call('/v1/listings/photospecs?categoryid=301&sectionid=2', { token: agent });
    expect([status, body]).toEqual([404, { Message: 'Section 2 has no category 301.' }]);
  });
});

describe('POST /v1/listings/{id}/photos', () => {
  it('refuses a photo once all of it has come, so that whoever sends it sees why', async () => {
    const head = `POST ${service.baseUrl.pathname}/v1/listings/${untouched}/photos HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\n`;
    using connection = await openConnection(service.baseUrl, head);
    await refusalOf(untouched, agent, { body: '' });
    expect(connection.received).toBe('');
    connection.socket.write('x'.repeat(100));
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('adds a photo behind the others and returns its URL', async () => {
    const photos = photosOf(service, property, agent);
    const before = await photos.urls();
    const { status, body } = await photos.upload(formOf(await smallPhoto(900, 600)));
    expect(status).toBe(200);
    expect(Object.keys(fieldsOf(body)).sort()).toEqual(Object.keys(UploadPhotoResult.fields).sort());
    expect(fieldsOf(body)['index']).toBe(before.length);
    expect(await photos.urls()).toEqual([...before, fieldsOf(body)['largeimageurl']]);
    expect(await photos.mainIndex()).toBe(0);
  });

  it('keeps the size of the photo and makes a thumbnail that fits in 320 by 240', async () => {
    const { seen, thumb } = await uploadAndLook(await smallPhoto(900, 600));
    const colours = ['red', 'green', 'blue', 'white'];
    expect(seen).toEqual({ width: 900, height: 600, colours });
    expect(thumb).toEqual({ width: 320, height: 213, colours });
    const upright = await uploadAndLook(await smallPhoto(300, 600));
    expect([upright.thumb.width, upright.thumb.height]).toEqual([120, 240]);
    const tiny = await uploadAndLook(await smallPhoto(20, 10));
    expect([tiny.thumb.width, tiny.thumb.height]).toEqual([20, 10]);
  });

  it('turns a photo the way its EXIF data says and forgets that data', async () => {
    const sideways = await quarteredImage(600, 400)
      .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 53/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { large, seen } = await uploadAndLook(new Uint8Array(sideways));
    expect(seen).toEqual({ width: 400, height: 600, colours: ['blue', 'red', 'white', 'green'] });
    const { exif, orientation } = await sharp(large).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    expect(Buffer.from(large).includes('canary')).toBe(false);
  });

  it('takes PNG, on white where it is transparent, and WebP', async () => {
    const png = await sharp({ create: { width: 100, height: 80, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const white = ['white', 'white', 'white', 'white'];
    const transparent = await uploadAndLook(new Uint8Array(png));
    expect(transparent.seen).toEqual({ width: 100, height: 80, colours: white });
    const webp = await quarteredImage(120, 80).webp({ lossless: true }).toBuffer();
    const { seen } = await uploadAndLook(new Uint8Array(webp));
    expect(seen).toEqual({ width: 120, height: 80, colours: ['red', 'green', 'blue', 'white'] });
  });

  it('takes the photo as the body, and as a single file whatever its field', async () => {
    const bytes = await smallPhoto();
    const { upload } = photosOf(service, property, agent);
    expect((await upload(bytes)).status).toBe(200);
    expect((await upload(formOf(bytes, 'upload'))).status).toBe(200);
    const form = formOf(bytes);
    form.append('caption', 'The front');
    expect((await upload(form)).status).toBe(200);
    for (const type of ['image/jpeg', 'application/octet-stream']) {
      const path = `/v1/listings/${property}/photos`;
      const headers = { 'Content-Type': type };
      const { status } = await service.call(path, { method: 'POST', token: agent, headers, body: bytes });
      expect([type, status]).toEqual([type, 200]);
    }
  });

  it('lets those with whom the account is shared add photos', async () => {
    const photos = photosOf(service, property, await service.signIn('luisa'));
    expect((await photos.upload(await smallPhoto())).status).toBe(200);
  });

  it('refuses photos on a listing of somebody else, before it looks at the photo', async () => {
    const forbidden = 'This listing is not yours to edit.';
    expect(await refusalOf(property, seller, { body: await smallPhoto() })).toEqual([403, forbidden]);
    expect(await refusalOf(999_999, seller, { body: 'x' })).toEqual([404, 'There is no listing 999999.']);
  });

  it('refuses what is larger than the category takes, measured upright', async () => {
    const largest = '; in this category it may be 1600 x 1200 at most.';
    const huge = await jpegOf(quarteredImage(1640, 1230));
    expect(await refusalOf(untouched, agent, { body: huge })).toEqual([
      400,
      `The photo is 1640 x 1230 pixels${largest}`,
    ]);
    const tall = new Uint8Array(await quarteredImage(1600, 900).withMetadata({ orientation: 8 }).jpeg().toBuffer());
    expect(await refusalOf(untouched, agent, { body: tall })).toEqual([
      400,
      `The photo is 900 x 1600 pixels${largest}`,
    ]);
    const { seen } = await uploadAndLook(await jpegOf(quarteredImage(1600, 1200)));
    expect([seen.width, seen.height]).toEqual([1600, 1200]);
  });

  it('refuses a picture that unpacks to gigabytes by its header alone', async () => {
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    const [status] = await refusalOf(untouched, agent, { body: new Uint8Array(png) });
    expect(status).toBe(400);
  });

  it('refuses what is no JPEG, PNG or WebP, whatever it is called', async () => {
    const expected = [415, 'The body must be a JPEG, PNG or WebP image.'];
    const text = new TextEncoder().encode('This is a text, not a photo.');
    expect(await refusalOf(untouched, agent, { body: formOf(text) })).toEqual(expected);
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await refusalOf(untouched, agent, { body: formOf(svg) })).toEqual(expected);
    const gif = new Uint8Array(await quarteredImage(50, 50).gif().toBuffer());
    expect(await refusalOf(untouched, agent, { body: formOf(gif) })).toEqual(expected);
  });

  it('refuses photos that are cut off', async () => {
    const expected = [400, 'The photo is damaged or cut off.'];
    const whole = await jpegOf(quarteredImage(800, 600));
    for (const length of [12, 400, Math.floor(whole.length / 2), whole.length - 20]) {
      expect(await refusalOf(untouched, agent, { body: formOf(whole.slice(0, length)) })).toEqual(expected);
    }
    const png = new Uint8Array(await quarteredImage(200, 200).png().toBuffer());
    expect(await refusalOf(untouched, agent, { body: png.slice(0, png.length - 60) })).toEqual(expected);
  });

  it('refuses a body without exactly one photo', async () => {
    const none = "Send one photo: as the field 'file' of multipart/form-data, or as the body.";
    expect(await refusalOf(untouched, agent, {})).toEqual([400, none]);
    expect(await refusalOf(untouched, agent, { body: formOf(new Uint8Array()) })).toEqual([400, none]);
    const caption = new FormData();
    caption.append('caption', 'The front');
    expect(await refusalOf(untouched, agent, { body: caption })).toEqual([400, none]);
    const two = formOf(await smallPhoto());
    two.append('file', new Blob([await smallPhoto()]), 'second.jpg');
    expect(await refusalOf(untouched, agent, { body: two })).toEqual([400, 'Send one photo at a time.']);
    const headers = { 'Content-Type': 'application/json' };
    const expected = 'The body must be multipart/form-data or an image.';
    expect(await refusalOf(untouched, agent, { headers, body: '{}' })).toEqual([415, expected]);
  });

  it('refuses a body over 12 MB', async () => {
    const body = new Uint8Array(12 * 1024 * 1024 + 1);
    expect(await refusalOf(untouched, agent, { body })).toEqual([
      413,
      'The body must not be larger than 12582912 bytes.',
    ]);
  });

  it('refuses one photo more than the category takes, also when several come at once', async () => {
    const { upload, urls } = photosOf(service, job, seller);
    const before = (await urls()).length;
    const photo = await smallPhoto();
    const responses = await Promise.all(Array.from({ length: 6 }, () => upload(photo)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3 - before);
    expect(await refusalOf(job, seller, { body: photo })).toEqual([
      400,
      'The listing has 3 photos; in this category it may have 3 at most.',
    ]);
    expect(await urls()).toHaveLength(3);
    expect(service.logged()).toBe('');
  });
});
