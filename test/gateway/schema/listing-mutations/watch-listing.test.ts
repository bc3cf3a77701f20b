import { describe, expect, it } from 'vitest';
import { codesOf, dataOf } from '../../../support/graphql-client.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../../support/scripted-gateway.ts';

describe.each([
  ['watchListing', 'watch', true],
  ['unwatchListing', 'unwatch', false],
] as const)('Mutation.%s', (mutation, action, flag) => {
  const text = `mutation ($id: ID!) { ${mutation}(input: { id: $id }) {
    listing { id databaseId viewerIsWatching } userErrors { code field message }
  } }`;

  it.each(['7', '9223372036854775807', 'Listing:9007199254740993'])(
    'sends one request for %s, and no more',
    async (id) => {
      await using gateway = await startScriptedGateway();
      gateway.upstream.on('POST', `/v1/listings/{id}/${action}`, { status: 200 });
      const response = await gateway.ask(text, { id });
      const number = id.replace('Listing:', '');
      expect(dataOf(response)).toEqual({
        [mutation]: {
          listing: { id: `Listing:${number}`, databaseId: number, viewerIsWatching: flag },
          userErrors: [],
        },
      });
      const [request, ...others] = gateway.upstream.requests;
      expect(others).toEqual([]);
      expect(request).toMatchObject({
        method: 'POST',
        path: `/v1/listings/${number}/${action}`,
        rawQuery: '',
        body: '',
      });
      expect(request?.rawHeaders).toContain('Authorisation');
      expect(request?.headers['authorisation']).toBe(`Bearer ${CALLER_TOKEN}`);
      expect(request?.headers).not.toHaveProperty('authorization');
    },
  );

  it.each([
    [404, {}, { code: 'NOT_FOUND', field: ['input', 'id'], message: 'The listing was not found.' }],
    [409, { Message: 'You watch too many.' }, { code: 'REJECTED', field: null, message: 'You watch too many.' }],
    [400, {}, { code: 'REJECTED', field: null, message: 'The service refused.' }],
  ])('reports a refusal with %i to the user, not as an error', async (status, json, userError) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', `/v1/listings/7/${action}`, { status, json });
    const response = await gateway.ask(text, { id: '7' });
    expect(response.status).toBe(200);
    expect(dataOf(response)).toEqual({ [mutation]: { listing: null, userErrors: [userError] } });
  });

  it('refuses an id of another type without a call', async () => {
    await using gateway = await startScriptedGateway();
    const response = await gateway.ask(text, { id: 'User:7' });
    expect(codesOf(response)).toEqual(['BAD_USER_INPUT']);
    expect(gateway.upstream.count()).toBe(0);
  });
});
