import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { dataOf } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

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
});
