/** Runs the example operations of the schema's pages against the embedded service with its demo data. */
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType, parse, print } from 'graphql';
import { startApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { demoApplication, demoCredentials } from '../../src/embedded/demo/demo-access.ts';
import { startEmbeddedService } from '../../src/embedded/server.ts';
import { priceDocument } from '../../src/gateway/pricing/price-document.ts';
import { isJsonObject } from '../../src/json/json-object.ts';
import { createLog } from '../../src/log/logger.ts';
import { type ArgumentTexts, queriesOf, queryOf, selectionOf } from './example-operations.ts';
import { mutationInputs } from './mutation-inputs.ts';
import type { RunExample } from './schema-pages.ts';

/** Demo data counts its ages back from here, so that every build shows the same. */
const STARTED_AT = '2025-06-15T12:00:00Z';

/** Runs an example for each object type and each root field that has one; those of mutations come last, as they change data. */
export const runExamples = async (schema: GraphQLSchema): Promise<ReadonlyMap<string, RunExample>> => {
  await using world = await startDemo();
  const examples = new Map<string, RunExample>();
  const run = async (operation: string, variables: Variables | null = null): Promise<Response> => {
    const document = parse(operation);
    const [priced] = priceDocument(schema, document, variables ?? {});
    const response = await world.send(operation, variables);
    const example: RunExample = {
      operation: print(document),
      variables: variables === null ? null : JSON.stringify(variables, masked, 2),
      response: JSON.stringify(response, masked, 2),
      price: priced?.plan.total ?? 0,
    };
    return { data: isJsonObject(response) ? response['data'] : null, example };
  };

  const listings = await findListings(world);
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const query = queryOf(field, textsFor(listings[0] ?? ''));
    if (query !== null) examples.set(`Query.${field.name}`, (await run(query)).example);
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || isRoot(schema, type)) continue;
    const queries = listings.flatMap((id) => queriesOf(schema, type, textsFor(id)).slice(0, MAX_TRIES));
    for (const query of new Set(queries)) {
      const { data, example } = await run(query);
      if (!hasObject(data, depthOf(query))) continue;
      examples.set(type.name, example);
      break;
    }
  }
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const input = mutationInputs[field.name];
    const payload = getNamedType(field.type);
    if (input === undefined) continue;
    const selection = selectionOf(payload, textsFor(listings[0] ?? ''));
    const operation = `mutation ($input: ${String(field.args[0]?.type)}) { ${field.name}(input: $input) ${selection} }`;
    const { example } = await run(operation, { input: input(listings, world.refreshToken) });
    examples.set(`Mutation.${field.name}`, example);
    examples.set(payload.name, example);
  }
  return examples;
};

type Variables = Readonly<Record<string, unknown>>;

interface Response {
  readonly data: unknown;
  readonly example: RunExample;
}

interface Demo extends AsyncDisposable {
  readonly refreshToken: string;
  readonly send: (query: string, variables: Variables | null) => Promise<unknown>;
}

const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { session { accessToken refreshToken } } }';
const MAX_TRIES = 8;
const SHOWN_ENTRIES = 2;

const startDemo = async (): Promise<Demo> => {
  const log = createLog('silent');
  const service = await startEmbeddedService({
    host: '127.0.0.1',
    port: 0,
    data: 'memory',
    log,
    clock: () => new Date(STARTED_AT),
    // Pictures have the same address in every build.
    publicOrigin: new URL('http://localhost:4001'),
  });
  const { config, problems } = readConfig({
    PORT: '0',
    LISTINGS_API_URL: service.baseUrl.href,
    LISTINGS_CLIENT_ID: demoApplication.clientId,
    LISTINGS_CLIENT_SECRET: demoApplication.clientSecret,
    RATE_PER_ADDRESS_PER_MINUTE: '0',
    RATE_PER_TOKEN_PER_MINUTE: '0',
  });
  if (config === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const app = await startApp(config, log);
  const post = async (query: string, variables: Variables | null, token: string | null): Promise<unknown> => {
    const response = await fetch(new URL('/graphql', app.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
  const signIn = async (): Promise<readonly string[]> =>
    textsBelow(await post(SIGN_IN, { input: demoCredentials }, null));
  const [token = null] = await signIn();
  const [, refreshToken = ''] = await signIn();
  return {
    refreshToken,
    send: (query, variables) => post(query, variables, token),
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
};

/** Ids of listings of the demo account, of every section and all different. */
const findListings = async ({ send }: Demo): Promise<readonly string[]> => {
  const response = await send('{ viewer { sections { listings(first: 3) { nodes { id } } } } }', null);
  return [...new Set(textsBelow(response))];
};

/** All texts within a value, in order. */
const textsBelow = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsBelow) : [];
};

const textsFor = (listing: string): ArgumentTexts => ({
  id: JSON.stringify(listing),
  ids: `[${JSON.stringify(listing)}, "Section:2"]`,
  'section.id': '"Section:2"',
  sectionId: '"Section:1"',
  categoryId: '"108"',
  orderId: '1',
  first: '2',
});

const isRoot = (schema: GraphQLSchema, type: GraphQLObjectType): boolean =>
  type === schema.getQueryType() || type === schema.getMutationType();

const depthOf = (query: string): number => (/(?: \})+$/.exec(query)?.[0].length ?? 0) / 2 - 1;

/** Returns whether data has an object so many levels below. */
const hasObject = (value: unknown, depth: number): boolean => {
  if (Array.isArray(value)) return value.some((entry) => hasObject(entry, depth));
  if (!isJsonObject(value)) return false;
  return depth === 0 || Object.values(value).some((each) => hasObject(each, depth - 1));
};

/** Leaves out what differs from build to build, and entries beyond the first of long lists. */
const masked = (key: string, value: unknown): unknown => {
  if (Array.isArray(value) && value.length > SHOWN_ENTRIES + 1) return [...value.slice(0, SHOWN_ENTRIES), '…'];
  return typeof value === 'string' && /^(?:accessToken|refreshToken|clientSecret|expiresAt|requestId)$/.test(key)
    ? '…'
    : value;
};
