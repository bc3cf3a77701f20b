import { describe, expect, it } from 'vitest';
import { openConnection } from '../../support/network/raw-connection.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const MEBIBYTE = 1_048_576;
const chunk = `100000\r\n${'x'.repeat(MEBIBYTE)}\r\n`;
const form = 'multipart/form-data; boundary=b\r\nGraphQL-Require-Preflight: 1';
const part =
  '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }","variables":{"f":null}}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"0":["variables.f"]}\r\n--b\r\nContent-Disposition: form-data; name="0"; filename="x.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

describe.concurrent('A body without end', () => {
  it.each([
    ['JSON', '/graphql', 'application/json', '', 413],
    ['what is no JSON', '/graphql', 'text/plain', '', 415],
    ['a form that is none', '/graphql', form, '', 413],
    ['a field of a form', '/graphql', form, '--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n', 413],
    ['a file of a form that nobody reads', '/graphql', form, part, 413],
    ['anything where nothing is', '/nothing', 'application/json', '', 404],
    ['a photo of nobody', '/listings/7/photos', 'image/jpeg', '', 401],
  ])('is answered while it comes, and then cut off: %s', async (_what, path, type, start, status) => {
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
