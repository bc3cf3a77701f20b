import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import { largePicture, startPhotoGateway } from '../uploads/photo-gateway.ts';

const MEBIBYTE = 1_048_576;
const chunk = `100000\r\n${'x'.repeat(MEBIBYTE)}\r\n`;
const formType = 'multipart/form-data; boundary=b\r\nGraphQL-Require-Preflight: 1';
const part =
  '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }","variables":{"f":null}}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"0":["variables.f"]}\r\n--b\r\nContent-Disposition: form-data; name="0"; filename="x.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

describe.concurrent('A body without end', () => {
  it.each(
    sampled(7, [
      ['JSON', '/graphql', 'application/json', '', 413],
      ['what is no JSON', '/graphql', 'text/plain', '', 415],
      ['a form that is none', '/graphql', formType, '', 413],
      [
        'a field of a form',
        '/graphql',
        formType,
        '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n',
        413,
      ],
      ['a file of a form that nobody reads', '/graphql', formType, part, 413],
      ['anything where nothing is', '/nothing', 'application/json', '', 404],
      ['a photo of nobody', '/listings/7/photos', 'image/jpeg', '', 401],
    ]),
  )('is answered while it comes, and then cut off: %s', async (_what, path, type, start, status) => {
    await using gateway = await startScriptedGateway();
    using client = await openConnection(
      gateway.url,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    if (start !== '') client.socket.write(`${start.length.toString(16)}\r\n${start}\r\n`);
    const { socket } = client;
    for (let sent = 0; sent < 14; sent += 1) socket.write(chunk);
    await client.until('\r\n\r\n');
    await client.closed.catch(() => {});
    expect(client.received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(client.received).toMatch(/"code"|There is nothing here|"__typename"/);
    expect((await gateway.fetch('/livez')).status).toBe(200);
    expect(gateway.upstream.count()).toBe(0);
  });
});

const json = {
  path: '/graphql',
  headers: 'Content-Type: application/json',
  start: '{"query":"{ __typename }"',
  end: '}',
};
const form = {
  path: '/graphql',
  headers: 'Content-Type: multipart/form-data; boundary=b\r\nGraphQL-Require-Preflight: 1',
  start: '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"',
  end: ',"variables":{"f":null}}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"0":["variables.f"]}\r\n--b\r\nContent-Disposition: form-data; name="0"; filename="x.jpg"\r\nContent-Type: image/jpeg\r\n\r\nx\r\n--b--\r\n',
};
const photo = { path: '/listings/7/photos', headers: 'Content-Type: image/jpeg', start: '\xff\xd8\xff', end: '' };
const photoForm = {
  path: '/listings/7/photos',
  headers: 'Content-Type: multipart/form-data; boundary=b',
  start: '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n\xff\xd8\xff',
  end: '\r\n--b--\r\n',
};

/** Pieces in which something comes. */
type Pieces = (text: string, sizeOf: SizeOf) => readonly string[];

/** Size of a piece by its place. */
type SizeOf = (index: number) => number;

const cut: Pieces = (text, sizeOf) => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const size = sizeOf(pieces.length);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
};

const chunks = (pieces: readonly string[]): string =>
  pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');

/** Sends a body of 20 KB in chunks of these sizes, and gives what comes back. */
const send = async (
  { path, headers, start, end }: typeof json,
  sizeOf: SizeOf,
): Promise<{ readonly received: string; readonly calls: number }> => {
  await using gateway = await startScriptedGateway();
  using client = await openConnection(gateway.url);
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-of-the-caller\r\n${headers}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  client.socket.write(
    Buffer.from(head + chunks(cut(start + ' '.repeat(20_000) + end, sizeOf)) + '0\r\n\r\n', 'latin1'),
  );
  const received = await client.closed;
  expect((await gateway.fetch('/livez')).status).toBe(200);
  return { received, calls: gateway.upstream.count() };
};

const query =
  'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 24\r\n\r\n{"query":"{__typename}"}';
const photoHead =
  'POST /listings/7/photos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-of-the-caller\r\nContent-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n';

const random = createSeededRandom(7);

const bodies = [
  ['JSON', json],
  ['a form', form],
  ['a photo', photo],
  ['a form with a photo', photoForm],
] as const;

describe('A body in pieces', () => {
  describe.each(sampled(3, bodies))('%s', (_kind, body) => {
    it.each<[sizes: string, sizeOf: SizeOf]>(
      sampled(2, [
        ['of one byte', () => 1],
        ['of up to 150 bytes', () => random.integer(1, 150)],
        ['of one byte and now and then 200', () => (random.integer(1, 20) === 1 ? 200 : 1)],
      ]),
    )('is refused, and nothing is asked of the service: %s', async (_sizes, sizeOf) => {
      const { received, calls } = await send(body, sizeOf);
      expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(received).toContain('Connection: close\r\n');
      expect(received).toContain('"The body comes in pieces that are too small: send larger ones."');
      expect(received.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      expect(calls).toBe(0);
    });
  });

  describe.each([bodies[0], bodies[1]])('%s', (_kind, body) => {
    it.each<[sizes: string, sizeOf: SizeOf]>(
      sampled(2, [
        ['of 257 bytes', () => 257],
        ['of any size above', () => random.integer(257, 3_000)],
        [
          'of a few bytes, followed by larger ones',
          (
            (count = 0) =>
            () =>
              (count += 1) > 64 ? 2_000 : 1
          )(),
        ],
      ]),
    )('is taken: %s', async (_sizes, sizeOf) => {
      const { received } = await send(body, sizeOf);
      expect(received).toContain('{"data":{"__typename":"Query"}}');
    });
  });

  it('is refused behind another request, once that has its response', async () => {
    await using gateway = await startPhotoGateway();
    using client = await openConnection(gateway.url);
    client.socket.write(`${query}${photoHead}${chunks(cut('x'.repeat(500), () => 1))}0\r\n\r\n`);
    const received = await client.closed;
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(received).toContain('"The body comes in pieces that are too small: send larger ones."');
  });

  it('is read on behind another request, while others come too', async () => {
    await using gateway = await startPhotoGateway();
    const content = await largePicture(300_000);
    const bytes = Buffer.from(
      `${query}${photoHead}${chunks(cut(content.toString('latin1'), () => 400))}0\r\n\r\n`,
      'latin1',
    );
    const sendBy = async (size: number): Promise<string> => {
      using client = await openConnection(gateway.url);
      client.socket.setNoDelay(true);
      for (let at = 0; at < bytes.length; at += size) {
        client.socket.write(bytes.subarray(at, at + size));
        await nextTurn();
      }
      await client.until('"thumbnailUrl"');
      return client.received;
    };
    const all = await Promise.all(Array.from({ length: 12 }, (_, at) => sendBy(4_000 + 1_000 * at)));
    for (const received of all) expect(received).toContain('HTTP/1.1 201 ');
  });
});
