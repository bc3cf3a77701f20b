/** Callers who ask for all that their addresses may, at a service that takes its time: nobody else waits or is refused. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Asked } from '../http-client.ts';
import { createHttpClient } from '../http-client.ts';
import { type Responder, sendGood } from '../load/plain-service.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import type { Outcome } from '../outcome.ts';
import type { AttackForm } from './attack-documents.ts';
import { MOST_WAIT_MS, problemOfProgram, startAttackedProgram } from './attacked-program.ts';
import { startBystander } from './bystander.ts';

/** What a greedy caller sends; each request has its number. */
interface Greed {
  readonly what: string;
  readonly ask: (number: number) => Asked;
}

const json = { 'content-type': 'application/json' } as const;
const KEY = '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11';
const BOUNDARY = 'boundary';

const operation = (query: string, variables: object, headers: Readonly<Record<string, string>> = {}): Asked => ({
  headers: { ...json, ...headers },
  body: JSON.stringify({ query, variables }),
});

const formOf = (parts: Readonly<Record<string, string>>): Asked => ({
  headers: {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'graphql-require-preflight': '1',
    authorization: 'Bearer made-up',
  },
  body: `${Object.entries(parts)
    .map(([name, text]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
    .join(
      '',
    )}--${BOUNDARY}\r\ncontent-disposition: form-data; name="0"; filename="a.gif"\r\ncontent-type: image/gif\r\n\r\nGIF89a\r\n--${BOUNDARY}--\r\n`,
});

const upload =
  'mutation ($file: Upload!) { uploadListingPhoto(input: { id: "7", file: $file }) { userErrors { code } } }';

/** One of every way in which a request comes. None of them needs an account. */
export const greeds: readonly Greed[] = [
  {
    what: 'JSON',
    ask: (number) =>
      operation('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Listing { title } } }', {
        ids: [1, 2, 3, 4].map((at) => `Listing:${4 * number + at}`),
      }),
  },
  {
    what: 'form',
    ask: () =>
      formOf({
        operations: JSON.stringify({ query: upload, variables: { file: null } }),
        map: '{"0":["variables.file"]}',
      }),
  },
  {
    what: 'photo',
    ask: () => ({
      path: '/listings/7/photos',
      headers: { 'content-type': 'image/gif', authorization: 'Bearer made-up' },
      body: 'GIF89a',
    }),
  },
  {
    what: 'invoice',
    ask: (number) => ({ method: 'GET', path: `/invoices/${number + 1}`, headers: { authorization: 'Bearer made-up' } }),
  },
  {
    what: 'refresh',
    ask: (number) =>
      operation(
        'mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { userErrors { code } } }',
        {
          token: `made-up-${number}`,
        },
      ),
  },
  {
    what: 'key',
    ask: () =>
      operation(
        'mutation { watchListing(input: { id: "7" }) { userErrors { code } } }',
        {},
        { authorization: 'Bearer made-up', 'idempotency-key': KEY },
      ),
  },
  {
    what: 'cookie',
    ask: (number) => operation('{ viewer { name } }', {}, { cookie: `__Host-session=1:made-up-${number}` }),
  },
];

/** How many addresses do so at once. */
export const crowds = [1, 3] as const;

/** Requests of one address: as many as it may send in a second, for so many seconds. */
const PER_SECOND = 100;
const SECONDS = 4;
/** Time that the service takes. */
const SERVICE_MS = 100;
const MOST_REFUSED = 0.01;

/** A service that takes its time. */
const respondLate: Responder = ({ response, good }) => {
  setTimeout(() => sendGood(response, good, good.bytes), SERVICE_MS);
  return true;
};

/** Sends what one address may. */
const beGreedy = async (url: URL, { ask }: Greed, addresses: number): Promise<void> => {
  using client = createHttpClient(url, 1000);
  const replies: Promise<unknown>[] = [];
  for (let number = 0; number < PER_SECOND * SECONDS; number += 1) {
    for (let address = 0; address < addresses; address += 1) {
      const { headers, ...asked } = ask(number);
      const from = { ...headers, 'x-forwarded-for': `203.0.113.${address}` };
      replies.push(client.send({ ...asked, headers: from }).catch(() => null));
    }
    await pause(1000 / PER_SECOND);
  }
  await Promise.all(replies);
};

const tryGreed = async (main: string, greed: Greed, addresses: number, tries: number, oracle: Oracle) => {
  const what = `${greed.what}, ${addresses} at once`;
  await using attacked = await startAttackedProgram({
    main,
    env: { TRUSTED_PROXIES: '1', SESSION_KEYS: 'ab'.repeat(32), RATE_PER_ADDRESS_PER_MINUTE: String(60 * PER_SECOND) },
    respond: respondLate,
  });
  await using bystander = startBystander(attacked.url, {
    everyMs: 100,
    query: '{ listing(id: "7") { title } }',
    headers: { 'x-forwarded-for': '198.51.100.7' },
  });
  await pause(1000);
  await bystander.look();
  await pause(2000);
  const before = await bystander.look();
  let waitMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries && waitMs > MOST_WAIT_MS; round += 1) {
    await beGreedy(attacked.url, greed, addresses);
    const during = await bystander.look();
    waitMs = Math.min(waitMs, during.waitMs - before.waitMs);
    if (during.refused > during.asked * MOST_REFUSED)
      oracle.fail(`${what}: ${during.refused} of ${during.asked} requests of others were refused`);
  }
  if (waitMs > MOST_WAIT_MS) oracle.fail(`${what}: others waited ${Math.round(waitMs)} ms longer`);
  const problem = await problemOfProgram(attacked);
  if (problem !== null) oracle.fail(`${what}: ${problem}`);
  oracle.count();
  return { waitMs, peakMb: (await attacked.peakMemory()) ?? 0 };
};

/**
 * Tries every way, from one address and from three, each at a process of its own.
 *
 * @param main path of the compiled `main.js`
 */
export const runGreedyCallers = async ({ timedTries }: AttackForm, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  let [longest, most] = [0, 0];
  for (const greed of greeds) {
    for (const addresses of crowds) {
      const { waitMs, peakMb } = await tryGreed(main, greed, addresses, timedTries ?? 1, oracle);
      longest = Math.max(longest, waitMs);
      most = Math.max(most, peakMb);
    }
  }
  return oracle.outcome('greedy callers', null, [
    `others waited ${Math.round(longest)} ms longer at most`,
    `${Math.round(most)} MB at most`,
  ]);
};
