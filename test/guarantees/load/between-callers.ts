/** No byte of one caller's data reaches another, whichever way each shows who it is: a token, a cookie, both, or nothing; nor when it knows
 * the idempotency key of another. */
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { createSeal } from '../../../src/gateway/browser-sessions/seal.ts';
import type { Secret } from '../../../src/rest/call/credentials.ts';
import { withSessions } from '../../support/browser-session.ts';
import { createSeededRandom, mixSeed } from '../../support/random/seeded-random.ts';
import { TestClock } from '../../support/running-gateway.ts';
import type { Asked, HttpClient, Reply } from '../http-client.ts';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { type RunGroup, figure } from '../outcome.ts';
import { type Responder, sendGood } from '../service.ts';
import { loadGateway } from './loaded-gateway.ts';

/** The cookies. */
export interface CallerCookies {
  /** The header with the cookie of a caller, who signs in where there is none. Empty where the service refuses that. */
  headersOf(caller: number): Promise<{ readonly cookie?: string }>;
  /**
   * Keeps the cookie of a response as a browser does.
   *
   * @param caller whose cookie the request brought; null for none
   * @param hasToken whether the request brought a token too, so that its cookie must stay as it is
   * @returns what is wrong with it; null for nothing
   */
  keep(caller: number | null, hasToken: boolean, reply: Reply): Promise<string | null>;
  /** Cookies that were set so far. */
  count(): number;
}

const json = { 'content-type': 'application/json' };

/** Creates the cookies of callers of one gateway. */
export const createCallerCookies = (client: HttpClient, keys: readonly Secret[]): CallerCookies => {
  const seal = createSeal(keys, 'session cookies');
  const jar = new Map<number, string>();
  let count = 0;

  const keep: CallerCookies['keep'] = async (caller, hasToken, { headers }) => {
    const [set = null] = headers['set-cookie'] ?? [];
    if (set === null) return null;
    if (caller === null || hasToken) return 'gets a cookie without a session';
    const [, sealed = null] = /^session=1:([^;]+)/.exec(set) ?? [];
    if (sealed === null) {
      jar.delete(caller);
      return null;
    }
    const text = await seal.open(sealed);
    const tokens: unknown = text === null ? null : JSON.parse(text);
    const isOwn =
      typeof tokens === 'object' &&
      tokens !== null &&
      'a' in tokens &&
      'r' in tokens &&
      [tokens.a, tokens.r].every((token) => String(token).endsWith(`-of-${caller}`));
    if (!isOwn) return 'gets the cookie of somebody else';
    count += 1;
    jar.set(caller, `session=1:${sealed}`);
    return null;
  };

  return {
    headersOf: async (caller) => {
      if (!jar.has(caller)) {
        const body = JSON.stringify({ username: `user-${caller}`, password: 'p' });
        const reply = await client.send({ path: '/session', headers: json, body });
        await keep(caller, false, reply);
      }
      const cookie = jar.get(caller);
      return cookie === undefined ? {} : { cookie };
    },
    keep,
    count: () => count,
  };
};

const LANES = 32;
const CALLERS = 500;
const FRESH_MS = 60_000;

/** Idempotency keys that all callers know. */
const KEYS = 5;

/** The gateway's own application, with which users of browsers sign in. */
const APPLICATION = 'app';

const markOf = (caller: number | string): string => `«caller ${caller}»`;
const marks = /«caller (\w+)»/g;

/** Writes a mark into every text of JSON. */
const marked = (value: unknown, mark: string): unknown => {
  if (typeof value === 'string') return `${value} ${mark}`;
  if (Array.isArray(value)) return value.map((item: unknown) => marked(item, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, marked(field, mark)]));
};

/** Who asks: by token, or by username or refresh token where a token is asked for. */
const callerOf = (headers: NodeJS.Dict<string | string[]>): string =>
  /(\d+)$/.exec(String(headers['authorisation'] ?? headers['username'] ?? headers['refresh_token']))?.[1] ?? 'nobody';

/** Tokens for the cookie of a caller, or of the gateway's own application. They expire with each step of the clock. */
const tokensFor = (caller: string, number: number): object => ({
  Access_token: `access-${number}-of-${caller}`,
  Refresh_token: `refresh-${number}-of-${caller}`,
  Username: markOf(caller),
  Expires_in: FRESH_MS / 1000,
});

/** Responds to each caller with that caller's own data: late, wrong or not at all now and then. */
const respondToEach = (seed: number): Responder => {
  const random = createSeededRandom(seed);
  const parsed = new Map<EndpointName, unknown>();
  let granted = 0;
  return ({ endpoint, request, response, good }) => {
    const { access, response: type } = endpoints[endpoint];
    const fate = random.next();
    if (fate < 0.05) response.writeHead(401).end();
    else if (fate < 0.07) request.socket.resetAndDestroy();
    else if (endpoint === 'requestToken' && request.headers['client_id'] === APPLICATION) {
      granted += 1;
      sendGood(response, good, Buffer.from(JSON.stringify(tokensFor(callerOf(request.headers), granted))));
    } else if (type.kind !== 'json' || access === 'public') sendGood(response, good, good.bytes);
    else {
      const json = parsed.get(endpoint) ?? JSON.parse(good.bytes.toString());
      parsed.set(endpoint, json);
      const caller = callerOf(request.headers);
      const own = marked(json, markOf(caller));
      const body = endpoint === 'getUserDetails' ? { ...Object(own), UserID: Number(caller) } : own;
      const bytes = Buffer.from(JSON.stringify(body));
      setTimeout(() => sendGood(response, good, bytes), random.integer(0, 6));
    }
    return true;
  };
};

