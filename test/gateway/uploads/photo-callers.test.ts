import type { ClientRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  formOf,
  LISTING,
  largePicture,
  openUpload,
  operationParts,
  responseTo,
  sendUpload,
  startPhotoGateway,
  uploadHeaders,
} from './photo-gateway.ts';

const PATH = `/listings/${LISTING}/photos`;
const MB = 1_000_000;

/** Headers of somebody whose token nobody knows, at an address. */
const from = (address: string) => ({
  authorization: `Bearer token-of-${address}`,
  'content-type': 'image/jpeg',
  'x-forwarded-for': address,
});
const greedy = from('198.51.100.1');
const other = (number: number) => from(`203.0.113.${number}`);

const start = (paused = false) =>
  startPhotoGateway(
    { paused, json: { '/v1/user/details': { UserID: 5 } } },
    { trustedProxies: 1, serverLimits: { photoBytes: 8 * MB } },
  );

/** Goes on after its photo. */
const UPLOAD_AND_MORE = /* GraphQL */ `
  mutation ($input: UploadListingPhotoInput!) {
    uploadListingPhoto(input: $input) {
      userErrors {
        code
      }
    }
    unwatchListing(input: { id: "Listing:7" }) {
      userErrors {
        code
      }
    }
  }
`;

/** There is space for 8 MB. */
describe('Photos of one caller', () => {
  it('that have come in and wait for the service keep out no photo of others', async () => {
    await using gateway = await start(true);
    const photo = await largePicture(1.2 * MB);
    const answers = Array.from({ length: 8 }, () => sendUpload(gateway, PATH, photo, greedy));
    // Some are under way still when the gateway ends.
    void Promise.allSettled(answers);
    expect(await Promise.race(answers)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { code: 'OVERLOADED' },
    });
    const whole = [await gateway.receiver.upload(0), await gateway.receiver.upload(1)];
    const others = [1, 2].map((number) => sendUpload(gateway, PATH, photo, other(number)));
    for (const at of [2, 3]) (await gateway.receiver.upload(at)).resume();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([201, 201]);
    for (const upload of whole) upload.resume();
  });

  it('that have come in on many tokens and wait for the service are given up for a photo of another', async () => {
    await using gateway = await start(true);
    const photo = await largePicture(0.99 * MB);
    const answers = Array.from({ length: 8 }, async (_none, at) => {
      const token = `token-${at}`;
      // A token that the service has accepted is a caller of its own.
      const headers = { 'x-forwarded-for': greedy['x-forwarded-for'] };
      const { data } = await gateway.query('{ viewer { id } }', { token, headers });
      expect(data).toMatchObject({ viewer: {} });
      return sendUpload(gateway, PATH, photo, { ...greedy, authorization: `Bearer ${token}` });
    });
    void Promise.allSettled(answers);
    const whole = [await gateway.receiver.upload(0), await gateway.receiver.upload(1)];
    const calls = () => gateway.load().active + gateway.load().waiting;
    await expect.poll(calls, { timeout: 60_000 }).toBe(8);
    const another = sendUpload(gateway, PATH, photo, other(1));
    expect(await Promise.race(answers)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { code: 'OVERLOADED', retryable: true },
    });
    (await gateway.receiver.upload(2)).resume();
    expect((await another).status).toBe(201);
    // What was being sent is.
    for (const upload of whole) upload.resume();
    expect(await Promise.all(whole.map(({ ended }) => ended))).toEqual([true, true]);
    expect(gateway.receiver.uploads.slice(0, 3).map(({ count }) => count() >= photo.length)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('that always go on cost no slow photo of others its place', async () => {
    await using gateway = await start();
    const photo = await largePicture(MB);
    const slow = [1, 2].map((number) => {
      const request = openUpload(gateway, PATH, { ...other(number), 'content-length': photo.length });
      request.write(photo.subarray(0, 1_000));
      return { request, answer: responseTo(request) };
    });
    const greedyAnswers = [];
    const endless: ClientRequest[] = [];
    for (let at = 0; at < 9; at += 1) {
      const request = openUpload(gateway, PATH, { ...greedy, 'content-length': 2 * MB });
      endless.push(request);
      greedyAnswers.push(responseTo(request).catch(() => null));
      request.write(photo);
    }
    expect(await Promise.race(greedyAnswers)).toMatchObject({ status: 503 });
    for (const { request } of slow) request.end(photo.subarray(1_000));
    expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([201, 201]);
    for (const request of endless) request.destroy();
  });

  it('of three addresses, each with all that it may have, keep out no single photo of another', async () => {
    await using gateway = await start();
    const photo = await largePicture(1.9 * MB);
    const standing: ClientRequest[] = [];
    for (let at = 0; at < 6; at += 1) {
      const headers = { ...from(`198.51.100.${at % 3}`), 'content-length': 2 * MB };
      const request = openUpload(gateway, PATH, headers);
      standing.push(request);
      void responseTo(request).catch(() => null);
      await new Promise((resolve) => {
        request.write(photo.subarray(0, 0.95 * MB), resolve);
      });
    }
    expect((await sendUpload(gateway, PATH, photo, other(1))).status).toBe(201);
    for (const request of standing) request.destroy();
  });

  it('hold no bytes once their field has ended', async () => {
    await using gateway = await start(true);
    const parts = operationParts(await largePicture(2.5 * MB), LISTING, UPLOAD_AND_MORE);
    const headers = { ...uploadHeaders, 'x-forwarded-for': '198.51.100.1' };
    const first = sendUpload(gateway, '/graphql', formOf(parts), headers);
    (await gateway.receiver.upload(0)).resume();
    const rest = await gateway.receiver.upload(1);
    const second = sendUpload(gateway, '/graphql', formOf(parts), headers);
    (await gateway.receiver.upload(2)).resume();
    (await gateway.receiver.upload(3)).resume();
    expect((await second).status).toBe(200);
    rest.resume();
    expect((await first).status).toBe(200);
  });
});
