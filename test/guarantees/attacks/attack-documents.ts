/** Documents that attack, sent while a bystander asks. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type HttpClient, type Reply, createHttpClient } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';
import { type AttackedProgram, MOST_WAIT_MS, isResponding, problemOfProgram } from './attacked-program.ts';

/** A document of a family. */
export interface AttackDocument {
  /** The family and what is special about this one, e.g. `40 fragments in a chain, each spread twice, ending in a circle`. */
  readonly what: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** So many parts, one after the other. */
export const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

/** Tokens that a document may have. */
export const MAX_TOKENS = 1_000;

/** A client that asks for something small every few milliseconds. Disposing of it ends it. */
export interface Bystander extends AsyncDisposable {
  /** Longest wait in milliseconds since this was last asked: that of a reply that is still to come counts too. */
  readonly longestWait: () => Promise<number>;
  /** Resolves once the gateway is done with what came before: it responds at once, and waits count from then on. */
  readonly calm: () => Promise<void>;
}

const EVERY_MS = 3;
/** No reply takes that long while nothing else is done. */
const CALM_MS = 30;

/** Runs in a thread of its own, so that only the work of the gateway counts, and not that of the attacker. */
const program = `
  const { workerData: url, parentPort } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const body = '{"query":"{ __typename }"}';
  const json = { 'content-type': 'application/json', 'content-length': body.length };
  let waitMs = 0;
  const underWay = new Set();
  const ask = (options, text) => {
    const asked = { since: performance.now() };
    underWay.add(asked);
    const end = () => {
      if (!underWay.delete(asked)) return;
      waitMs = Math.max(waitMs, performance.now() - asked.since);
      setTimeout(ask, ${EVERY_MS}, options, text);
    };
    const sent = request(new URL(options.path, url), { agent, ...options });
    sent.on('response', (response) => response.resume().on('close', end));
    sent.on('error', end);
    sent.end(text);
  };
  ask({ path: '/livez' });
  ask({ path: '/graphql', method: 'POST', headers: json }, body);
  parentPort.on('message', () => {
    const now = performance.now();
    parentPort.postMessage(Math.max(waitMs, ...[...underWay].map(({ since }) => now - since)));
    waitMs = 0;
  });
`;

/** Begins to ask for `/livez` and for the name of a type, each on a connection of its own. */
export const startBystander = (url: URL): Bystander => {
  const worker = new Worker(program, { eval: true, workerData: url.href });
  const longestWait = async (): Promise<number> => {
    const message = once(worker, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    worker.postMessage('look');
    const [waitMs]: unknown[] = await message;
    return z.number().parse(waitMs);
  };
  return {
    longestWait,
    calm: async () => {
      do {
        await longestWait();
        await setTimeout(2 * CALM_MS);
      } while ((await longestWait()) > CALM_MS);
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
};

/** How it is tried. */
export interface AttackForm {
  /**
   * How often each is sent at most: the least of the longest waits counts, for a machine that is busy with other things makes
   * everybody wait. Null when nobody looks at times.
   */
  readonly timedTries: number | null;
}

/** What the documents did at worst. */
export interface WorstWait {
  readonly waitMs: number;
  readonly what: string;
}

/** Far more than any reply takes, and far less than what has no end. */
const REPLY_MS = 15_000;

/** The same document with a text that no cache has. */
const vary = ({ query }: AttackDocument, round: number): string => `${query} #${round}`;

const send = async (client: HttpClient, document: AttackDocument, round: number): Promise<Reply | null> => {
  const signal = AbortSignal.timeout(REPLY_MS);
  const { variables = {} } = document;
  return client.operation({ query: vary(document, round), variables, signal }).catch(() => null);
};

/** Sends it until nobody has waited too long; the least of the longest waits. */
const tryDocument = async (
  document: AttackDocument,
  { client, bystander, oracle }: { client: HttpClient; bystander: Bystander | null; oracle: Oracle },
  tries: number,
): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < tries && least > MOST_WAIT_MS; round += 1) {
    await bystander?.calm();
    const reply = await send(client, document, round);
    least = Math.min(least, (await bystander?.longestWait()) ?? 0);
    if (reply === null) {
      oracle.fail(`${document.what}: no reply within ${REPLY_MS / 1000} s`);
      return least;
    }
    oracle.judge(reply, document.what);
  }
  if (least > MOST_WAIT_MS) oracle.fail(`${document.what}: others waited ${Math.round(least)} ms`);
  return least;
};

/** Tries every document, until one has stopped the process. */
export const attackWithDocuments = async (
  attacked: AttackedProgram,
  documents: Iterable<AttackDocument>,
  { timedTries }: AttackForm,
  oracle: Oracle,
): Promise<WorstWait> => {
  using client = createHttpClient(attacked.url, 1);
  await using bystander = timedTries === null ? null : startBystander(attacked.url);
  let worst: WorstWait = { waitMs: 0, what: 'nothing' };
  for (const document of documents) {
    const waitMs = await tryDocument(document, { client, bystander, oracle }, timedTries ?? 1);
    oracle.count();
    if (waitMs > worst.waitMs) worst = { waitMs, what: document.what };
    const problem = await problemOfProgram(attacked);
    if (problem !== null) oracle.fail(`${document.what}: ${problem}`);
    if (problem !== null || !(await isResponding(attacked.url))) {
      oracle.fail(`${document.what}: the process does not respond afterwards, and nothing more is tried`);
      break;
    }
  }
  return worst;
};
