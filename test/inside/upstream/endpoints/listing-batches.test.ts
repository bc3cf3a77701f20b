import { describe, expect, it } from 'vitest';
import {
  ResultUnknownError,
  UnreadableResultError,
  UpstreamNotFoundError,
} from '../../../../src/upstream/call/errors.ts';
import {
  deleteListing,
  deleteListings,
  relistAllListings,
  relistListings,
} from '../../../../src/upstream/endpoints/listing-batches.ts';
import { connectClient, failureOf, int64 } from '../connected-client.ts';

const BIG = '9007199254740993';
const ids = [int64('1'), int64('2'), int64(BIG)];

describe('DELETE /v1/listings/{id}', () => {
  it('deletes a listing', async () => {
    await using client = await connectClient();
    client.upstream.on('DELETE', '/v1/listings/{id}', {});
    await deleteListing(client.call, int64(BIG));
    expect(client.upstream.requests[0]).toMatchObject({ method: 'DELETE', path: `/v1/listings/${BIG}`, body: '' });
  });

  it('reports when there is none', async () => {
    await using client = await connectClient();
    client.upstream.on('DELETE', '/v1/listings/{id}', { status: 404 });
    expect(await failureOf(deleteListing(client.call, int64('7')))).toBeInstanceOf(UpstreamNotFoundError);
  });
});

describe.each([
  ['POST /v1/listings/delete', '/v1/listings/delete', deleteListings],
  ['POST /v1/listings/relist', '/v1/listings/relist', relistListings],
] as const)('%s', (_endpoint, path, act) => {
  it('is sent ids digit for digit, and the payment when there is one', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', path, { json: { Result: 0 } });
    await act(client.call, ids, 2);
    await act(client.call, ids, null);
    expect(client.upstream.requests.map(({ body }) => body)).toEqual([
      `{"Items":[1,2,${BIG}],"PaymentAuth":2}`,
      `{"Items":[1,2,${BIG}]}`,
    ]);
  });

  it.each([
    ['all, which it names', `{"Result":0,"Items":[1,2,${BIG}],"Errors":[]}`, 0, ids, []],
    ['all, without naming them', '{"Result":0,"Items":[]}', 0, ids, []],
    ['all by name of the result', '{"Result":"Success","Items":null}', 0, ids, []],
    [
      'some, naming those that succeeded',
      '{"Result":2,"Items":[1],"Errors":[{"ID":2,"Error":"Sold."}]}',
      2,
      ['1'],
      [{ id: '2', error: 'Sold.' }],
    ],
    [
      'some, naming those that were asked for',
      `{"Result":2,"Items":[1,2,${BIG}],"Errors":[{"ID":${BIG},"Error":null}]}`,
      2,
      ['1', '2'],
      [{ id: BIG, error: null }],
    ],
    ['none', '{"Result":1,"Items":[],"Errors":[{"ID":1,"Error":"No."}]}', 1, [], [{ id: '1', error: 'No.' }]],
    ['it does not say', `{"Result":9,"Items":[2,2]}`, null, ['2'], []],
    ['fewer than it was asked for', '{"Result":0,"Items":[1],"Errors":[]}', 2, ['1'], []],
    ['a map of errors', '{"Result":2,"Items":[1],"Errors":{"2":"Sold."}}', 2, ['1'], [{ id: '2', error: 'Sold.' }]],
  ])('reports what succeeded: %s', async (_what, body, outcome, succeeded, failures) => {
    await using client = await connectClient();
    client.upstream.on('POST', path, { body });
    expect(await act(client.call, ids)).toEqual({ outcome, succeeded, failures, reasons: [] });
  });

  it.each([[[{ Error: 'No.' }]], [[{ ID: 0, Message: 'No.' }]], [['No.']], ['No.'], [{ Error: 'No.' }]])(
    'gives an error without an id to the only listing there is, and to the whole otherwise: %j',
    async (Errors) => {
      await using client = await connectClient();
      client.upstream.on('POST', path, { json: { Result: 1, Errors } });
      expect((await act(client.call, [int64('7')])).failures).toEqual([{ id: '7', error: 'No.' }]);
      expect(await act(client.call, ids)).toMatchObject({ failures: [], reasons: ['No.'] });
    },
  );

  it('is sent once, and its result is unknown, when the connection breaks', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', path, { json: { Result: 0 }, reset: 'before-headers' });
    expect(await failureOf(act(client.call, ids))).toBeInstanceOf(ResultUnknownError);
    expect(client.upstream.count()).toBe(1);
  });

  it('has an unknown result when the response is no such result', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', path, { json: 'ok' });
    expect(await failureOf(act(client.call, ids))).toBeInstanceOf(UnreadableResultError);
  });
});

describe('POST /v1/listings/relistall', () => {
  it('reports what the service names, without the failures', async () => {
    await using client = await connectClient();
    const Errors = [{ ID: 2, Error: 'Sold.' }];
    client.upstream.on('POST', '/v1/listings/relistall', { json: { Result: 2, Items: [1, 2], Errors } });
    expect(await relistAllListings(client.call, 1)).toEqual({
      outcome: 2,
      succeeded: ['1'],
      failures: [{ id: '2', error: 'Sold.' }],
      reasons: [],
    });
    expect(client.upstream.requests[0]?.body).toBe('{"PaymentAuth":1}');
  });

  it('is sent once, and its result is unknown, when the connection breaks', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings/relistall', { reset: 'before-headers' });
    expect(await failureOf(relistAllListings(client.call, 0))).toBeInstanceOf(ResultUnknownError);
    expect(client.upstream.count()).toBe(1);
  });
});
