/** Refusing garbage takes little of the time that the event loop has for everybody. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { loadGateway } from '../../test/guarantees/load/loaded-gateway.ts';
import { createOracle } from '../../test/guarantees/oracle.ts';
import type { RunGroup } from '../../test/guarantees/outcome.ts';

const MOST_MS = 50;

/** Sends a body from a thread of its own, so that only the gateway's work counts. */
const sender = `
  const { workerData, parentPort } = require('node:worker_threads');
  const { request } = require('node:http');
  const { url, kind, megabytes } = workerData;
  const size = megabytes * 1024 * 1024;
  const bomb = (levels) => ['{ ...F0 }', ...Array.from({ length: levels }, (_, at) =>
    'fragment F' + at + ' on Query { ...F' + (at + 1) + ' ...F' + (at + 1) + ' }'), 'fragment F' + levels + ' on Query { __typename }'].join(' ');
  const bodies = {
    zeros: () => Buffer.alloc(size, '0'),
    'open brackets': () => Buffer.alloc(size, '['),
    'a long document': () => Buffer.from(JSON.stringify({ query: '{ ' + 'a '.repeat(size / 2) + '}' })),
    'a document of 16 KB': () => Buffer.from(JSON.stringify({ query: '{ ' + 'a '.repeat(8000) + '}' })),
    'braces in 16 KB': () => Buffer.from(JSON.stringify({ query: '{a'.repeat(8000) })),
    'deep variables': () => Buffer.from('{"query":"{ __typename }","variables":{"a":' + '['.repeat(120000) + ']'.repeat(120000) + '}}'),
    'a fragment bomb': () => Buffer.from(JSON.stringify({ query: bomb(60) })),
  };
  const body = bodies[kind]();
  let ended = false;
  const end = () => { if (!ended) { ended = true; parentPort.postMessage('done'); } };
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length, authorization: 'Bearer token' } });
  sent.on('response', (response) => { response.resume(); response.on('close', end); });
  sent.on('error', end);
  sent.end(body);
`;

const kinds: readonly string[] = [
  'zeros',
  'open brackets',
  'a long document',
  'a document of 16 KB',
  'braces in 16 KB',
  'deep variables',
  'a fragment bomb',
];

const send = (url: URL, kind: string, megabytes: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(sender, { eval: true, workerData: { url: url.href, kind, megabytes } });
    worker.once('message', () => void worker.terminate().then(() => resolve(), reject));
    worker.once('error', reject);
  });

/**
 * Sends each kind five times. The least of the five longest times counts: a machine that is busy with other things holds
 * the event loop too.
 */
export const runGarbageTimes: RunGroup = async (amount) => {
  using oracle = createOracle();
  let worst = 0;
  let worstKind = '';
  await loadGateway(oracle, 'garbage', {}, async ({ gateway }) => {
    const endpoint = new URL('/graphql', gateway.url);
    await send(endpoint, 'zeros', 1);
    for (const kind of kinds) {
      const longest: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        await send(endpoint, kind, amount);
        delay.disable();
        longest.push(delay.max / 1e6);
        oracle.count();
      }
      const held = Math.min(...longest);
      if (held > MOST_MS) oracle.fail(`${kind}: the event loop was held for ${held.toFixed(1)} ms.`);
      if (held > worst) [worst, worstKind] = [held, kind];
    }
  });
  return oracle.outcome('time for garbage', null, [`event loop held ${worst.toFixed(1)} ms at most (${worstKind})`]);
};
