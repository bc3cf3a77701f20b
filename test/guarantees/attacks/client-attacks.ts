/** Everything that clients send which no client should: odd characters, odd ids, garbage. */
import { sendBytes } from '../../support/network/raw-connection.ts';
import { type Reply, createHttpClient } from '../http-client.ts';
import { type TriedGateway, tryGateway } from '../judged-gateway.ts';
import { inLanes } from '../lanes.ts';
import { type Oracle, callerCanaries, codesIn, createOracle, jsonOf } from '../oracle.ts';
import type { RunGroup } from '../outcome.ts';

const CHARACTERS = 256;
const LANES = 8;

const mutation = /* GraphQL */ `
  mutation ($input: SignInInput!) {
    signIn(input: $input) {
      session {
        tokenType
      }
      userErrors {
        code
      }
    }
  }
`;

/** A header of a request as the service saw it: after the target come names and values in turn. */
const headerOf = (seen: string, name: string): string | null => {
  const lines = seen.split('\n');
  const at = lines.findIndex((line, number) => number % 2 === 1 && line.toLowerCase() === name);
  return at < 0 ? null : (lines[at + 1] ?? null);
};

const tryCredential = async (
  { client, service, own }: TriedGateway,
  parameter: 'username' | 'password',
  value: string,
  oracle: Oracle,
): Promise<void> => {
  const id = `odd-${parameter}-${Buffer.from(value).toString('hex')}`;
  const input = {
    username: 'user',
    password: 'word',
    client: { clientId: 'a', clientSecret: 'b' },
    [parameter]: value,
  };
  const reply = await client.operation({ query: mutation, variables: { input }, id });
  const what = `${parameter} ${JSON.stringify(value)}`;
  oracle.judge(reply, what, 'graphql', own);
  const [seen, ...others] = service.seen.filter((each) => each.id === id);
  if (others.length > 0) oracle.fail(`${what}: asked ${others.length + 1} times`);
  if (seen !== undefined && headerOf(seen.text, parameter) !== value) oracle.fail(`${what}: arrives as something else`);
  if (seen === undefined && !JSON.stringify(jsonOf(reply)).includes('"INVALID"')) {
    oracle.fail(`${what}: neither sent nor refused: ${reply.text}`);
  }
  oracle.count();
};

/** Sends a request whose token has the character, byte for byte: no HTTP client would. */
const sendToken = ({ gateway }: TriedGateway, token: string, id: string): Promise<string> => {
  const body = '{"query":"{ viewer { name } }"}';
  const bytes = `POST /graphql HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${token}\r\n\r\n${body}`;
  return sendBytes(gateway.url, Buffer.from(bytes, 'latin1'));
};

const tryToken = async (tried: TriedGateway, token: string, oracle: Oracle): Promise<void> => {
  const { service, own } = tried;
  const id = `odd-token-${Buffer.from(token).toString('hex')}`;
  const raw = await sendToken(tried, token, id);
  const what = `token ${JSON.stringify(token)}`;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1] ?? 0);
  if (status !== 0 && status !== 200 && (status < 400 || status > 499)) oracle.fail(`${what}: the status is ${status}`);
  if (own.some((host) => raw.includes(host))) oracle.fail(`${what}: the reply shows the service: ${raw}`);
  for (const seen of service.seen.filter((each) => each.id === id)) {
    // HTTP takes spaces around a value off, and a space ends a token.
    if (headerOf(seen.text, 'authorisation') !== `Bearer ${token.trim()}`)
      oracle.fail(`${what}: arrives as something else`);
  }
  oracle.count();
};

/** Tries every character within a password and a token; where it is wanted, also at the ends, and of a username. */
export const tryOddCharacters = (everywhere: boolean, oracle: Oracle): Promise<void> =>
  tryGateway(oracle, 'odd characters', {}, async (tried) => {
    await inLanes(CHARACTERS, LANES, async (code) => {
      const character = String.fromCharCode(code);
      const within = `a${character}b`;
      // Each of them once: at "a" and at "b" two are the same.
      for (const value of new Set(everywhere ? [`${character}ab`, within, `ab${character}`] : [within])) {
        if (everywhere) await tryCredential(tried, 'username', value, oracle);
        await tryCredential(tried, 'password', value, oracle);
      }
      // A line break ends the header, and what follows is another one.
      if (!/[\r\n]/.test(character)) await tryToken(tried, within, oracle);
    });
  });

