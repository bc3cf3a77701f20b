/** Every way of accepting responses, on every way that a request takes. */
import { describe, expect, it } from 'vitest';
import { sha256Of } from '../../../src/gateway/documents/document-text.ts';
import { sampled } from '../../support/effort.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import { startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';

const types = ['application/json', 'application/graphql-response+json'] as const;
const ranges = [...types, 'application/*', '*/*', 'multipart/mixed', 'text/event-stream', 'text/html'];
const weights = ['', ';q=0', ';q=0.5'];
const elements = ranges.flatMap((range) => weights.map((weight) => ({ range, weight })));
type Element = (typeof elements)[number];

/** Lists of one, and of two that are not alike. */
const lists: readonly (readonly Element[])[] = [
  ...elements.map((element) => [element]),
  ...elements.flatMap((one) => elements.filter((other) => other.range !== one.range).map((other) => [one, other])),
];

/** All lists for the ways that read them, and a part of them for those that come to the same: none divides the other's number. */
const listsFor = (how: string): typeof lists =>
  ['by POST', 'by GET'].includes(how) ? lists : lists.filter((_, at) => at % 7 === 0);

const weightOf = (type: string, list: readonly Element[]): number => {
  for (const range of [type, 'application/*', '*/*']) {
    const found = list.find((element) => element.range === range);
    if (found !== undefined) return found.weight === '' ? 1 : Number(found.weight.slice(3));
  }
  return 0;
};

const text = '{ __typename }';
const body = JSON.stringify({ query: text });
const byId = JSON.stringify({ documentId: sha256Of(text) });
const part = (name: string, content: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const form = [
  part('operations', JSON.stringify({ query: text, variables: { a: null } })),
  part('map', '{"0":["variables.a"]}'),
  part('0"; filename="a', 'a'),
  '--b--\r\n',
].join('');
const json = 'Content-Type: application/json\r\n';
const sized = (content: string): string => `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
const chunked = (content: string): string =>
  `Transfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n0\r\n\r\n`;

/** Requests without their `Accept`: what stands before it, and after it. */
const ways: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'by POST': ['POST /graphql HTTP/1.1', json + sized(body)],
  'in chunks': ['POST /graphql HTTP/1.1', json + chunked(body)],
  'by GET': [`GET /graphql?query=${encodeURIComponent(text)} HTTP/1.1`, `${json}\r\n`],
  'of a trusted document': ['POST /graphql HTTP/1.1', json + sized(byId)],
  'of a trusted document by GET': [`GET /graphql?documentId=${sha256Of(text)} HTTP/1.1`, `${json}\r\n`],
  'refused for its document': ['POST /graphql HTTP/1.1', json + sized('{"query":"{"}')],
  'refused for its body': ['POST /graphql HTTP/1.1', json + sized('{')],
  'of a form': [
    'POST /graphql HTTP/1.1',
    `Content-Type: multipart/form-data; boundary=b\r\nGraphQL-Require-Preflight: 1\r\n${sized(form)}`,
  ],
};

const gateway = await startScriptedGatewayForAll({
  trustedDocuments: { mode: 'prefer', entries: [{ id: sha256Of(text), text }] },
});

interface RawResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Takes apart what came back. A response has a length, or comes in chunks, and never both. */
const readResponse = (received: string): RawResponse => {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const valueOf = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  expect(valueOf('transfer-encoding')).toBe('');
  const content = rest.join('\r\n\r\n');
  expect(Buffer.byteLength(content, 'latin1')).toBe(Number(valueOf('content-length')));
  expect(valueOf('connection')).toBe('close');
  return { status: Number(head.split(' ')[1]), type: valueOf('content-type'), body: content };
};

const ask = async ([before, after]: readonly [string, string], accept: string | null): Promise<RawResponse> => {
  const line = accept === null ? '' : `Accept: ${accept}\r\n`;
  using connection = await openConnection(gateway.url, `${before}\r\nHost: a\r\nConnection: close\r\n${line}${after}`);
  return readResponse(await connection.closed);
};

/** A short run tries one list of so many by each way, and by each way others. */
const STEP = 17;

describe('The type of a response', () => {
  it.each(Object.entries(ways))('%s is one that is wanted most, and the connection ends with it', async (how, way) => {
    const wrong: object[] = [];
    for (const list of sampled(STEP, listsFor(how), Object.keys(ways).indexOf(how))) {
      const accept = list.map(({ range, weight }) => range + weight).join(', ');
      const { status, type, body: sent } = await ask(way, accept);
      const most = Math.max(...types.map((one) => weightOf(one, list)));
      const [told] = type.split(';');
      const isRight =
        most === 0
          ? status === 406 && told === 'application/json' && sent.includes('BAD_REQUEST')
          : status !== 406 && status < 500 && weightOf(told ?? '', list) === most;
      if (!isRight) wrong.push({ accept, status, type });
    }
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(ways))('%s is none that stands behind fifty others', async (_how, way) => {
    const accept = `${'image/png,'.repeat(49)}application/json`;
    expect((await ask(way, accept)).status).not.toBe(406);
    expect((await ask(way, `${'image/png,'.repeat(50)}application/json`)).status).toBe(406);
  });

  it.each(Object.entries(ways))('%s is JSON for a client that says nothing', async (_how, way) => {
    expect((await ask(way, null)).type).toBe('application/json; charset=utf-8');
  });
});
