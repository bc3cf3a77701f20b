import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/upstream/client.ts';
import { deletePhoto, rotatePhoto, setDefaultPhoto } from '../../../src/upstream/endpoints/photo-writes.ts';
import { setPremiumOptions } from '../../../src/upstream/endpoints/premium-options.ts';
import { updateProfilePicture, updateUserDetails } from '../../../src/upstream/endpoints/user.ts';
import { unwatchListings, watchListings } from '../../../src/upstream/endpoints/watching.ts';
import { connectClient, failureOf, int64 } from './connected-client.ts';

const BIG = int64('9007199254740993');
const items = [
  { listingId: BIG, sectionId: int64('2') },
  { listingId: int64('7'), sectionId: int64('1') },
];
const ITEMS = `[{"ItemId":${BIG},"SectionId":2},{"ItemId":7,"SectionId":1}]`;

type Change = readonly [endpoint: string, send: (call: Call) => Promise<unknown>, rawQuery: string, body: string];

const changes: readonly Change[] = [
  ['DELETE /v1/listings/7/photos/0', (call) => deletePhoto(call, int64('7'), 0), '', ''],
  ['POST /v1/listings/7/photos/2/rotate', (call) => rotatePhoto(call, int64('7'), 2, 0), 'dir=0', ''],
  ['POST /v1/listings/7/photos/2/rotate', (call) => rotatePhoto(call, int64('7'), 2, 1), 'dir=1', ''],
  [`POST /v1/listings/${BIG}/photos/1/setdefault`, (call) => setDefaultPhoto(call, BIG, 1), '', ''],
  ['POST /v1/listings/watchmulti', (call) => watchListings(call, items), '', ITEMS],
  ['POST /v1/listings/unwatchmulti', (call) => unwatchListings(call, items), '', ITEMS],
  [
    'POST /v1/user/details',
    (call) => updateUserDetails(call, { Name: 'Ada', Company: null, VatNumber: '', Telephone: undefined }),
    '',
    '{"Company":"","Name":"Ada","VatNumber":""}',
  ],
  ['POST /v1/user/details', (call) => updateUserDetails(call, {}), '', '{}'],
  [
    'POST /v1/user/profilepicture',
    (call) => updateProfilePicture(call, 'https://p/1.jpg'),
    '',
    '{"PictureUrl":"https://p/1.jpg"}',
  ],
];

describe.each(changes)('%s', (endpoint, send, rawQuery, body) => {
  const [method = '', path = ''] = endpoint.split(' ');

  it(`is sent exactly what is given (${rawQuery}${body}), and any 2xx is a success`, async () => {
    await using client = await connectClient();
    client.upstream.on(method, path, { status: 204 });
    await send(client.call);
    expect(client.upstream.requests[0]).toMatchObject({ method, path, rawQuery, body });
  });

  it('reports when there is no such thing', async () => {
    await using client = await connectClient();
    client.upstream.on(method, path, { status: 404 });
    expect(await failureOf(send(client.call))).toMatchObject({ kind: 'not_found' });
  });

  it('is sent once, and its result is unknown, when the connection breaks', async () => {
    await using client = await connectClient();
    client.upstream.on(method, path, { reset: 'before-headers' });
    expect(await failureOf(send(client.call))).toMatchObject({ code: 'RESULT_UNKNOWN' });
    expect(client.upstream.count()).toBe(1);
  });
});

describe('POST /v1/listings/{id}/premiumoptions', () => {
  const path = '/v1/listings/7/premiumoptions';

  it('is sent the options in their order, with repeats, and reports their states', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', path, { json: { options: [{ Option: 1, Active: true }] } });
    const result = await setPremiumOptions(client.call, int64('7'), [3, 1, 1]);
    expect(result?.options).toEqual([{ Option: 1, Active: true, Expires: null, Expiry: null }]);
    expect(client.upstream.requests[0]?.body).toBe('{"Options":[3,1,1]}');
  });

  it.each([
    ['nothing', { status: 204 }],
    ['an empty body', {}],
    ['another structure', { json: { Success: true } }],
  ])('is a success that says nothing when the response is %s', async (_what, response) => {
    await using client = await connectClient();
    client.upstream.on('POST', path, response);
    expect(await setPremiumOptions(client.call, int64('7'), [1])).toBeNull();
  });

  it.each([
    [{ Success: false, Error: 'The balance is too low.' }, 'The balance is too low.'],
    [{ success: 'false', message: 'The balance is too low.', options: [] }, 'The balance is too low.'],
    [{ Error: 'The balance is too low.' }, 'The balance is too low.'],
    [{ d: { Success: false, Error: 'The balance is too low.' } }, 'The balance is too low.'],
    [{ Success: false, ErrorCode: 4 }, null],
    [false, null],
  ])('is refused inside a success: %j', async (json, serviceMessage) => {
    await using client = await connectClient();
    client.upstream.on('POST', path, { json });
    const failure = await failureOf(setPremiumOptions(client.call, int64('7'), [1]));
    expect(failure).toMatchObject({ kind: 'rejected' });
    expect(failure).toMatchObject({ status: 200, serviceMessage });
  });

  it.each([{ HasErrors: false }, { Success: true, Error: 'A hint.' }, { Error: '' }, { options: [], Error: null }])(
    'is no refusal: %j',
    async (json) => {
      await using client = await connectClient();
      client.upstream.on('POST', path, { json });
      await expect(setPremiumOptions(client.call, int64('7'), [1])).resolves.toBeOneOf([null, { options: [] }]);
    },
  );

  it('is no success when the response is a redirect', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', path, { status: 302, headers: { location: 'https://elsewhere.example/' } });
    expect(await failureOf(setPremiumOptions(client.call, int64('7'), [1]))).toMatchObject({ status: 302 });
  });

  it.each(['before-headers', 'mid-body'] as const)(
    'is bought once, and its result is unknown, on a break %s',
    async (reset) => {
      await using client = await connectClient();
      client.upstream.on('POST', path, { json: { options: [] }, reset });
      expect(await failureOf(setPremiumOptions(client.call, int64('7'), [1]))).toMatchObject({
        code: 'RESULT_UNKNOWN',
      });
      expect(client.upstream.count()).toBe(1);
    },
  );

  it('has an unknown result when the response is too large to read, and is sent once', async () => {
    await using client = await connectClient({ maxJsonBytes: 10 });
    client.upstream.on('POST', path, { json: { options: [], more: 'than ten bytes' } });
    expect(await failureOf(setPremiumOptions(client.call, int64('7'), [1]))).toMatchObject({ code: 'RESULT_UNKNOWN' });
    expect(client.upstream.count()).toBe(1);
  });
});
