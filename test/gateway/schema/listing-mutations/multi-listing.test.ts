import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, columnAt, dataOf, listAt, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const common = 'outcome failures { code listingDatabaseId listing { id } message } userErrors { code field message }';

/** What a service says of the listings 7, 8 and on. */
const errorsOf = (...errors: readonly (string | null)[]) => errors.map((Error, at) => ({ ID: 7 + at, Error }));

const several = [
  {
    mutation: 'deleteListings',
    path: '/v1/listings/delete',
    selection: 'deletedListingIds',
    read: 'deletedListingIds',
    of: (ids: readonly string[]) => ids.map((id) => `Listing:${id}`),
  },
  {
    mutation: 'relistListings',
    path: '/v1/listings/relist',
    selection: 'listings { id }',
    read: 'listings',
    of: (ids: readonly string[]) => ids.map((id) => ({ id: `Listing:${id}` })),
  },
] as const;

describe.each(sampled(2, several))('Mutation.$mutation', ({ mutation, path, selection, read, of }) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const text = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} ${common} } }`;
  const ask = async (json: unknown, ids: readonly unknown[] = [7, 8], status = 200) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { status, json });
    const answer = await gateway.ask(text, { input: { ids } });
    return { answer, requests: gateway.upstream.requests };
  };

  it('sends each id once, digit for digit, in one request', async () => {
    const { requests, answer } = await ask({ Result: 0, Items: [] }, ['Listing:7', '9007199254740993', 7, '7']);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path,
      rawQuery: '',
      body: '{"Items":[7,9007199254740993],"PaymentAuth":0}',
    });
    expect(dataOf(answer)).toEqual({
      [mutation]: { outcome: 'SUCCESS', [read]: of(['7', '9007199254740993']), failures: [], userErrors: [] },
    });
  });

  it('names no listing that was not asked for', async () => {
    const { answer } = await ask({ Result: 2, Items: [8, 9], Errors: [{ ID: 5, Error: 'Not yours.' }] });
    expect(valueAt(answer, `${mutation}.${read}`)).toEqual(of(['8']));
    expect(listAt(answer, `${mutation}.failures`)).toEqual([]);
    expect(columnAt(answer, `${mutation}.userErrors`, 'message')).toEqual([expect.stringContaining('Not yours.')]);
  });

  it('sends the authorisation of a charge', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { json: { Result: 0, Items: [7] } });
    dataOf(await gateway.ask(text, { input: { ids: [7], paymentAuth: 'AUTHORISED' } }));
    expect(gateway.upstream.requests[0]?.body).toBe('{"Items":[7],"PaymentAuth":2}');
  });

  it.each(
    sampled(3, [
      [2, [{ ID: 8, Error: 'Not yours.' }]],
      ['PartialSuccess', { 8: 'Not yours.' }],
      [2, [{ Key: 8, Value: 'Not yours.' }]],
      [2, [[8, 'Not yours.']]],
      [2, errorsOf('OK', 'Not yours.')],
    ] as const),
  )('reports which listings succeeded and which did not, by %j with %j', async (Result, Errors) => {
    const { answer } = await ask({ Result, Items: [7, 8], Errors });
    expect(dataOf(answer)).toEqual({
      [mutation]: {
        outcome: 'PARTIAL_SUCCESS',
        [read]: of(['7']),
        failures: [{ code: 'REJECTED', listingDatabaseId: '8', listing: { id: 'Listing:8' }, message: 'Not yours.' }],
        userErrors: [{ code: 'REJECTED', field: null, message: '1 of 2 listings failed. Not yours.' }],
      },
    });
  });

  it('counts a listing with two errors once', async () => {
    const Errors = [
      { ID: 8, Error: 'Not yours.' },
      { ID: 8, Error: 'Sold.' },
      { ID: 8, Error: 'Sold.' },
    ];
    const { answer } = await ask({ Result: 2, Items: [7], Errors });
    expect(valueAt(answer, `${mutation}.failures`)).toMatchObject([
      { listingDatabaseId: '8', message: 'Not yours. Sold.' },
    ]);
    expect(columnAt(answer, `${mutation}.userErrors`, 'message')).toEqual(['1 of 2 listings failed. Not yours. Sold.']);
  });

  const limit = 'You have the maximum of 10 test listings.';
  it.each(
    sampled(4, [
      ['nothing', 'FAILURE', {}, 'REJECTED', 'All 2 listings failed. The service does not say why.'],
      ['one of them', 'FAILURE', { Errors: [{ ID: 7, Error: 'a' }] }, 'REJECTED', '2 of 2 listings failed. a'],
      [
        'different reasons',
        'FAILURE',
        { Items: [7, 8], Errors: errorsOf(limit, 'b') },
        'REJECTED',
        `2 of 2 listings failed. ${limit} b`,
      ],
      [
        'one reason',
        'FAILURE',
        { Errors: errorsOf(limit, limit) },
        'TEST_LISTING_LIMIT',
        `2 of 2 listings failed. ${limit}`,
      ],
      [
        'which succeeded',
        'PARTIAL_SUCCESS',
        { Items: [7] },
        'REJECTED',
        'The service does not say what became of 1 of 2 listings.',
      ],
      [
        'one of them that failed',
        'PARTIAL_SUCCESS',
        { Errors: [{ ID: 7, Error: 'a' }] },
        'REJECTED',
        '1 of 2 listings failed. The service does not say what became of 1 of 2 listings. a',
      ],
      [
        'which were asked for',
        'PARTIAL_SUCCESS',
        { Items: [7, 8] },
        'REJECTED',
        'The service does not say what became of 2 of 2 listings.',
      ],
    ] as const),
  )(
    'has one user error for the whole where the service reports %s: %s',
    async (_what, outcome, told, code, message) => {
      const Result = outcome === 'FAILURE' ? 1 : 2;
      const { answer } = await ask({ Result, ...told });
      expect(valueAt(answer, `${mutation}.outcome`)).toBe(outcome);
      expect(valueAt(answer, `${mutation}.userErrors`)).toEqual([{ code, field: null, message }]);
    },
  );

  it.each(
    sampled(4, [
      { Items: [], Errors: [] },
      { Errors: null },
      { Result: 9 },
      { Result: 9, Items: [7, 8] },
      { Result: 0, Items: ['x'], Errors: null },
      { Result: 0, Items: [7, 8], Error: 'You were charged.' },
      { succeeded: [7], failed: [8] },
    ] as const),
  )('is RESULT_UNKNOWN for %j', async (json) => {
    const { answer } = await ask(json);
    expect(codesOf(answer)).toEqual(['RESULT_UNKNOWN']);
  });

  it.each(
    sampled(3, [
      [{ Result: 1, Items: [{ PKID: 7 }, { PKID: 8 }], Error: 'Frozen.' }, [], '2 of 2 listings failed. Frozen.'],
      [{ Result: 2, Items: [{ ID: 7 }], Errors: [{ ID: 8, Error: 'Old.' }] }, ['7'], '1 of 2 listings failed. Old.'],
      [{ Success: false, Error: 'Frozen.', Data: [{ ID: 7 }, { ID: 8 }] }, [], 'Frozen.'],
      [{ Result: 0, Items: [], Errors: [{ Error: 'Frozen.' }] }, [], 'Frozen.'],
      [{ IsError: true, Result: 0, Items: [7, 8], Message: 'Frozen.' }, [], 'Frozen.'],
    ] as const),
  )('heeds what is said of the whole beside a list of results: %j', async (json, ids, message) => {
    const { answer } = await ask(json);
    expect(valueAt(answer, `${mutation}.${read}`)).toEqual(of(ids));
    expect(columnAt(answer, `${mutation}.userErrors`, 'message')).toEqual([message]);
  });

  it('takes a success that has an empty error for each listing for one', async () => {
    const { answer } = await ask({ Result: 0, Items: [7, 8], Errors: errorsOf(null, null) });
    expect(valueAt(answer, `${mutation}.${read}`)).toEqual(of(['7', '8']));
    expect(listAt(answer, `${mutation}.userErrors`)).toEqual([]);
  });

  it('has the reasons of single listings from a refusal by status, too', async () => {
    const json = { Result: 1, Items: [], Errors: errorsOf('No 7.', 'No 8.') };
    const { answer } = await ask(json, [7, 8], 409);
    expect(columnAt(answer, `${mutation}.failures`, 'message')).toEqual(['No 7.', 'No 8.']);
    expect(columnAt(answer, `${mutation}.userErrors`, 'message')).toEqual(['2 of 2 listings failed. No 7. No 8.']);
  });

  it('has no user error exactly where all that was asked was done, whatever the service responds with', async () => {
    await using gateway = await startScriptedGateway();
    for (const Result of sampled(2, [0, 1, 2])) {
      for (const Items of [null, [], [7], [8, 7]]) {
        for (const failed of [[], [8], [7, 8]]) {
          const json = { Result, Items, Errors: failed.map((ID) => ({ ID, Error: 'No.' })) };
          gateway.upstream.once('POST', path, { json });
          const answer = await gateway.ask(text, { input: { ids: [7, 8] } });
          const isSaid = Items?.length === 2 || (Result === 0 && (Items ?? []).length === 0);
          const isDone = failed.length === 0 && Result === 0 && isSaid;
          expect({
            json,
            isOfNone:
              valueAt(answer, `${mutation}.outcome`) === 'FAILURE' && listAt(answer, `${mutation}.${read}`).length > 0,
            userErrors: listAt(answer, `${mutation}.userErrors`).length,
            failures: listAt(answer, `${mutation}.failures`).length,
          }).toEqual({
            json,
            isOfNone: false,
            userErrors: isDone ? 0 : 1,
            failures: failed.length,
          });
        }
      }
    }
  });

  it.each([0, 251])('refuses %i ids without a call', async (length) => {
    const ids = Array.from({ length }, (_, at) => at);
    const { requests, answer } = await ask({ Result: 0 }, ids);
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(requests).toEqual([]);
  });

  it('takes 250 ids', async () => {
    const ids = Array.from({ length: 250 }, (_, at) => at);
    const { answer } = await ask({ Result: 0 }, ids);
    expect(valueAt(answer, `${mutation}.${read}`)).toHaveLength(250);
  });

  it('can be asked for as either of its interfaces', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { json: { Result: 0, Items: [7] } });
    const answer = await gateway.ask(`mutation { ${mutation}(input: { ids: [7] }) {
      ... on MultiListingPayload { outcome userErrors { code } } ... on MutationPayload { userErrors { code } }
    } }`);
    expect(dataOf(answer)).toEqual({ [mutation]: { outcome: 'SUCCESS', userErrors: [] } });
  });
});

describe('Mutation.relistAllListings', () => {
  const text = `mutation ($auth: PaymentAuth!) {
    relistAllListings(input: { paymentAuth: $auth }) { listings { id } ${common} }
  }`;

  it('sends how a charge is authorised, and reports what the service names', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings/relistall', {
      json: { Result: 2, Items: [7], Errors: [{ ID: 8, Error: 'No funds.' }] },
    });
    expect(dataOf(await gateway.ask(text, { auth: 'NOT_REQUIRED' }))).toEqual({
      relistAllListings: {
        outcome: 'PARTIAL_SUCCESS',
        listings: [{ id: 'Listing:7' }],
        failures: [{ code: 'REJECTED', listingDatabaseId: '8', listing: { id: 'Listing:8' }, message: 'No funds.' }],
        userErrors: [{ code: 'REJECTED', field: null, message: '1 of 2 listings failed. No funds.' }],
      },
    });
    expect(gateway.upstream.requests).toHaveLength(1);
    expect(gateway.upstream.requests[0]).toMatchObject({ rawQuery: '', body: '{"PaymentAuth":1}' });
  });

  it.each(
    sampled(4, [
      [{ Result: 0, Items: [7] }, null],
      [{ Result: 0, Items: [] }, null],
      [{ Items: [] }, null],
      [{ Items: [7] }, null],
      [{ Result: 1 }, 'All listings failed. The service does not say why.'],
      [{ Result: 2, Items: [7] }, 'Some listings failed. The service does not say which.'],
      [{ Result: 1, Errors: [{ ID: 8, Error: 'No funds.' }] }, 'No funds.'],
    ] as const),
  )('has one user error unless all was done: %j', async (json, message) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings/relistall', { json });
    const answer = await gateway.ask(text, { auth: 'UNDEFINED' });
    expect(valueAt(answer, 'relistAllListings.userErrors')).toEqual(
      message === null ? [] : [{ code: 'REJECTED', field: null, message }],
    );
  });
});
