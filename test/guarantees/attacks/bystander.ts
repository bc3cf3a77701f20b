/** Somebody else, who uses the gateway while it is attacked: how long they wait is what an attack is judged by. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A client that asks for something small every few milliseconds. Disposing of it ends it. */
export interface Bystander extends AsyncDisposable {
  /** Longest wait since this was last asked, in milliseconds: that of a reply that is still to come counts too. */
  readonly longestWait: () => Promise<number>;
}

/** Runs in a thread of its own, so that only the work of the gateway counts, and not that of the attacker. */
const program = `
  const { workerData: { url, everyMs }, parentPort } = require('node:worker_threads');
  const { Agent, request } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ query: '{ __typename }' });
  const json = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  let longest = 0;
  const underWay = new Set();
  const ask = (options, text) => {
    const asked = { since: performance.now() };
    underWay.add(asked);
    const end = () => {
      if (!underWay.delete(asked)) return;
      longest = Math.max(longest, performance.now() - asked.since);
      setTimeout(ask, everyMs, options, text);
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
    parentPort.postMessage(Math.max(longest, ...[...underWay].map(({ since }) => now - since)));
    longest = 0;
  });
`;

/** Begins to ask for `/livez` and for a name of a type, each on a connection of its own. */
export const startBystander = (url: URL, everyMs = 3): Bystander => {
  const worker = new Worker(program, { eval: true, workerData: { url: url.href, everyMs } });
  return {
    longestWait: async () => {
      const message = once(worker, 'message');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      worker.postMessage('longest');
      const [longest]: unknown[] = await message;
      if (typeof longest !== 'number') throw new Error('The bystander reported no time.');
      return longest;
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
};
