import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAuthentication } from '../../../src/gateway/http/client-identity.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { sampled } from '../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import type { ScriptedRequest } from '../../support/scripted-upstream.ts';
import { rootFields } from '../root-fields.ts';

const nameQuery = '{ viewer { name } }';

/** A gateway before a service that knows every caller by the token. */
const startEcho = async () => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/user/details', ({ headers }) => ({
    json: { UserID: 1, Name: `holder of ${String(headers['authorisation'])}` },
  }));
  return gateway;
};

const names = (request: ScriptedRequest | undefined): readonly string[] =>
  (request?.rawHeaders ?? []).filter((_, at) => at % 2 === 0);

describe('The token of a caller', () => {
  it.each(
    sampled(4, [
      ['Authorization', { Authorization: 'Bearer abc' }],
      ['Authorisation', { Authorisation: 'Bearer abc' }],
      ['the scheme in another case', { Authorization: 'bearer abc' }],
      ['several spaces', { Authorization: 'Bearer   abc' }],
      ['names in any case', { aUTHORiSATION: 'BEARER abc' }],
      ['two headers alike', { Authorization: 'Bearer abc', Authorisation: 'Bearer abc' }],
      ['beside the password of a proxy', { Authorization: 'Basic YTpi', AUTHORISATION: 'Bearer abc' }],
      ['beside a scheme alone', { authorization: 'Negotiate', Authorisation: 'Bearer abc' }],
      ['with the password in the other header', { Authorization: 'Bearer abc', authorisation: 'Basic YTpi' }],
    ] as const),
  )('is taken from %s, and leaves as exactly one Authorisation', async (_where, headers) => {
    await using gateway = await startEcho();
    const answer = await gateway.query(nameQuery, { headers });
    expect(dataOf(answer)).toEqual({ viewer: { name: 'holder of Bearer abc' } });
    const [request] = gateway.upstream.requests;
    expect(names(request).filter((name) => /^authori/i.test(name))).toEqual(['Authorisation']);
  });

  it('is the only header of the caller that leaves, with the request id', async () => {
    await using gateway = await startEcho();
    await gateway.query(nameQuery, {
      token: 'abc',
      headers: { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', 'accept-language': 'mt', 'x-request-id': 'request-1' },
    });
    const [request] = gateway.upstream.requests;
    expect(
      names(request)
        .map((name) => name.toLowerCase())
        .toSorted(),
    ).toEqual(['accept', 'accept-encoding', 'authorisation', 'connection', 'host', 'x-request-id']);
    expect(request?.headers['x-request-id']).toBe('request-1');
  });

  it.each(
    sampled(3, [
      ['two, one of them empty', { Authorization: '', Authorisation: 'Bearer zyxq' }],
      ['two that differ', { Authorization: 'Bearer zyxq', Authorisation: 'Bearer zyxr' }],
      ['no scheme', { Authorization: 'zyxq' }],
      ['a scheme alone', { Authorization: 'Bearer' }],
      ['two tokens', { Authorization: 'Bearer zyxq pqr' }],
      ['a token with a strange character', { Authorization: 'Bearer zyx\u00e9' }],
      ['a token that is too long', { Authorization: `Bearer ${'a'.repeat(8193)}` }],
    ] as const),
  )('is refused with 400, and nothing is sent: %s', async (_what, headers) => {
    await using gateway = await startEcho();
    const answer = await gateway.query(nameQuery, { headers });
    expect(answer.status).toBe(400);
    expect(codesOf(answer)).toEqual(['BAD_REQUEST']);
    expect(answer.data).toBeNull();
    expect(answer.text).not.toMatch(/zyx|YTpi/);
    expect(gateway.upstream.count()).toBe(0);
  });

  it.each(
    sampled(3, [
      'Basic dXNlcjpwYXNzd29yZA==',
      'basic  eA==',
      'Digest username="x", realm="y"',
      'Negotiate YII=',
      'AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host',
      'Token zyxq',
      'Bearers zyxq',
    ] as const),
  )('is none in credentials of another scheme, as a proxy in front has them: %s', async (value) => {
    await using gateway = await startEcho();
    for (const headers of [{ Authorization: value }, { Authorisation: value }]) {
      const answer = await gateway.query(`{ __typename viewer { name } }`, { headers });
      expect([answer.status, codesOf(answer), valueAt(answer, '__typename')]).toEqual([
        200,
        ['UNAUTHENTICATED'],
        'Query',
      ]);
    }
    expect(gateway.upstream.count()).toBe(0);
  });

  it('never reaches another caller, however their operations are interleaved', async () => {
    await using gateway = await startEcho();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', ({ headers }) => ({
      json: { Items: [{ PKID: 1, Title: String(headers['authorisation']), IsWatched: true }] },
    }));
    const callers = Array.from({ length: 20 }, (_, at) => `caller-${at % 10}`);
    const responses = await Promise.all(
      callers.map((token) => gateway.query('{ viewer { name watchedListings { nodes { title } } } }', { token })),
    );
    for (const [at, answer] of responses.entries()) {
      expect(dataOf(answer)).toEqual({
        viewer: {
          name: `holder of Bearer ${callers[at]}`,
          watchedListings: { nodes: [{ title: `Bearer ${callers[at]}` }] },
        },
      });
    }
    expect(gateway.upstream.count()).toBe(40);
  });
});

