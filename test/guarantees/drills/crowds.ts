/** Clients that would stop a gateway, before deploy/nginx/ingress.conf and without it. */
import { setTimeout as pause } from 'node:timers/promises';
import { startNginx } from '../../deploy/running-nginx.ts';
import { openConnection, type RawConnection } from '../../support/network/raw-connection.ts';
import { times } from '../attacks/attack-document.ts';
import {
  type AttackedProgram,
  MOST_MEMORY_MB,
  problemOfProgram,
  startAttackedProgram,
} from '../attacks/attacked-program.ts';
import { longLists } from '../attacks/long-lists.ts';
import { createHttpClient } from '../http-client.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import { figure, type Outcome } from '../outcome.ts';

const PROBES = 20;
const PROBE_EVERY_MS = 250;
const DRIP_MS = 900;
const PROBE_MS = 10_000;

const largest = JSON.stringify({
  query: `{ lookups { ${times(28, (at) => `a${at}: vehicleModels { id key label make { id key label } }`)} } }`,
});
const head = (length: number): string =>
  `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** What many clients do. */
interface Crowd {
  readonly name: string;
  readonly clients: number;
  readonly start: string;
  /** What is sent again and again; null for clients that read nothing. */
  readonly drip: string | null;
  readonly isThroughNginx: boolean;
}

const crowds: readonly Crowd[] = [
  { name: 'unread responses', clients: 100, start: head(largest.length) + largest, drip: null, isThroughNginx: true },
  {
    name: 'unread responses, no nginx',
    clients: 100,
    start: head(largest.length) + largest,
    drip: null,
    isThroughNginx: false,
  },
  { name: 'half-sent bodies', clients: 600, start: `${head(20_000)}{`, drip: ' ', isThroughNginx: true },
  { name: 'half-sent bodies, no nginx', clients: 500, start: `${head(20_000)}{`, drip: ' ', isThroughNginx: false },
  {
    name: 'half-sent heads, no nginx',
    clients: 2_000,
    start: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    drip: 'x',
    isThroughNginx: false,
  },
];

const startIngress = (gateway: URL) =>
  startNginx('ingress.conf', '443 ssl http2 backlog=4096', {
    'server 127.0.0.1:4000;': `server ${gateway.host};`,
    'ssl_certificate /etc/nginx/tls/api.crt;': '',
    'ssl_certificate_key /etc/nginx/tls/api.key;': '',
  });

/** Somebody else asks, each time on a new connection. Returns how many responses were good. */
const probe = async (url: URL): Promise<number> => {
  let good = 0;
  for (let at = 0; at < PROBES; at += 1) {
    using client = createHttpClient(url, 1);
    const signal = AbortSignal.timeout(PROBE_MS);
    const reply = await client.operation({ query: '{ lookups { fuels { key } } }', signal }).catch(() => null);
    if (reply?.status === 200) good += 1;
    await pause(PROBE_EVERY_MS);
  }
  return good;
};

const crowdIn = async (attacked: AttackedProgram, url: URL, crowd: Crowd, oracle: Oracle): Promise<string> => {
  const connections: RawConnection[] = [];
  let drips: NodeJS.Timeout | undefined;
  try {
    for (let at = 0; at < crowd.clients; at += 1) {
      const connection = await openConnection(url);
      connections.push(connection);
      connection.socket.on('error', () => {});
      if (crowd.drip === null) connection.socket.pause();
      connection.socket.write(crowd.start);
    }
    const { drip } = crowd;
    if (drip !== null) {
      drips = setInterval(() => {
        for (const { socket } of connections) if (socket.writable) socket.write(drip);
      }, DRIP_MS);
    }
    const good = await probe(url);
    if (good < PROBES) oracle.fail(`${crowd.name}: ${PROBES - good} of ${PROBES} probes failed.`);
    const problem = await problemOfProgram(attacked);
    if (problem !== null) oracle.fail(`${crowd.name}: ${problem}`);
    oracle.count(PROBES);
    const peakMb = (await attacked.peakMemory()) ?? 0;
    return `${good} of ${PROBES} probes 200, peak ${Math.round(peakMb)} MB`;
  } finally {
    clearInterval(drips);
    for (const connection of connections) connection[Symbol.dispose]();
  }
};

/**
 * Has each crowd come, with a gateway of its own.
 *
 * @param main path of the compiled `main.js`
 */
export const runCrowds = async (main: string): Promise<Outcome> => {
  using oracle = createOracle();
  const figures: string[] = [];
  for (const crowd of crowds) {
    await using attacked = await startAttackedProgram({ main, env: { TRUSTED_PROXIES: '1' }, respond: longLists });
    // The lists are there before anybody looks.
    using client = createHttpClient(attacked.url, 1);
    await client.send({ headers: { 'content-type': 'application/json' }, body: largest });
    await using nginx = crowd.isThroughNginx ? await startIngress(attacked.url) : null;
    const counts = await crowdIn(attacked, nginx?.origin ?? attacked.url, crowd, oracle);
    figures.push(`${crowd.name}: ${counts}`);
  }
  return oracle.outcome('crowds at the door', null, [...figures, `bound ${figure(MOST_MEMORY_MB)} MB`]);
};
