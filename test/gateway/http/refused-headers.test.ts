/** Headers that could be read in more than one way, or of which nothing can be read: refused on every route, whichever way a request takes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';
import { scriptCanaries } from '../canary-service.ts';

const body = '{"query":"{ viewer { name } }"}';
const json = 'Content-Type: application/json\r\n';
const preflight = 'GraphQL-Require-Preflight: 1\r\n';
const sized = (content: string): string => `Content-Length: ${content.length}\r\n\r\n${content}`;

/** Requests without the headers that are tried: what stands before them, and after them. */
const requests: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'POST /graphql': ['POST /graphql HTTP/1.1', json + sized(body)],
  'POST /graphql in chunks': [
    'POST /graphql HTTP/1.1',
    `${json}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
  'POST /graphql as a form': [
    'POST /graphql HTTP/1.1',
    `Content-Type: multipart/form-data; boundary=b\r\n${preflight}${sized('--b--\r\n')}`,
  ],
  'GET /graphql': ['GET /graphql?query={viewer{name}} HTTP/1.1', `${preflight}\r\n`],
  'GET /graphql with a body': ['GET /graphql?query={viewer{name}} HTTP/1.1', preflight + sized(body)],
  'HEAD /graphql': ['HEAD /graphql?query={viewer{name}} HTTP/1.1', `${preflight}\r\n`],
  'POST /listings/7/photos': ['POST /listings/7/photos HTTP/1.1', `Content-Type: image/png\r\n${sized('png')}`],
  'GET /invoices/7': ['GET /invoices/7 HTTP/1.1', '\r\n'],
  'GET /livez': ['GET /livez HTTP/1.1', '\r\n'],
  'GET /': ['GET / HTTP/1.1', '\r\n'],
};

let gateway: ScriptedGateway;

beforeEach(async () => {
  gateway = await startScriptedGateway();
  scriptCanaries(gateway.upstream);
});

afterEach(() => gateway[Symbol.asyncDispose]());

/** The status, and all that came back. */
const ask = async ([before, after]: readonly [string, string], headers: readonly string[]) => {
  const lines = headers.map((header) => `${header}\r\n`).join('');
  using connection = await openConnection(gateway.url, `${before}\r\nHost: a\r\n${lines}${after}`);
  await connection.until('\r\n\r\n');
  return { status: Number(connection.received.split(' ')[1]), text: connection.received };
};

const spellings = ['Authorization', 'Authorisation', 'authorization', 'AUTHORISATION'];
const pairsWith = (values: readonly string[]) =>
  spellings.flatMap((one) =>
    spellings.flatMap((other) => values.map((value) => [`${one}: Bearer zyxq`, `${other}: ${value}`] as const)),
  );
const pairs = pairsWith(['Bearer zyxr', '']);

/** A short run tries one pair of so many with each request, and with each request others. */
const STEP = 5;

describe('Several identities', () => {
  it.each(sampled(3, Object.entries(requests)))('are refused, whichever comes first: %s', async (what, request) => {
    const taken: object[] = [];
    for (const [one, other] of sampled(STEP, pairs, Object.keys(requests).indexOf(what))) {
      for (const headers of [
        [one, other],
        [other, one],
        [one, 'X-Between: 1', other, one],
      ]) {
        const { status, text } = await ask(request, headers);
        if (status !== 400 || text.includes('zyx')) taken.push({ headers, text });
      }
    }
    expect(taken).toEqual([]);
    expect(gateway.upstream.count()).toBe(0);
  });

  it('are not what one token twice is, nor a token beside what is no token', async () => {
    const request = requests['POST /graphql'] ?? ['', ''];
    for (const [one, other] of sampled(STEP, pairsWith(['Bearer zyxq', 'Basic zyxq']))) {
      for (const headers of [
        [one, other],
        [other, one],
      ]) {
        expect((await ask(request, headers)).status).toBe(200);
        expect(gateway.upstream.requests.at(-1)?.headers['authorisation']).toBe('Bearer zyxq');
      }
    }
  });

  it.each(sampled(2, spellings))('are not what one %s is', async (spelling) => {
    for (const request of Object.values(requests)) {
      const { text } = await ask(request, [`${spelling}: Bearer zyxq`]);
      expect(text).not.toContain('more than one header');
    }
  });
});

describe('A body in a coding that is not read', () => {
  it.each(sampled(3, Object.entries(requests)))('is refused, with what is read: %s', async (_what, request) => {
    for (const coding of [
      'gzip',
      'br',
      'deflate',
      'zstd',
      'x-gzip',
      'GZIP',
      'identity, gzip',
      'gzip, identity',
      'none',
    ]) {
      const { status, text } = await ask(request, [`Content-Encoding: ${coding}`]);
      expect([coding, status]).toEqual([coding, 415]);
      expect(text).toMatch(/^Accept-Encoding: identity\r$/im);
    }
    expect((await ask(request, ['Content-Encoding: gzip', 'Content-Encoding: identity'])).status).toBe(415);
    expect((await ask(request, ['Content-Encoding: identity', 'Content-Encoding: gzip'])).status).toBe(415);
    expect(gateway.upstream.count()).toBe(0);
  });

  it.each(sampled(3, Object.entries(requests)))('is not one that says that it has none: %s', async (_what, request) => {
    for (const coding of ['identity', 'Identity', '']) {
      expect((await ask(request, [`Content-Encoding: ${coding}`])).status).not.toBe(415);
    }
  });
});
