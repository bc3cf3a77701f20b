import { describe, expect, it } from 'vitest';
import { postOperation } from '../support/graphql-client.ts';
import { openConnection } from '../support/network/raw-connection.ts';
import { startScriptedGateway } from '../support/scripted-gateway.ts';
import { isNginxSkipped, startIngress } from './running-nginx.ts';

/** A request that would be answered in place of another's. */
const SMUGGLED = 'GET /not-asked-for HTTP/1.1\r\nHost: a\r\n\r\n';

const post = 'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const chunks = `0\r\n\r\n${SMUGGLED}`;

/** Requests that hide another in what one of two readers takes for a body. */
const payloads = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
  'X-A: 1\r\n Transfer-Encoding: chunked',
  'X-A: 1\nTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Connection: Content-Length',
  'Connection: Upgrade\r\nUpgrade: h2c',
  'Expect: 100-continue',
].flatMap((line) => [
  `${post}Content-Length: ${chunks.length}\r\n${line}\r\n\r\n${chunks}`,
  `${post}${line}\r\nContent-Length: 5\r\n\r\n${chunks}`,
]);

describe.skipIf(isNginxSkipped).each([
  ['that keeps bodies until they are whole', 'on'],
  ['that passes bodies on as they come', 'off'],
])('nginx %s, with one connection to the gateway for all', (_how, buffering) => {
  it('gives nobody the response of another', async () => {
    await using gateway = await startScriptedGateway();
    await using nginx = await startIngress(gateway, {
      'keepalive 64;': 'keepalive 1;',
      'location / {': `location / {\n proxy_request_buffering ${buffering};\n proxy_buffering ${buffering};`,
    });
    for (const [index, bytes] of payloads.entries()) {
      using attacker = await openConnection(nginx.origin, Buffer.from(`${bytes}${SMUGGLED}`, 'latin1'));
      attacker.socket.on('error', () => {});
      for (const part of ['first', 'second']) {
        const { body } = await postOperation(new URL('/graphql', nginx.origin), `{ ${part}${index}: __typename }`);
        expect({ bytes, body }).toEqual({ bytes, body: { data: { [`${part}${index}`]: 'Query' } } });
      }
    }
  }, 60_000);
});
