/** Bodies that are large, deep, or grow when they are unfolded; each has to be refused without much work. */
import { callerCanaries } from '../canaries.ts';
import { createHttpClient, type Reply } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';
import { codesIn } from '../reply-form.ts';
import { tryGateway } from '../tried-gateway.ts';

const MB = 1024 * 1024;

/** Fragments of which each is used twice by the one before it. */
const bomb = (levels: number, last: string): string =>
  [
    '{ ...F0 }',
    ...Array.from(
      { length: levels },
      (_, at) => `fragment F${at} on Query { a: __typename ...F${at + 1} b: __typename ...F${at + 1} }`,
    ),
    `fragment F${levels} on Query { ${last} }`,
  ].join('\n');

const json = (query: string, variables: unknown = {}): string => JSON.stringify({ query, variables });

/** Bodies by what they are. Functions, so that a long run does not hold all of them. */
const bodies: Readonly<Record<string, (megabytes: number) => string>> = {
  zeros: (size) => '0'.repeat(size * MB),
  'open braces': (size) => '{'.repeat(size * MB),
  'a long document': (size) => json(`{ ${'a'.repeat(size * MB)} }`),
  'many fields': (size) => json(`{ ${'__typename '.repeat((size * MB) / 11)} }`),
  'deep JSON': (size) => `{"query":"{__typename}","variables":{"a":${'['.repeat(size * MB)}`,
  'a document of braces': () => json('{'.repeat(16_000)),
  'a document of brackets': () => json(`{ nodes(ids: ${'['.repeat(15_000)}`),
  'variables 60,000 deep': () =>
    `{"query":"query ($a: JSON) { __typename }","variables":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`,
  'objects 20,000 deep': () => `{"query":"{ __typename }","variables":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  'a fragment bomb of 2^20': () => json(bomb(20, '__typename')),
  'a fragment bomb of 2^60': () => json(bomb(60, 'sections { id }')),
  'fragments in a circle': () => json('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'),
  'many aliases of one list': () =>
    json(`{ ${Array.from({ length: 200 }, (_, at) => `a${at}: sections { id }`).join(' ')} }`),
  'many directives': () => json(`{ __typename ${'@skip(if: false) '.repeat(180)} }`),
  'many variables': () =>
    json(`query (${Array.from({ length: 200 }, (_, at) => `$v${at}: Int`).join(' ')}) { __typename }`),
  'a list of operations': () => JSON.stringify(Array.from({ length: 50 }, () => ({ query: '{ __typename }' }))),
};

/** A client that is refused while it sends may find its connection closed in place of a response. */
const sendGarbage = async (url: URL, body: string, chunked: boolean): Promise<Reply | null> => {
  // Its connection is closed with the refusal, so nothing else may go through it.
  using own = createHttpClient(url);
  try {
    return await own.send({
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${callerCanaries.token}`,
        ...(chunked ? { 'transfer-encoding': 'chunked' } : {}),
      },
      body,
    });
  } catch {
    return null;
  }
};

/**
 * Sends each body, and an ordinary operation after it.
 *
 * @param megabytes size of the large ones
 */
export const tryGarbage = (megabytes: number, oracle: Oracle): Promise<void> =>
  tryGateway(oracle, 'garbage', {}, async ({ client, gateway, service, own }) => {
    for (const [what, make] of Object.entries(bodies)) {
      const body = make(megabytes);
      for (const chunked of [false, true]) {
        const reply = await sendGarbage(gateway.url, body, chunked);
        if (reply !== null) {
          oracle.judge(reply, what, 'graphql', own);
          if (codesIn(reply).length === 0) oracle.fail(`${what}: not refused: ${reply.text.slice(0, 200)}`);
        }
        const after = await client.operation({ query: '{ __typename }' });
        if (after.status !== 200) oracle.fail(`${what}: an ordinary operation fails afterwards: ${after.text}`);
        oracle.count();
      }
    }
    if (service.seen.length > 0) oracle.fail(`garbage: ${service.seen.length} calls for what is refused`);
  });
