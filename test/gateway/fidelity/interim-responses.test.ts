import { createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { dataOf } from '../../support/graphql-client.ts';
import { startListening } from '../../support/network/listen.ts';
import { captureLog, startGatewayAt, TestClock } from '../../support/running-gateway.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../support/scripted-gateway.ts';

const respond = (json: unknown, status = '200 OK'): string => {
  const body = JSON.stringify(json);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const interim: Readonly<Record<string, string>> = {
  once: CONTINUE,
  twice: CONTINUE + CONTINUE,
  'with a header': 'HTTP/1.1 100 Continue\r\nx-node: a\r\n\r\n',
  'without a reason': 'HTTP/1.1 100\r\n\r\n',
  'after early hints': `HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n${CONTINUE}`,
  'before early hints': `${CONTINUE}HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n`,
};

describe('A service that says `100 Continue` though nobody asked for it', () => {
  it.each(sampled(2, Object.entries(interim)))('is understood: %s', async (_what, before) => {
    await using gateway = await startScriptedGateway();
    const title = CONTINUE.trim();
    gateway.upstream.on('GET', '/v1/listings/7', { raw: before + respond({ PKID: 7, Title: title }) });
    gateway.upstream.on('POST', '/v1/listings', {
      raw: before + respond({ Message: 'No credit.' }, '400 Bad Request'),
    });
    gateway.upstream.on('POST', '/v1/listings/7/watch', { raw: `${before}HTTP/1.1 204 No Content\r\n\r\n` });
    for (let round = 0; round < 2; round += 1) {
      expect(dataOf(await gateway.ask('{ listing(id: 7) { title } }'))).toEqual({ listing: { title } });
      const changes = `mutation {
        watchListing(input: { id: 7 }) { userErrors { message } }
        createListing(input: { listing: { title: "A" } }) { userErrors { message } }
      }`;
      expect(dataOf(await gateway.ask(changes))).toEqual({
        watchListing: { userErrors: [] },
        createListing: { userErrors: [{ message: 'No credit.' }] },
      });
    }
  });

  it('has nothing changed of a response that comes after it, in pieces, on a kept connection', async () => {
    const pieces = ['{"PKID":7,"Title":"', 'HTTP/1.1 100 Continue"}'];
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${pieces.join('').length}\r\n\r\n`;
    let connections = 0;
    const answer = async (socket: Socket): Promise<void> => {
      for (const piece of [CONTINUE + head + pieces[0], pieces[1] ?? '']) {
        socket.write(piece);
        for (let turn = 0; turn < 50; turn += 1) await setImmediate();
      }
    };
    const server = createServer((socket) => {
      connections += 1;
      socket.setNoDelay(true).on('data', () => void answer(socket));
    });
    await using listening = await startListening(server);
    await using gateway = await startGatewayAt(
      new URL(`http://127.0.0.1:${listening.port}`),
      {},
      new TestClock(),
      captureLog(),
    );
    for (let round = 0; round < 3; round += 1) {
      const { data } = await gateway.query('{ listing(id: 7) { title } }', { token: CALLER_TOKEN });
      expect(data).toEqual({ listing: { title: 'HTTP/1.1 100 Continue' } });
    }
    expect(connections).toBe(1);
  });
});
