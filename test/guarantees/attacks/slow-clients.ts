/** Clients that do not read, send or end, while others ask. */
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { type RawConnection, openConnection } from '../../support/network/raw-connection.ts';
import { type Oracle, createOracle } from '../oracle.ts';
import type { Outcome } from '../outcome.ts';
import { type AttackForm, type Bystander, startBystander, times } from './attack-documents.ts';
import { type AttackedProgram, MOST_WAIT_MS, problemOfProgram, startAttackedProgram } from './attacked-program.ts';
import { longLists } from './long-lists.ts';
import { post, unfinishedRequests } from './unfinished-requests.ts';

/** What is asked on one connection, whose client reads nothing. */
export interface UnreadRequest {
  readonly how: string;
  readonly start: string;
}

const ask = (query: string, version: string, ...headers: readonly string[]): string => {
  const body = JSON.stringify({ query });
  const head = ['Host: x', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  return [`POST /graphql ${version}`, ...head, '', body].join('\r\n');
};

const small = '{ __typename }';
const KEY = '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11';
const refresh = 'mutation { refreshSession(input: { refreshToken: "made up" }) { userErrors { code } } }';
/** From lists that are kept as text. */
const kept = `{ lookups { ${times(5, (at) => `a${at}: vehicleModels { id key label }`)} } }`;
/** 52,000 objects in 2.9 MB, made for each. */
export const nearLimit = '{ lookups { localities { region { localities { id key label } } } } }';

const chunkedHead = (path: string, type: string): string =>
  post(path, 'GraphQL-Require-Preflight: 1', `Content-Type: ${type}`, 'Transfer-Encoding: chunked');

/** Each piece takes several hundred times the memory of what is in it, if it is kept as a piece. */
const oneBytePieces = '1\r\n \r\n'.repeat(20_000);

const manyHeaders = Array.from({ length: 90 }, (_, at) => `x${at}: v`);

export const unreadRequests: readonly UnreadRequest[] = [
  { how: 'a body in one-byte pieces', start: `${chunkedHead('/graphql', 'application/json')}${oneBytePieces}` },
  {
    how: 'a form in one-byte pieces',
    start: `${chunkedHead('/graphql', 'multipart/form-data; boundary=b')}${oneBytePieces}`,
  },
  { how: 'a photo in one-byte pieces', start: `${chunkedHead('/listings/7/photos', 'image/jpeg')}${oneBytePieces}` },
  {
    how: 'many headers behind a photo that does not end',
    start: `POST /listings/7/photos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-of-the-caller\r\nContent-Type: image/jpeg\r\nContent-Length: 2\r\n\r\n\xff\xd8${ask(small, 'HTTP/1.1', ...manyHeaders).repeat(30)}`,
  },
  {
    how: 'invoices',
    start: 'GET /invoices/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-of-the-caller\r\n\r\n',
  },
  {
    how: 'refreshes with made-up tokens and a key',
    start: ask(refresh, 'HTTP/1.1', `Idempotency-Key: ${KEY}`).repeat(4),
  },
  { how: 'made-up cookies', start: ask(small, 'HTTP/1.1', 'Cookie: __Host-session=1:made.up').repeat(4) },
  { how: 'thousands of cookies', start: ask(small, 'HTTP/1.1', `Cookie: ${'__Host-session=1:a;'.repeat(780)}`) },
  { how: 'thousands of media ranges', start: ask(small, 'HTTP/1.1', `Accept: */*${','.repeat(15_000)}`) },
  {
    how: 'long names',
    start: ask(`{ lookups { vehicleMakes { ${times(25, (at) => `${'x'.repeat(500)}${at}: key`)} } } }`, 'HTTP/1.1'),
  },
  { how: 'many small responses', start: ask(small, 'HTTP/1.1').repeat(4) },
  { how: 'a response near the limit', start: ask(nearLimit, 'HTTP/1.1') },
  { how: 'a few responses near the limit', start: ask(nearLimit, 'HTTP/1.1').repeat(4) },
  { how: 'a compressed response near the limit', start: ask(nearLimit, 'HTTP/1.1', 'Accept-Encoding: br') },
  { how: 'lists that are kept as text', start: ask(kept, 'HTTP/1.1').repeat(2) },
  { how: 'lists that are kept as text, compressed', start: ask(kept, 'HTTP/1.1', 'Accept-Encoding: gzip').repeat(2) },
  { how: 'a response near the limit by HTTP/1.0', start: ask(nearLimit, 'HTTP/1.0') },
  { how: 'a response near the limit with Connection: close', start: ask(nearLimit, 'HTTP/1.1', 'Connection: close') },
];

/** An attack: so many clients, each of which sends something and then drips, or reads nothing. */
interface Attack {
  readonly what: string;
  readonly start: string;
  /** What is sent again and again; null for clients that read nothing. */
  readonly drip: string | null;
  readonly clients: number;
  readonly addressOf: (client: number) => string;
}

/** More than may be in flight, and more than may be unfinished. */
const DRIPPING = 600;
const NOT_READING = 100;
/**
 * Clients that send chunks of a few bytes. Node.js parses all that one read brings, 64 KB, before anything can refuse it: of such chunks that
 * takes 2 to 14 ms. A proxy that buffers bodies sends none (docs/operations.md).
 */
const SENDING_PIECES = 8;
/** What the attackers send in a millisecond at most: their line has 1 Gbit/s. */
const BYTES_PER_MS = 125_000;
const ASKS = 8;
/** A hundred chunks of a few bytes, one behind the other. */
const MANY_PIECES = /(?:[\da-f]{1,2}\r\n.{1,20}\r\n){100}/su;
/** Attacks before times count: a program that has just started runs code that is not compiled yet. */
const WARM_UPS = 10;
/** After so many asks what the attackers left has to be over. */
const ASKS_AFTERWARDS = 200;

const clientsOf = (start: string, most: number): number => (MANY_PIECES.test(start) ? SENDING_PIECES : most);

const ways: readonly Omit<Attack, 'addressOf'>[] = [
  ...unfinishedRequests.map(({ how, start, drip }) => ({
    what: how,
    start,
    drip,
    clients: clientsOf(start, DRIPPING),
  })),
  ...unreadRequests.map(({ how, start }) => ({
    what: how,
    start,
    drip: null,
    clients: clientsOf(start, NOT_READING),
  })),
];

const attacks: readonly Attack[] = ways.flatMap((way) => [
  { ...way, what: `${way.what}, from one address`, addressOf: () => '203.0.113.7' },
  { ...way, what: `${way.what}, from three addresses`, addressOf: (client) => `203.0.113.${client % 3}` },
  { ...way, what: `${way.what}, from many addresses`, addressOf: (client) => `203.0.113.${client % 250}` },
]);

/** Writes the address of a client into each request of a text. */
const from = (text: string, address: string): string =>
  text.replaceAll('Host: x\r\n', `Host: x\r\nX-Forwarded-For: ${address}\r\n`);

/** Somebody else asks; 0 for no response. */
const askOnce = async ({ url }: AttackedProgram, query: string): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' };
  const reply = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  }).catch(() => null);
  await reply?.arrayBuffer().catch(() => {});
  return reply?.status ?? 0;
};

