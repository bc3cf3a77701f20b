/** Somebody else, who uses the gateway while it is attacked: how long they wait is what an attack is judged by. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** A client that asks for something small every few milliseconds. Disposing of it ends it. */
export interface Bystander extends AsyncDisposable {
  /** Longest wait in milliseconds since this was last asked: that of a reply that is still to come counts too. */
  readonly longestWait: () => Promise<number>;
}

const EVERY_MS = 3;

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
  return {
    longestWait: async () => {
      const message = once(worker, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      worker.postMessage('look');
      const [waitMs]: unknown[] = await message;
      return z.number().parse(waitMs);
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
};
