import { describe, expect, it } from 'vitest';
import { codesOf, dataOf, valueAt } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const common = 'outcome failures { listingDatabaseId listing { id } message } userErrors { code field message }';

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

describe.each(several)('Mutation.$mutation', ({ mutation, path, selection, read, of }) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const text = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} ${common} } }`;
  const ask = async (json: unknown, ids: readonly unknown[] = [7, 8]) => {
    const gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { json });
    return { gateway, answer: await gateway.ask(text, { input: { ids } }) };
  };

  it('sends each id once, digit for digit, in one request', async () => {
    const { gateway, answer } = await ask({ Result: 0, Items: [] }, ['Listing:7', '9007199254740993', 7, '7']);
    await using _ = gateway;
    expect(gateway.upstream.requests).toHaveLength(1);
    expect(gateway.upstream.requests[0]).toMatchObject({
      method: 'POST',
      path,
      rawQuery: '',
      body: '{"Items":[7,9007199254740993],"PaymentAuth":0}',
    });
    expect(dataOf(answer)).toEqual({
      [mutation]: { outcome: 'SUCCESS', [read]: of(['7', '9007199254740993']), failures: [], userErrors: [] },
    });
  });

  it('sends the authorisation of a charge', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { json: { Result: 0, Items: [7] } });
    dataOf(await gateway.ask(text, { input: { ids: [7], paymentAuth: 'AUTHORISED' } }));
    expect(gateway.upstream.requests[0]?.body).toBe('{"Items":[7],"PaymentAuth":2}');
  });

  it('tells which listings succeeded and which did not', async () => {
    const { gateway, answer } = await ask({ Result: 2, Items: [7, 8], Errors: [{ ID: 8, Error: 'Not yours.' }] });
    await using _ = gateway;
    expect(dataOf(answer)).toEqual({
      [mutation]: {
        outcome: 'PARTIAL_SUCCESS',
        [read]: of(['7']),
        failures: [{ listingDatabaseId: '8', listing: { id: 'Listing:8' }, message: 'Not yours.' }],
        userErrors: [],
      },
    });
  });

  it.each([
    [
      {
        Result: 1,
        Items: [],
        Errors: [
          { ID: 7, Error: null },
          { ID: 8, Error: 'b' },
        ],
      },
      'FAILURE',
      2,
      0,
    ],
    [{ Result: 1 }, 'FAILURE', 0, 1],
    [{ Result: 9, Items: [7] }, null, 0, 0],
  ])('%j', async (json, outcome, failures, userErrors) => {
    const { gateway, answer } = await ask(json);
    await using _ = gateway;
    expect(valueAt(answer, `${mutation}.outcome`)).toBe(outcome);
    expect(valueAt(answer, `${mutation}.failures`)).toHaveLength(failures);
    expect(valueAt(answer, `${mutation}.userErrors`)).toHaveLength(userErrors);
  });

  it.each([
    [404, {}, 'NOT_FOUND'],
    [400, { Message: 'No.' }, 'REJECTED'],
    [400, { Message: 'Test listings: limit reached.' }, 'TEST_LISTING_LIMIT'],
  ])('tells a refusal of all with %i %j', async (status, json, code) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { status, json });
    const answer = await gateway.ask(text, { input: { ids: [7] } });
    expect(valueAt(answer, `${mutation}.userErrors.0.code`)).toBe(code);
    expect(valueAt(answer, `${mutation}.${read}`)).toEqual([]);
    expect(valueAt(answer, `${mutation}.outcome`)).toBeNull();
  });

  it.each([
    [{ status: 401 }, 'UNAUTHENTICATED'],
    [{ status: 500 }, 'UPSTREAM_UNAVAILABLE'],
    [{ body: '<html>' }, 'RESULT_UNKNOWN'],
    [{ reset: 'before-headers' }, 'RESULT_UNKNOWN'],
  ] as const)('is an error, sent once, when the service answers %j', async (script, code) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, script);
    expect(codesOf(await gateway.ask(text, { input: { ids: [7] } }))).toEqual([code]);
    expect(gateway.upstream.count()).toBe(1);
  });

  it.each([0, 251])('refuses %i ids without a call', async (length) => {
    await using gateway = await startScriptedGateway();
    const ids = Array.from({ length }, (_, at) => at);
    expect(codesOf(await gateway.ask(text, { input: { ids } }))).toEqual(['BAD_USER_INPUT']);
    expect(gateway.upstream.count()).toBe(0);
  });

  it('takes 250 ids', async () => {
    const { gateway, answer } = await ask(
      { Result: 0 },
      Array.from({ length: 250 }, (_, at) => at),
    );
    await using _ = gateway;
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

  it('sends how a charge is authorised, and tells what the service names', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings/relistall', {
      json: { Result: 2, Items: [7], Errors: [{ ID: 8, Error: 'No funds.' }] },
    });
    expect(dataOf(await gateway.ask(text, { auth: 'NOT_REQUIRED' }))).toEqual({
      relistAllListings: {
        outcome: 'PARTIAL_SUCCESS',
        listings: [{ id: 'Listing:7' }],
        failures: [{ listingDatabaseId: '8', listing: { id: 'Listing:8' }, message: 'No funds.' }],
        userErrors: [],
      },
    });
    expect(gateway.upstream.requests).toHaveLength(1);
    expect(gateway.upstream.requests[0]).toMatchObject({ rawQuery: '', body: '{"PaymentAuth":1}' });
  });

  it.each([
    [{ status: 400, json: { Message: 'No.' } }, [], 'REJECTED'],
    [{ status: 404 }, [], 'NOT_FOUND'],
    [{ status: 502 }, ['UPSTREAM_UNAVAILABLE'], undefined],
    [{ reset: 'mid-body', json: { Result: 0 } }, ['RESULT_UNKNOWN'], undefined],
  ] as const)('%j', async (script, codes, userError) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings/relistall', script);
    const answer = await gateway.ask(text, { auth: 'UNDEFINED' });
    expect(codesOf(answer)).toEqual(codes);
    expect(valueAt(answer, 'relistAllListings.userErrors.0.code')).toBe(userError);
    expect(gateway.upstream.count()).toBe(1);
  });
});
