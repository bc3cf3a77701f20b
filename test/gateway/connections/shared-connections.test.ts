import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpServer, startGatewayServer } from '../../guarantees/http/http-servers.ts';
import { getWith, HIDDEN } from '../../guarantees/http/probes/probe.ts';
import { sendStream } from '../../guarantees/http/send-stream.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await startGatewayServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('A request for another protocol', () => {
  const upgrade = getWith('Connection: Upgrade\r\nUpgrade: h2c\r\nX-Turns: 9\r\n');

  it('is answered in this one, and is the last of its connection', async () => {
    const { received } = await sendStream(server, { requests: [Buffer.from(upgrade)], cuts: [], delivery: 'burst' });
    expect(received.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(received.toString()).toMatch(/^Connection: close\r$/m);
  });

  it('has nothing behind it read: Node drops the rest of the piece, and would begin to read within the next request', async () => {
    const begun = `${upgrade}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${HIDDEN.length}\r\n`;
    const requests = [Buffer.from(begun), Buffer.from(`\r\n${HIDDEN}`)];
    const outcome = await sendStream(server, { requests, cuts: [begun.length], delivery: 'burst' });
    expect(outcome.requests).toHaveLength(1);
    expect(outcome.received.toString().match(/^HTTP/gm)).toHaveLength(1);
  });
});

describe('A request that waits to be asked for its body, behind another', () => {
  const first = getWith('X-Turns: 9\r\n');
  const second = getWith('X-Bytes: 1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n');

  const responsesTo = async (...texts: readonly string[]): Promise<readonly string[]> => {
    const stream = { requests: texts.map((text) => Buffer.from(text)), cuts: [], delivery: 'burst' } as const;
    const { receivedBefore } = await sendStream(server, stream);
    return (receivedBefore.toString().match(/HTTP\/1\.1 \d+|\r\n\r\n\d/g) ?? []).map((part) => part.trim());
  };

  it('is asked once that has its response', async () => {
    expect(await responsesTo(first, second)).toEqual(['HTTP/1.1 200', '0', 'HTTP/1.1 100']);
  });

  it('is asked before its own response, which it gets when it does not wait', async () => {
    const statuses = ['HTTP/1.1 200', '0', 'HTTP/1.1 100', 'HTTP/1.1 200', '1'];
    expect(await responsesTo(first, second, '{}')).toEqual(statuses);
  });
});
