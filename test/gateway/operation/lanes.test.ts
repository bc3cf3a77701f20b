import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readExamples } from '../../../src/gateway/graphiql/examples.ts';
import { screens as allScreens } from '../../screens/screens.ts';
import { byEffort, sampled } from '../../support/effort.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../support/scripted-gateway.ts';
import { operations } from '../canary-operations.ts';
import { scriptCanaries } from '../canary-service.ts';
import { randomOperation } from '../pricing/random-operation.ts';

/** What is asked, as the body of a request. */
interface Asked {
  readonly query: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
  readonly extensions?: unknown;
}

const screens: readonly Asked[] = allScreens.map(({ text }) => ({ query: text, variables: { id: '7' } }));

const examples: readonly Asked[] = readExamples().map(({ text, variables }) => ({
  query: text,
  variables: variables === null ? null : JSON.parse(variables),
}));

const randoms: readonly Asked[] = Array.from({ length: byEffort(2, 8) }, (_, seed) => {
  const { text, variables } = randomOperation(seed);
  return { query: text, variables };
});

const watch = 'mutation ($input: WatchListingInput!) { watchListing(input: $input) { userErrors { code } } }';

const odd: readonly Asked[] = [
  { query: '' },
  { query: '{' },
  { query: '{ nothingOfTheKind }' },
  { query: 'fragment F on Query { __typename }' },
  { query: 'query A { __typename } query B { __typename }' },
  { query: 'query A { __typename } query B { __typename }', operationName: 'B' },
  { query: 'query A { __typename } query B { __typename }', operationName: 'C' },
  { query: 'subscription { __typename }' },
  { query: '{ __schema { types { name fields { name } } } }' },
  { query: 'query ($id: ID!) { listing(id: $id) { title } }' },
  { query: 'query ($id: ID!) { listing(id: $id) { title } }', variables: { id: {} } },
  { query: 'query ($id: ID!) { listing(id: $id) { title } }', variables: { id: 7, more: true } },
  { query: '{ listing(id: "no id") { title } }' },
  { query: '{ user: node(id: "User:1") { id } }' },
  { query: watch, variables: { input: { id: 7 } } },
  { query: watch, variables: { input: {} } },
  { query: 'mutation { signIn(input: { username: "a", password: "b" }) { userErrors { code } } }' },
  { query: `{ ${'a: __typename '.repeat(31)} }` },
  { query: `{ ${'__typename '.repeat(1_001)} }` },
  { query: `{ __typename } #${'x'.repeat(17_000)}` },
  { query: '{ __typename }', variables: { deep: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) } },
  { query: '{ __typename }', variables: { long: 'x'.repeat(140_000) } },
  {
    query:
      '{ viewer { listings(sectionId: 1, first: 100) { nodes { viewCount premiumOptions { option { name } } } } } }',
  },
  { query: '{ viewer { listings(sectionId: 1, first: 100) { nodes { viewCount premiumOptions { option } } } } }' },
];

const known: readonly Asked[] = [
  ...Object.values(operations).map((query) => ({ query })),
  ...screens,
  ...examples,
  ...odd,
];

/** Those of them that are answered in no time. */
const small = odd.filter((asked) => JSON.stringify(asked).length < 300 && !JSON.stringify(asked).includes('__schema'));

const accepts = [
  undefined,
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'application/graphql-response+json,application/json;q=0.9',
  'application/json, application/graphql-response+json; charset=utf-8',
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  'application/json; charset=latin1, application/graphql-response+json',
  'application/*',
  'text/plain, application/json',
  'application/json;q=0, application/graphql-response+json',
  'application/json;q=0.2, application/*;q=0.3',
  'text/event-stream, application/*;q=0.1',
];

const callers = {
  'a caller': { authorization: `Bearer ${CALLER_TOKEN}` },
  nobody: {},
  'a caller with a token that is none': { authorization: 'Basic YTpi' },
} as const;

const gateway = await startScriptedGateway();
scriptCanaries(gateway.upstream);

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const readResponse = async (response: Response) => {
  const { date: _date, ...kept } = Object.fromEntries(response.headers);
  return { status: response.status, headers: kept, body: await response.text() };
};

const responseTo = async (body: object, headers: Readonly<Record<string, string>>) => {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'the-same-request', ...headers },
    body: JSON.stringify(body),
  };
  return readResponse(await gateway.fetch('/graphql', request));
};

const isMutation = ({ query }: Asked): boolean => /^mutation\b/m.test(String(query));

/** The same by GET: the GraphQL server responses that. */
const respondByGet = async (
  { query, operationName, variables, extensions }: Asked,
  headers: Readonly<Record<string, string>>,
) => {
  const parameters = new URLSearchParams();
  for (const [name, text] of Object.entries({ query, operationName })) {
    if (typeof text === 'string') parameters.set(name, text);
  }
  for (const [name, json] of Object.entries({ variables, extensions })) {
    if (json !== undefined) parameters.set(name, JSON.stringify(json));
  }
  const response = await gateway.fetch(`/graphql?${parameters}`, {
    headers: { 'content-type': 'application/json', 'x-request-id': 'the-same-request', ...headers },
  });
  return readResponse(response);
};