const ids: readonly string[] = [
  ...'-1 0 00 +7 9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775808'.split(' '),
  ...'1/../2 %2e %2e%2e%2f2 .. . 1?related=9 1#x 1;x=1 1%00 1\0 １ ٣ 1e3 0x10 1.0 NaN'.split(' '),
  ...'Listing: Listing:1/../2 Section:7 \ud800'.split(' '),
  '1\r\nX-Injected: 1',
  ' 1',
  '1 ',
  '',
];

const fields: readonly ((name: string) => string)[] = [
  (id) => `query ($id: ID!) { listing(id: ${id}) { viewCount } }`,
  (id) => `query ($id: ID!) { listingPreview(id: ${id}) { title } }`,
  (id) => `query ($id: ID!) { listingDefinition(id: ${id}) { title } }`,
  (id) => `query ($id: ID!) { section(id: ${id}) { label } }`,
  (id) => `query ($id: ID!) { node(id: ${id}) { id } }`,
  (id) => `query ($id: ID!) { categories(sectionId: ${id}) { key } }`,
  (id) =>
    `query ($id: ID!) { viewer { watchedListing(id: ${id}) { title } listings(sectionId: ${id}) { totalCount } } }`,
  (id) => `mutation ($id: ID!) { watchListing(input: { id: ${id} }) { userErrors { code } } }`,
  (id) => `mutation ($id: ID!) { deleteListing(input: { id: ${id} }) { userErrors { code } } }`,
  (id) => `mutation ($id: ID!) { deleteListings(input: { ids: [${id}] }) { userErrors { code } } }`,
];

/** Paths of the service that hold ids: nothing but a 64-bit number may stand in their place. */
const isOrdinary = (target: string, id: string): boolean => {
  const path = target.split('?', 1)[0] ?? '';
  const numbers = path.match(/\/-?\d+(?=\/|$)/g) ?? [];
  const given = /-?\d+/.exec(id)?.[0] ?? '';
  const isGiven = (number: string): boolean => BigInt(number.slice(1)) === BigInt(given === '' ? -1 : given);
  return /^\/api\/v1(?:\/(?:[a-z]+|-?\d+))+$/.test(path) && numbers.every(isGiven);
};

const isWhole = (text: string): boolean => !text.toLowerCase().includes('x-injected');

interface OddOperation {
  readonly id: string;
  readonly query: string;
  readonly variables: object;
}

const operationsWith = (id: string, withLiterals: boolean): readonly OddOperation[] =>
  fields.flatMap((field) => {
    const literal = field(JSON.stringify(id)).replace(/^(query|mutation) \(\$id: ID!\)/, '$1');
    const asVariable = { id, query: field('$id'), variables: { id } };
    return withLiterals ? [asVariable, { id, query: literal, variables: {} }] : [asVariable];
  });

/** Sends every id to every field that takes one: as a variable, and as a literal where that is wanted. */
export const tryOddIds = (withLiterals: boolean, oracle: Oracle): Promise<void> =>
  tryGateway(oracle, 'odd ids', {}, async ({ client, service, own }) => {
    const operations = ids.flatMap((id) => operationsWith(id, withLiterals));
    await inLanes(operations.length, LANES, async (number) => {
      const operation = operations[number];
      if (operation === undefined) return;
      const { id, query, variables } = operation;
      const requestId = `odd-ids-${number}`;
      const reply = await client.operation({
        query,
        variables: { ...variables },
        token: callerCanaries.token,
        id: requestId,
      });
      const what = `${query} with ${JSON.stringify(id)}`;
      oracle.judge(reply, what, 'graphql', own);
      for (const { text } of service.seen.filter((seen) => seen.id === requestId)) {
        const target = text.slice(0, text.indexOf('\n'));
        if (!isOrdinary(target, id) || !isWhole(text)) oracle.fail(`${what}: the service is asked for ${target}`);
      }
      oracle.count();
    });
  });

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

/** Size of a large body from which on everything is tried in every place. */
const FULL_MB = 25;

/** Tries everything. `amount` is the size of large bodies in MB. */
export const runClientAttacks: RunGroup = async (amount) => {
  using oracle = createOracle();
  await tryGarbage(amount, oracle);
  await tryOddIds(amount >= FULL_MB, oracle);
  await tryOddCharacters(amount >= FULL_MB, oracle);
  return oracle.outcome('client attacks', null);
};
