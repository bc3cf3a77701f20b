import { describe, expect, it } from 'vitest';
import { startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';

const gateway = await startScriptedGatewayForAll();

const body = JSON.stringify({ query: '{ __typename }' });
const send = (init: RequestInit, path = '/graphql') => fetch(new URL(path, gateway.url), init);

describe('A request that a page of another site could send', () => {
  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/graphql',
    'application/jsonp',
    '',
    // Types that only mention JSON.
    'application/x-www-form-urlencoded; charset=utf-8',
    'text/plain; application/json',
    'text/plain;charset=application/json',
    'text/plain, application/json',
    'application/json, text/plain',
    'application/json+evil',
    'xapplication/json',
    'text/json',
    '*/*',
  ])('is refused with 415, whatever the cookies of the visitor say: %s', async (type) => {
    for (const cookie of ['', 'token=abc']) {
      const headers = { 'content-type': type, cookie };
      const response = await send({ method: 'POST', body: new Blob([body]), headers });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    }
  });

  it('is refused with 400 by GET, and accepted with a header that such a page cannot send', async () => {
    const path = '/graphql?query=%7B__typename%7D';
    const refused = await send({}, path);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      // What each client has to be told, by the name of its setting: urql sends short queries by GET unless it is told not to.
      errors: [{ message: expect.stringMatching(/GraphQL-Require-Preflight.*"preferGetMethod: false"/) }],
    });
    for (const name of ['GraphQL-Require-Preflight', 'Apollo-Require-Preflight', 'X-Apollo-Operation-Name']) {
      const response = await send({ headers: { [name]: '1' } }, path);
      expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
    }
  });

  it.each(['multipart/form-data; boundary=b', 'MULTIPART/form-data; boundary=b'])(
    'is refused with 400 as a form that could bring a file: %s',
    async (type) => {
      const response = await send({ method: 'POST', body: '--b--\r\n', headers: { 'content-type': type } });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    },
  );

  it('is refused with a header that is there and says nothing', async () => {
    const response = await send({ headers: { 'GraphQL-Require-Preflight': '' } }, '/graphql?query=%7B__typename%7D');
    expect(response.status).toBe(400);
  });

  it('is not what a client sends: JSON, with any parameters of its type', async () => {
    for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
      const response = await send({ method: 'POST', body, headers: { 'content-type': type } });
      expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
    }
  });
});