/** The same as a form with a file, which the GraphQL server responses too. */
const responseToForm = async (asked: Asked, headers: Readonly<Record<string, string>>) => {
  const form = new FormData();
  const variables = typeof asked.variables === 'object' ? asked.variables : {};
  form.set('operations', JSON.stringify({ ...asked, variables: { ...variables, unrequestedFile: null } }));
  form.set('map', '{"0":["variables.unrequestedFile"]}');
  form.set('0', new Blob(['']), 'a');
  const response = await gateway.fetch('/graphql', {
    method: 'POST',
    headers: { 'graphql-require-preflight': '1', 'x-request-id': 'the-same-request', ...headers },
    body: form,
  });
  return readResponse(response);
};

/** What a URL can hold. An empty parameter of a URL is none, and `null` there is a name. */
const fitsUrl = ({ query, operationName, variables }: Asked): boolean =>
  query !== '' && operationName !== null && encodeURIComponent(JSON.stringify([query, variables])).length < 12_000;

const respondTheLongWay = (asked: Asked, headers: Readonly<Record<string, string>>) =>
  isMutation(asked) ? responseToForm(asked, headers) : respondByGet(asked, headers);

/** Those of several operations that are answered differently in the two ways. */
const differencesIn = async (corpus: readonly Asked[], headers: Readonly<Record<string, string>>) => {
  const differences: object[] = [];
  for (const asked of corpus.filter(fitsUrl)) {
    const short = await responseTo(asked, headers);
    const long = await respondTheLongWay(asked, headers);
    if (!isDeepStrictEqual(short, long)) differences.push({ asked, short, long });
  }
  return differences;
};

/** Those of several operations that are answered differently when they come again: from then on queries are compiled. */
const changesIn = async (corpus: readonly Asked[]) => {
  const changes: object[] = [];
  for (const asked of corpus) {
    // A list that lacks a key is asked for again once, and comes from another endpoint then, which has another canary.
    await responseTo({ ...asked, query: `${String(asked.query)} # before` }, callers['a caller']);
    const first = await responseTo(asked, callers['a caller']);
    const second = await responseTo(asked, callers['a caller']);
    const third = await responseTo({ ...asked, aParameterThatDoesNotCount: true }, callers['a caller']);
    if (!isDeepStrictEqual(first, second) || !isDeepStrictEqual(first, third))
      changes.push({ asked, first, second, third });
  }
  return changes;
};

/** The same operation with a text that was not seen before. */
const asNew = (asked: Asked) => ({ ...asked, query: `${String(asked.query)} # once more` });

describe('An operation is answered the same, byte for byte, the first time and once it is kept', () => {
  it('whatever it asks', async () => {
    const others = Array.from({ length: byEffort(2, 8) }, (_, index) => {
      const { text, variables } = randomOperation(1_000 + index);
      return { query: text, variables };
    });
    expect(await changesIn([...sampled(16, known).map(asNew), ...others])).toEqual([]);
  }, 90_000);

  it('when the service refuses parts of it', async () => {
    for (const path of ['/v1/user/details', '/v1/listings/{id}', '/v1/listings/{id}/mini']) {
      gateway.upstream.on('GET', path, { status: 403, json: { Message: 'No.' } });
    }
    const responses = [...Object.values(operations).map((query) => ({ query })), ...screens].map(asNew);
    expect(
      await changesIn(sampled(20, responses).map((asked) => ({ ...asked, query: `${asked.query} # refused` }))),
    ).toEqual([]);
    scriptCanaries(gateway.upstream);
  });
});

describe('An operation is answered the same, byte for byte, the short way and by the GraphQL server', () => {
  it.each(Object.entries(callers))('for %s', async (who, headers) => {
    const corpus = sampled(30, known, Object.keys(callers).indexOf(who));
    expect(await differencesIn(corpus, headers)).toEqual([]);
  });

  it('whatever it asks', async () => {
    expect(await differencesIn(randoms, callers['a caller'])).toEqual([]);
  });

  it.each(accepts.map((accept, at) => [accept, at] as const))('when the client accepts %s', async (accept, at) => {
    const headers = { ...callers['a caller'], ...(accept === undefined ? {} : { accept }) };
    const corpus = sampled(18, small, at);
    expect(corpus).not.toEqual([]);
    expect(await differencesIn(corpus, headers)).toEqual([]);
  });

  it('when it is larger than the gateway takes', async () => {
    const { status, body } = await responseTo(
      { query: '{ __typename }', variables: { long: 'x'.repeat(300_000) } },
      {},
    );
    expect(status).toBe(413);
    expect(body).toContain('REQUEST_TOO_LARGE');
  });
});
