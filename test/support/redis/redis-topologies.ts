/** A real Redis Cluster, and a real primary with a replica and its Sentinel, of processes of a test. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../network/free-port.ts';
import { untilSo } from '../until-so.ts';
import { killProcess, launchRedis, type RedisServer, startRedisServer } from './redis-server.ts';

/** How soon a silent server counts as gone, in milliseconds. */
const SILENCE_MS = 500;
const SLOTS = 16_384;

/** Servers that belong together. Disposing of them kills them. */
interface Servers extends AsyncDisposable {
  /** As `REDIS_URL` names them. */
  readonly url: string;
}

/** A cluster: three masters with a third of the slots each, and perhaps a replica of the first. */
export interface RedisCluster extends Servers {
  readonly masters: readonly RedisServer[];
}

/** Sends a command, and gives a reply that is a text or a number. */
export const sendTo = async (server: RedisServer, args: readonly string[]): Promise<string> => {
  const reply: unknown = await server.inspect((client) => client.sendCommand(args));
  return typeof reply === 'string' || typeof reply === 'number' ? `${reply}` : '';
};

const isAtOne = async (server: RedisServer, nodes: number): Promise<boolean> => {
  const info = await sendTo(server, ['CLUSTER', 'INFO']);
  return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes}\r`);
};

const isReplicating = async (server: RedisServer): Promise<boolean> =>
  (await sendTo(server, ['INFO', 'replication'])).includes('master_link_status:up');

/** A replica begins at once. */
const replication = ['--repl-diskless-sync-delay', '0'] as const;

/** Starts a cluster. */
export const startRedisCluster = async ({ withReplica = false } = {}): Promise<RedisCluster> => {
  const directory = await mkdtemp(join(tmpdir(), 'redis-cluster-'));
  const servers: RedisServer[] = [];
  const busPorts = new Map<RedisServer, number>();
  const dispose = async (): Promise<void> => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    for (let at = 0; at < (withReplica ? 4 : 3); at += 1) {
      const busPort = await findFreePort();
      const server = await startRedisServer([
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        String(busPort),
        '--dir',
        directory,
        '--cluster-config-file',
        `nodes-${at}.conf`,
        '--cluster-node-timeout',
        String(SILENCE_MS),
        ...replication,
      ]);
      servers.push(server);
      busPorts.set(server, busPort);
    }
    const masters = servers.slice(0, 3);
    const [first] = masters;
    const replica = servers[3] ?? null;
    if (first === undefined) throw new Error('There is no server.');
    for (const [at, master] of masters.entries()) {
      const from = Math.ceil((at * SLOTS) / 3);
      const to = Math.ceil(((at + 1) * SLOTS) / 3) - 1;
      await sendTo(master, ['CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1)]);
      await sendTo(master, ['CLUSTER', 'ADDSLOTSRANGE', String(from), String(to)]);
    }
    for (const server of servers.slice(1)) {
      const bus = busPorts.get(server) ?? 0;
      await sendTo(first, ['CLUSTER', 'MEET', '127.0.0.1', String(server.port), String(bus)]);
    }
    for (const server of servers) await untilSo('the cluster is formed', () => isAtOne(server, servers.length));
    if (replica !== null) {
      const id = await sendTo(first, ['CLUSTER', 'MYID']);
      await sendTo(replica, ['CLUSTER', 'REPLICATE', id]);
      await untilSo('the replica replicates', () => isReplicating(replica));
      await untilSo('all know of the replica', async () =>
        (await Promise.all(masters.map(async (master) => await sendTo(master, ['CLUSTER', 'NODES'])))).every((nodes) =>
          nodes.includes(`slave ${id}`),
        ),
      );
    }
    return {
      masters,
      url: `redis://${masters.map(({ port }) => `127.0.0.1:${port}`).join()}`,
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
};

/** A primary with a replica, and the Sentinel that watches over them. */
export interface WatchedRedis extends Servers {
  readonly primary: RedisServer;
  readonly replica: RedisServer;
}

/** Name of the primary, for Sentinels. */
export const PRIMARY_NAME = 'lists-and-counts';

/** Starts them, all with one password. */
export const startWatchedRedis = async (password: string): Promise<WatchedRedis> => {
  const directory = await mkdtemp(join(tmpdir(), 'redis-sentinel-'));
  const auth = [...replication, '--masterauth', password];
  const primary = await startRedisServer(auth, password);
  const replica = await startRedisServer(['--replicaof', '127.0.0.1', String(primary.port), ...auth], password);
  const config = join(directory, 'sentinel.conf');
  const port = await findFreePort();
  await writeFile(
    config,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `sentinel monitor ${PRIMARY_NAME} 127.0.0.1 ${primary.port} 1`,
      `sentinel down-after-milliseconds ${PRIMARY_NAME} ${SILENCE_MS}`,
      `sentinel failover-timeout ${PRIMARY_NAME} 2000`,
      `sentinel auth-pass ${PRIMARY_NAME} ${password}`,
      `requirepass ${password}`,
      '',
    ].join('\n'),
  );
  await untilSo('the replica replicates', () => isReplicating(replica));
  const sentinel = await launchRedis([config, '--sentinel'], `+slave slave 127.0.0.1:${replica.port}`);
  if (sentinel === null) throw new Error('The Sentinel does not start.');
  return {
    primary,
    replica,
    url: `redis+sentinel://:${password}@127.0.0.1:${port}/${PRIMARY_NAME}`,
    [Symbol.asyncDispose]: async () => {
      await killProcess(sentinel);
      for (const server of [primary, replica]) await server[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