/** What an attack did to others. */
interface Harm {
  /** Longest wait from the first byte on, in milliseconds; 0 without a bystander. */
  readonly waitMs: number;
  /** What they got in place of 200, 0 for no response; null when they always got that. */
  readonly status: number | null;
}

/** Attacks once. */
const attack = async (
  attacked: AttackedProgram,
  { start, drip, clients, addressOf }: Attack,
  bystander: Bystander | null,
): Promise<Harm> => {
  const connections: RawConnection[] = [];
  try {
    for (let at = 0; at < clients; at += 1) connections.push(await openConnection(attacked.url));
    await bystander?.calm();
    const startedAt = performance.now();
    let sent = 0;
    for (const [at, { socket }] of connections.entries()) {
      if (drip === null) socket.pause();
      const bytes = Buffer.from(from(start, addressOf(at)), 'latin1');
      socket.write(bytes);
      sent += bytes.length;
      // The attackers share a process: one after the other they come as from many.
      await nextTurn();
      const aheadMs = sent / BYTES_PER_MS - (performance.now() - startedAt);
      if (aheadMs > 1) await setTimeout(aheadMs);
    }
    let status: number | null = null;
    for (let asked = 0; asked < ASKS; asked += 1) {
      const got = await askOnce(attacked, '{ __typename }');
      if (got !== 200) status = got;
      for (const { socket } of connections) if (drip !== null && socket.writable) socket.write(drip);
    }
    return { waitMs: (await bystander?.longestWait()) ?? 0, status };
  } finally {
    for (const connection of connections) connection[Symbol.dispose]();
  }
};

/** Returns whether a response near the limit is made as soon as the attackers are gone. */
const isOverSoon = async (attacked: AttackedProgram): Promise<boolean> => {
  for (let asked = 0; asked < ASKS_AFTERWARDS; asked += 1)
    if ((await askOnce(attacked, nearLimit)) === 200) return true;
  return false;
};

/** Attacks until nobody has waited too long; the least of the longest waits. */
const tryAttack = async (main: string, one: Attack, form: AttackForm, oracle: Oracle): Promise<readonly number[]> => {
  await using attacked = await startAttackedProgram({
    main,
    env: { TRUSTED_PROXIES: '1', SESSION_KEYS: 'ab'.repeat(32) },
    respond: longLists,
  });
  // The lists are there before anybody looks.
  await askOnce(attacked, nearLimit);
  const isTimed = form.timedTries !== null;
  if (isTimed && one.drip !== null) for (let round = 0; round < WARM_UPS; round += 1) await attack(attacked, one, null);
  await using bystander = isTimed ? startBystander(attacked.url) : null;
  let waitMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < (form.timedTries ?? 1) && waitMs > MOST_WAIT_MS; round += 1) {
    const harm = await attack(attacked, one, bystander);
    waitMs = Math.min(waitMs, harm.waitMs);
    if (harm.status !== null)
      oracle.fail(`${one.what}: somebody else got ${harm.status === 0 ? 'nothing' : harm.status}`);
    if (!(await isOverSoon(attacked))) oracle.fail(`${one.what}: large responses are refused afterwards`);
  }
  if (waitMs > MOST_WAIT_MS) oracle.fail(`${one.what}: others waited ${Math.round(waitMs)} ms`);
  const problem = await problemOfProgram(attacked);
  if (problem !== null) oracle.fail(`${one.what}: ${problem}`);
  oracle.count();
  return [waitMs, (await attacked.peakMemory()) ?? 0];
};

/**
 * Tries every attack from one address and from many, each with a process of its own.
 *
 * @param main path of the compiled `main.js`
 */
export const runSlowClients = async (form: AttackForm, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  let [longest, most] = [0, 0];
  for (const one of attacks) {
    const [waitMs = 0, peakMb = 0] = await tryAttack(main, one, form, oracle);
    longest = Math.max(longest, waitMs);
    most = Math.max(most, peakMb);
  }
  const waits = form.timedTries === null ? [] : [`others waited ${Math.round(longest)} ms at most`];
  return oracle.outcome('slow clients', null, [...waits, `${Math.round(most)} MB at most`]);
};
