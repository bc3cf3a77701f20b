/** Somebody else, who uses the gateway while it is attacked: how long they wait is what an attack is judged by. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** What somebody else got since this was last asked. */
export interface Seen {
  /** Longest wait in milliseconds: that of a reply that is still to come counts too. */
  readonly waitMs: number;
  readonly asked: number;
  /** Requests that were not answered with 200 and data. */
  readonly refused: number;
}

/** A client that asks for something small every few milliseconds. Disposing of it ends it. */
export interface Bystander extends AsyncDisposable {
  readonly look: () => Promise<Seen>;
  readonly longestWait: () => Promise<number>;
}

/** What is asked for, besides `/livez`. */
export interface BystanderOptions {
  readonly everyMs?: number;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Runs in a thread of its own, so that only the work of the gateway counts, and not that of the attacker. */
const program = `
  const { workerData: { url, everyMs, query, headers }, parentPort } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ query });
  const json = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  let seen = { waitMs: 0, asked: 0, refused: 0 };
  const underWay = new Set();
  const ask = (options, text) => {
    const asked = { since: performance.now() };
    underWay.add(asked);
    seen.asked += 1;
    let isServed = false;
    const end = () => {
      if (!underWay.delete(asked)) return;
      if (!isServed) seen.refused += 1;
      seen.waitMs = Math.max(seen.waitMs, performance.now() - asked.since);
      setTimeout(ask, everyMs, options, text);
    };
    const sent = request(new URL(options.path, url), { agent, ...options });
    sent.on('response', (response) => {
      let reply = '';
      response.setEncoding('utf8').on('data', (text) => { reply += text; }).on('close', () => {
        isServed = response.statusCode === 200 && !reply.includes('"errors"');
        end();
      });
    });
    sent.on('error', end);
    sent.end(text);
  };
  ask({ path: '/livez', headers });
  ask({ path: '/graphql', method: 'POST', headers: json }, body);
  parentPort.on('message', () => {
    const now = performance.now();
    parentPort.postMessage({ ...seen, waitMs: Math.max(seen.waitMs, ...[...underWay].map(({ since }) => now - since)) });
    seen = { waitMs: 0, asked: 0, refused: 0 };
  });
`;

const seenOf = z.object({ waitMs: z.number(), asked: z.number(), refused: z.number() });

/** Begins to ask for `/livez` and with an operation, for a name of a type unless given, each on a connection of its own. */
export const startBystander = (
  url: URL,
  { everyMs = 3, query = '{ __typename }', headers = {} }: BystanderOptions = {},
): Bystander => {
  const worker = new Worker(program, { eval: true, workerData: { url: url.href, everyMs, query, headers } });
  const look = async (): Promise<Seen> => {
    const message = once(worker, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    worker.postMessage('look');
    const [seen]: unknown[] = await message;
    return seenOf.parse(seen);
  };
  return {
    look,
    longestWait: async () => (await look()).waitMs,
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
};
