import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const changes = [
  {
    mutation: 'updateUserDetails',
    path: '/v1/user/details',
    input: { name: 'Ann', companyName: 'Ann & Co', accountType: 'business', telephone: '+356 1', vatNumber: 'MT1' },
    body: '{"AccountType":"business","Company":"Ann & Co","Name":"Ann","Telephone":"+356 1","VatNumber":"MT1"}',
  },
  {
    mutation: 'updateUserDetails',
    path: '/v1/user/details',
    input: { telephone: '+356 2', vatNumber: null },
    body: '{"Telephone":"+356 2","VatNumber":""}',
  },
  {
    mutation: 'updateProfilePicture',
    path: '/v1/user/profilepicture',
    input: { pictureUrl: 'https://i/1?a=b&c' },
    body: '{"PictureUrl":"https://i/1?a=b&c"}',
  },
] as const;

describe.each(changes)('Mutation.$mutation $input', ({ mutation, path, input, body }) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const text = `mutation ($input: ${type}!) { ${mutation}(input: $input) {
    viewer { name } userErrors { code field message }
  } }`;

  it('sends what is given and nothing else, and then reads the account', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { status: 204 });
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    expect(dataOf(await gateway.ask(text, { input }))).toEqual({
      [mutation]: { viewer: { name: 'Ann' }, userErrors: [] },
    });
    expect(gateway.upstream.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(gateway.upstream.requests[0]).toMatchObject({ path, rawQuery: '', body });
  });

  it.each([
    [400, { Message: 'Not like that.' }, { code: 'REJECTED', field: null, message: 'Not like that.' }],
    [404, {}, { code: 'NOT_FOUND', field: null, message: 'The account was not found.' }],
  ])('reports a refusal with %i to the user', async (status, json, userError) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, { status, json });
    expect(dataOf(await gateway.ask(text, { input }))).toEqual({
      [mutation]: { viewer: null, userErrors: [userError] },
    });
    expect(gateway.upstream.count()).toBe(1);
  });
});