describe('readAuthentication', () => {
  const of = (headers: Readonly<Record<string, string>>) => readAuthentication(headers);

  it('takes a token exactly when it is visible ASCII after the scheme', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }), (token) => {
        const identity = of({ authorization: `Bearer ${token}` });
        const isReadable = /^ *[\x21-\x7e]+ *$/.test(token);
        const taken = identity.kind === 'bearer' ? identity.token.reveal() : identity.kind;
        expect(taken).toBe(isReadable ? token.trim() : 'unreadable');
      }),
    );
  });

  it('is nobody without a header, and shows a token to nobody who prints it', () => {
    expect(of({})).toEqual({ kind: 'anonymous' });
    expect(JSON.stringify(of({ authorisation: 'Bearer abc' }))).toBe('{"kind":"bearer","token":"[redacted]"}');
  });
});

/** Those that start a session: they need no token. */
const open = new Set(['Mutation.signIn', 'Mutation.refreshSession', 'Mutation.startClientSession']);
const guarded = rootFields.filter(({ coordinate }) => !open.has(coordinate));

describe('Every field of Query and Mutation', () => {
  it('is covered here', () => {
    expect(guarded.length).toBeGreaterThanOrEqual(12);
    expect(rootFields.length - guarded.length).toBe(3);
  });

  it.each(sampled(10, guarded))(
    '$coordinate is UNAUTHENTICATED without a token: HTTP 401, the reason, and no call',
    async ({ operation }) => {
      await using gateway = await startScriptedGateway();
      const answer = await gateway.query(operation);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.errors.map(({ extensions }) => extensions)).toEqual([
        expect.objectContaining({ code: 'UNAUTHENTICATED', reason: 'TOKEN_MISSING', retryable: false }),
      ]);
      expect(gateway.upstream.count()).toBe(0);
    },
  );

  it.each(sampled(10, guarded, 1))(
    '$coordinate is UNAUTHENTICATED with a token that the service refuses, after one call',
    async ({ operation }) => {
      await using gateway = await startScriptedGateway();
      for (const method of ['GET', 'POST', 'DELETE']) {
        for (const path of ['{a}', '{a}/{b}', '{a}/{b}/{c}', '{a}/{b}/{c}/{d}', '{a}/{b}/{c}/{d}/{e}']) {
          gateway.upstream.on(method, `/v1/${path}`, {
            status: 401,
            headers: { 'www-authenticate': 'Bearer realm="x"' },
          });
        }
      }
      const answer = await gateway.query(operation, { token: 'expired-token' });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.errors.map(({ extensions }) => extensions)).toEqual([
        expect.objectContaining({ code: 'UNAUTHENTICATED', reason: 'TOKEN_REJECTED', retryable: false }),
      ]);
      expect(gateway.upstream.count()).toBe(1);
      expect(answer.text + gateway.logLines.join()).not.toContain('expired-token');
    },
  );
});

it.each([
  ['counts', { json: [{ SectionID: 2, SectionName: 'Cars' }] }, ['UNAUTHENTICATED']],
  ['is an error of another kind', { status: 500 }, ['UNAUTHENTICATED', 'UPSTREAM_UNAVAILABLE']],
])('UNAUTHENTICATED beside data is HTTP 200 where it %s', async (_what, sections, codes) => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/sections', sections);
  gateway.upstream.on('GET', '/v1/user/details', { status: 401 });
  const answer = await gateway.query('{ sections { label } viewer { name } }', { token: 'of-an-application' });
  expect(answer.status).toBe(200);
  expect(valueAt(answer, 'sections') ?? null).toEqual('json' in sections ? [{ label: 'Cars' }] : null);
  expect(codesOf(answer).toSorted()).toEqual(codes);
});
