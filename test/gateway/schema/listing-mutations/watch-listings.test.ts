import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

describe.each([
  ['watchListings', '/v1/listings/watchmulti', true],
  ['unwatchListings', '/v1/listings/unwatchmulti', false],
] as const)('Mutation.%s', (mutation, path, flag) => {
  const text = `mutation ($items: [WatchItemInput!]!) { ${mutation}(input: { items: $items }) {
    listings { id viewerIsWatching } userErrors { code field message }
  } }`;

  it('sends sections that are given as they are, each listing once, in one request', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { status: 200 });
    const items = [
      { listingId: 'Listing:7', sectionId: 'Section:2' },
      { listingId: '9007199254740993', sectionId: 3 },
      { listingId: 7 },
    ];
    expect(dataOf(await gateway.ask(text, { items }))).toEqual({
      [mutation]: {
        listings: [
          { id: 'Listing:7', viewerIsWatching: flag },
          { id: 'Listing:9007199254740993', viewerIsWatching: flag },
        ],
        userErrors: [],
      },
    });
    expect(gateway.upstream.requests).toHaveLength(1);
    expect(gateway.upstream.requests[0]).toMatchObject({
      method: 'POST',
      path,
      rawQuery: '',
      body: '[{"ItemId":7,"SectionId":2},{"ItemId":9007199254740993,"SectionId":3}]',
    });
  });

  it('finds sections that are not given, and reports listings that have none', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { status: 200 });
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, SectionId: 2 } });
    gateway.upstream.on('GET', '/v1/listings/9', { json: { PKID: 9, Title: 'Nowhere' } });
    const items = [{ listingId: 7 }, { listingId: 8 }, { listingId: 9 }, { listingId: 7 }];
    expect(dataOf(await gateway.ask(text, { items }))).toEqual({
      [mutation]: {
        listings: [{ id: 'Listing:7', viewerIsWatching: flag }],
        userErrors: [
          { code: 'NOT_FOUND', field: ['input', 'items', '1', 'listingId'], message: 'The listing was not found.' },
          {
            code: 'REQUIRED',
            field: ['input', 'items', '2', 'sectionId'],
            message: 'The section of this listing is unknown.',
          },
        ],
      },
    });
    expect(gateway.upstream.count('GET /v1/listings/{id}')).toBe(3);
    expect(gateway.upstream.requests.at(-1)?.body).toBe('[{"ItemId":7,"SectionId":2}]');
  });

  it('sends nothing when a section cannot be found for a reason that is no response', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/8', { status: 403 });
    expect(codesOf(await gateway.ask(text, { items: [{ listingId: 8 }, { listingId: 7, sectionId: 2 }] }))).toEqual([
      'FORBIDDEN',
    ]);
    expect(gateway.upstream.count(`POST ${path}`)).toBe(0);
  });

  const gone = { code: 'REJECTED', field: ['input', 'items', '1', 'listingId'], message: 'Nine is gone.' };
  const untold = (count: number) => ({
    code: 'REJECTED',
    field: null,
    message: `The service does not say what became of ${count} of 2 listings.`,
  });

  it.each(
    sampled(
      4,
      [
        ['nothing', {}, [7, 9], []],
        ['a list that names one', [{ ItemId: 7, SectionId: 2 }], [7], [untold(1)]],
        ['items that name one', { Items: [7] }, [7], [untold(1)]],
        ['success', { Result: 0 }, [7, 9], []],
        ['success with fewer', { Result: 0, Items: [7] }, [7], [untold(1)]],
        ['a part', { Result: 2, Items: [7], Errors: [{ ID: 9, Error: 'Nine is gone.' }] }, [7], [gone]],
        ['a part, in a wrapper', { data: { Result: '2', Items: ['7'], Errors: { 9: 'Nine is gone.' } } }, [7], [gone]],
        ['a part without reasons', { Result: 2, Items: [7] }, [7], [untold(1)]],
        ['a part without anything', { Result: 2 }, [], [untold(2)]],
        ['success, but for one', { Success: true, Errors: [{ ID: 9, Error: 'Nine is gone.' }] }, [7], [gone]],
        [
          'each',
          [
            { ID: 7, Success: true },
            { ID: 9, Success: false, Error: 'Nine is gone.' },
          ],
          [7],
          [gone],
        ],
        [
          'failure',
          { Result: 1, Items: [7, 9], Errors: [7, 9].map((ID) => ({ ID, Error: 'Closed.' })) },
          [],
          [0, 1].map((at) => ({
            code: 'REJECTED',
            field: ['input', 'items', `${at}`, 'listingId'],
            message: 'Closed.',
          })),
        ],
        [
          'a refusal',
          { Success: false, Error: 'Closed.' },
          [],
          [{ code: 'REJECTED', field: null, message: 'Closed.' }],
        ],
      ] as const,
      flag ? 0 : 2,
    ),
  )('says of each listing what the service says: %s', async (_what, json, ids, userErrors) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { json });
    const items = [7, 9].map((listingId) => ({ listingId, sectionId: 2 }));
    expect(dataOf(await gateway.ask(text, { items }))).toEqual({
      [mutation]: { listings: ids.map((id) => ({ id: `Listing:${id}`, viewerIsWatching: flag })), userErrors },
    });
  });

  it.each([0, 251])('refuses %i listings without a call', async (length) => {
    await using gateway = await startScriptedGateway();
    const items = Array.from({ length }, (_, at) => ({ listingId: at, sectionId: 1 }));
    expect(codesOf(await gateway.ask(text, { items }))).toEqual(['BAD_USER_INPUT']);
    expect(gateway.upstream.count()).toBe(0);
  });

  it('is priced with a call for each section to be found', async () => {
    await using gateway = await startScriptedGateway();
    const items = Array.from({ length: 50 }, (_, at) => ({ listingId: at }));
    const response = await gateway.ask(text, { items });
    expect(codesOf(response)).toEqual(['OPERATION_TOO_COMPLEX']);
    expect(response.errors[0]?.extensions).toMatchObject({ planned: 51, limit: 50 });
    expect(gateway.upstream.count()).toBe(0);
  });
});
