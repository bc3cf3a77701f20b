import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { signInBrowser, withSessions } from '../../support/browser-session.ts';
import { deferred } from '../../support/deferred.ts';
import { codesOf } from '../../support/graphql-client.ts';
import { inFlight } from '../../support/network/disconnect-clients.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';

const overload = { maxInFlight: 2, eventLoopMs: 60_000, memoryPercent: 100 };
const update = 'mutation { updateListing(input: { id: "7", listing: { title: "Sofa" } }) { userErrors { code } } }';

const statusOfOthers = async (gateway: ScriptedGateway): Promise<number> =>
  (await gateway.query('{ __typename }')).status;

it('A place of an operation with an idempotency key is held until it is done, also when its client is gone', async () => {
  await using gateway = await startScriptedGateway({ overload, operationLog: 'on' });
  const { promise: delayUntil, resolve: release } = deferred();
  gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 } });
  gateway.upstream.on('POST', '/v1/listings/{id}/watch', { json: { Success: true }, delayUntil });
  const body = JSON.stringify({ query: 'mutation { watchListing(input: { id: "7" }) { userErrors { code } } }' });
  const clients = await Promise.all(
    ['1', '2'].map((key) =>
      openConnection(
        gateway.url,
        `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-1\r\nIdempotency-Key: 2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a1${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    ),
  );
  while (gateway.upstream.count('POST /v1/listings/7/watch') < 2) await inFlight(gateway);
  for (const { socket } of clients) socket.resetAndDestroy();
  while (gateway.logLines.length < 2) await inFlight(gateway);
  expect([await inFlight(gateway), await statusOfOthers(gateway)]).toEqual([2, 503]);
  release();
  while ((await inFlight(gateway)) > 0);
  expect(await statusOfOthers(gateway)).toBe(200);
});

it('A place of an operation is free once its response is there: of a hundred that come together each is answered', async () => {
  await using gateway = await startScriptedGateway({ overload });
  await statusOfOthers(gateway);
  const body = '{"query":"{ __typename }"}';
  const request = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const clients = await Promise.all(Array.from({ length: 100 }, () => openConnection(gateway.url)));
  // The last hundred finds a gateway that expects many.
  for (const count of [1, 2, 3]) {
    for (const { socket } of clients) socket.write(request);
    while (clients.some(({ received }) => received.split('HTTP/1.1 ').length <= count)) await setImmediate();
  }
  expect(clients.filter(({ received }) => received.split('HTTP/1.1 200 ').length === 4)).toHaveLength(100);
  for (const client of clients) client[Symbol.dispose]();
});

describe('A place of an operation, of which there are two, is not held by one that waits', () => {
  it('for the turn to change a listing; beyond 16 such changes of its caller it is refused', async () => {
    await using gateway = await startScriptedGateway({ overload });
    const { promise: delayUntil, resolve: release } = deferred();
    gateway.upstream.on('GET', '/v1/listings/definition/{id}', { json: { PKID: 7, Title: 'Chair' }, delayUntil });
    gateway.upstream.on('POST', '/v1/listings', { json: { PKID: 7, Success: true } });
    const changes = [gateway.ask(update)];
    await gateway.upstream.received(1);
    for (let at = 0; at < 16; at += 1) {
      changes.push(gateway.ask(update));
      while ((await inFlight(gateway)) > 1);
      expect(await statusOfOthers(gateway)).toBe(200);
    }
    expect((await gateway.ask(update)).errors[0]?.extensions).toMatchObject({ code: 'OVERLOADED', retryable: true });
    release();
    for (const { errors } of await Promise.all(changes)) expect(errors).toEqual([]);
    expect(gateway.upstream.count('POST /v1/listings')).toBe(17);
  });

  it('for the response to the first request of its key', async () => {
    await using gateway = await startScriptedGateway({ overload });
    const { promise: delayUntil, resolve: release } = deferred();
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 } });
    gateway.upstream.on('POST', '/v1/listings/{id}/watch', { json: { Success: true }, delayUntil });
    const watch = () =>
      gateway.query('mutation { watchListing(input: { id: "7" }) { userErrors { code } } }', {
        token: 'token-1',
        headers: { 'idempotency-key': '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11' },
      });
    const first = watch();
    await gateway.upstream.received(1);
    const repeats = [];
    for (let at = 0; at < 3; at += 1) {
      repeats.push(watch());
      while ((await inFlight(gateway)) > 1);
      expect(await statusOfOthers(gateway)).toBe(200);
    }
    release();
    const [one, ...others] = await Promise.all([first, ...repeats]);
    for (const other of others) expect(other.body).toEqual(one.body);
  });

  it('for the renewal of a session', async () => {
    await using gateway = await startScriptedGateway({ ...withSessions(), overload });
    const grant = { Access_token: 'a', Refresh_token: 'r', Expires_in: 60 };
    gateway.upstream.on('POST', '/v1/token', { json: grant });
    const cookie = await signInBrowser(gateway);
    gateway.clock.advance(61_000);
    const { promise: delayUntil, resolve: release } = deferred();
    gateway.upstream.on('POST', '/v1/token', { json: grant, delayUntil });
    const ask = () => gateway.query('{ __typename }', { headers: { cookie } });
    const renewed = [ask(), ask(), ask()];
    await gateway.upstream.received(2);
    expect(await inFlight(gateway)).toBe(0);
    expect(await statusOfOthers(gateway)).toBe(200);
    release();
    expect((await Promise.all(renewed)).flatMap(codesOf)).toEqual([]);
  });
});

describe('The places of operations', () => {
  it('are not all taken from one network, with however many tokens', async () => {
    await using gateway = await startScriptedGateway({ trustedProxies: 1, overload: { ...overload, maxInFlight: 40 } });
    const { promise: delayUntil, resolve: release } = deferred();
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 } });
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'Boat' }, delayUntil });
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const tokens = Array.from({ length: 20 }, (_each, at) => `token-${at}`);
    for (const token of tokens) await gateway.query('{ viewer { name } }', { token, headers });
    let refused = 0;
    const asked = [...tokens, ...tokens].map(async (token) => {
      const { status } = await gateway.query('{ listing(id: "7") { title } }', { token, headers });
      if (status === 503) refused += 1;
    });
    while ((await inFlight(gateway)) + refused < asked.length);
    expect(await statusOfOthers(gateway)).toBe(200);
    expect(await inFlight(gateway)).toBeLessThan(25);
    release();
    await Promise.all(asked);
  });

  it('are taken by a GET as by a POST', async () => {
    await using gateway = await startScriptedGateway({ overload });
    const { promise: delayUntil, resolve: release } = deferred();
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 11 }, delayUntil });
    const headers = { 'graphql-require-preflight': '1', authorization: 'Bearer a' };
    const got = ['1', '2'].map(() => gateway.fetch('/graphql?query={viewer{name}}', { headers }));
    await gateway.upstream.received(2);
    expect([await inFlight(gateway), await statusOfOthers(gateway)]).toEqual([2, 503]);
    release();
    expect((await Promise.all(got)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are no more than their number when a photo has come in while all are taken: it is refused, and not sent', async () => {
    await using gateway = await startScriptedGateway({ overload: { ...overload, maxInFlight: 1 } });
    const { promise: delayUntil, resolve: release } = deferred();
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'Boat' }, delayUntil });
    const boundary = '--b\r\ncontent-disposition: form-data; name=';
    const upload =
      'mutation ($f: Upload!) { uploadListingPhoto(input: { id: "7", file: $f }) { userErrors { code } } }';
    const form = `${boundary}"operations"\r\n\r\n${JSON.stringify({ query: upload, variables: { f: null } })}\r\n${boundary}"map"\r\n\r\n{"0":["variables.f"]}\r\n${boundary}"0"; filename="a.gif"\r\ncontent-type: image/gif\r\n\r\nGIF89a\r\n--b--\r\n`;
    const head = 'Host: x\r\nAuthorization: Bearer a\r\nGraphQL-Require-Preflight: 1\r\nConnection: close\r\n';
    const bodies = [
      ['/listings/7/photos', 'image/gif', 'GIF89a'],
      ['/graphql', 'multipart/form-data; boundary=b', form],
    ] as const;
    const photos = await Promise.all(
      bodies.map(async ([path, type, body]) => ({
        rest: body.slice(-3),
        connection: await openConnection(
          gateway.url,
          `POST ${path} HTTP/1.1\r\n${head}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -3)}`,
        ),
      })),
    );
    const query = gateway.ask('{ listing(id: "7") { title } }');
    await gateway.upstream.received(1);
    for (const { connection, rest } of photos) {
      connection.socket.write(rest);
      expect(await connection.closed).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 1[^]*OVERLOADED/i);
    }
    expect(await inFlight(gateway)).toBe(1);
    release();
    expect((await query).status).toBe(200);
    expect(gateway.upstream.requests).toHaveLength(1);
  });
});