const operations: readonly ((caller: number) => { readonly query: string; readonly variables?: object })[] = [
  () => ({ query: '{ viewer { name email companies { name } sharedUsers { name } } }' }),
  () => ({ query: '{ listing(id: 7) { title description seller { name telephone } } sections { label } }' }),
  () => ({ query: '{ viewer { watchedListings { nodes { title description } } } lookups { fuels { label } } }' }),
  () => ({ query: '{ viewer { accountEntries { nodes { description receiptUrl } } name } }' }),
  () => ({ query: '{ tokenInfo { username ownerUsername data } }' }),
  () => ({
    query: '{ listingDefinition(id: 7) { title contactTelephone userReference } listingPreview(id: 7) { title } }',
  }),
  () => ({
    query: 'mutation { updateUserDetails(input: { name: "New" }) { viewer { name email } userErrors { message } } }',
  }),
  () => ({
    query: 'mutation { watchListing(input: { id: 7 }) { listing { title description } userErrors { message } } }',
  }),
  (caller) => ({
    query: `mutation ($input: SignInInput!) { signIn(input: $input) { session { accessToken refreshToken username } } }`,
    variables: { input: { username: `user-${caller}`, password: 'p', client: { clientId: 'a', clientSecret: 'b' } } },
  }),
];

/** Ways in which a caller shows who it is. With a token and the cookie of somebody else, the token counts. */
const ways = ['token', 'cookie', 'cookie', 'both', 'nothing', 'page'] as const;

/** Sends `amount` requests of 500 callers, interleaved, with aborts, refusals, lists and sessions that expire. */
export const runBetweenCallers: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  const clock = new TestClock();
  const { browserSessions, application } = withSessions();
  // All callers have one address, and their sessions expire hundreds of times within a minute.
  const refresh = { perToken: amount, perAddress: amount };
  const settings = { lookups: { freshMs: FRESH_MS, staleMs: 0 }, browserSessions, application, refresh };
  let own = 0;
  let foreign = 0;
  let aborted = 0;
  let cookiesSet = 0;
  await loadGateway(oracle, 'callers', { settings, clock, respond: respondToEach(seed) }, async ({ client }) => {
    const cookies = createCallerCookies(client, browserSessions.keys);
    await inLanes(amount, LANES, async (number) => {
      const random = createSeededRandom(mixSeed(seed, number));
      if (number % 100 === 0) clock.advance(FRESH_MS);
      const caller = random.integer(1, CALLERS);
      const way = random.pick(ways);
      const withCookieOf =
        way === 'both' ? random.integer(1, CALLERS) : way === 'token' || way === 'nothing' ? null : caller;
      const headers = {
        'content-type': 'application/json',
        ...(way === 'token' || way === 'both' ? { authorization: `Bearer token-${caller}` } : {}),
        ...(withCookieOf === null ? {} : await cookies.headersOf(withCookieOf)),
        ...(random.chance(0.5) ? { 'idempotency-key': `key-known-to-all-${random.integer(1, KEYS)}` } : {}),
      };
      const controller = new AbortController();
      if (random.chance(0.1)) setTimeout(() => controller.abort(), random.integer(0, 12));
      const operation = random.pick(operations)(caller);
      const asked: Asked =
        way === 'page'
          ? { method: 'GET', path: '/session', headers }
          : { headers, body: JSON.stringify(operation), signal: controller.signal };
      const reply: Reply | null = await client.send(asked).catch(() => null);
      if (reply === null || controller.signal.aborted) {
        aborted += 1;
        return;
      }
      oracle.judge(reply, operation.query, way === 'page' ? 'route' : 'graphql');
      // What a sign-in returns is of the user that it names.
      const isNobody = !('authorization' in headers || 'cookie' in headers) && operation.variables === undefined;
      const whose = isNobody ? 'nobody' : String(caller);
      for (const [mark, named = ''] of reply.text.matchAll(marks)) {
        if (named === whose) own += 1;
        else {
          foreign += 1;
          oracle.fail(`Caller ${whose}, by ${way}, is shown something of ${mark}: ${operation.query}`);
        }
      }
      const problem = await cookies.keep(withCookieOf, way === 'both', reply);
      if (problem !== null) oracle.fail(`Caller ${whose}, by ${way}, ${problem}: ${operation.query}`);
    });
    cookiesSet = cookies.count();
  });
  oracle.count(amount);
  if (own < amount / 2) oracle.fail(`Only ${own} texts of callers came back: the run shows nothing.`);
  if (cookiesSet < amount / 10) oracle.fail(`Only ${cookiesSet} cookies came back: the run shows nothing.`);
  return oracle.outcome('data of one caller at another', seed, [
    `${foreign} of ${figure(own + foreign)} texts went to another caller; ${figure(cookiesSet)} cookies, each its caller's; ${figure(aborted)} aborted`,
  ]);
};
