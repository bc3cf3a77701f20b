/** Clients of Redis, whatever it is: one server, a cluster, or the primary that Sentinels name. None of them ever reconnects. */
import {
  ClientClosedError,
  ConnectionTimeoutError,
  createClient,
  createCluster,
  DisconnectsClientError,
  ErrorReply,
  RootNodesUnavailableError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
} from '@redis/client';
import type { RedisAddress, RedisHost } from './redis-address.ts';

/** Options of every client. The older protocol has all that is needed and no handshake, so that any server and proxy does. */
const common = {
  RESP: 2,
  disableOfflineQueue: true,
  commandsQueueMaxLength: 1000,
} as const;

const socketOptions = (connectMs: number, isTls: boolean) => {
  const timing = { connectTimeout: connectMs, reconnectStrategy: false } as const;
  return isTls ? ({ ...timing, tls: true } as const) : timing;
};

const credentialsOf = ({ username, password }: RedisAddress) => ({
  ...(username === '' ? {} : { username }),
  ...(password === '' ? {} : { password }),
});

const createPrototype = () => createClient({ ...common });

/** Client that connects to nothing: to make the class of a client takes longer than to connect, and duplicates have that of their original. */
let prototype: ReturnType<typeof createPrototype> | null = null;

const newServerClient = (address: RedisAddress, host: RedisHost, connectMs: number, user = credentialsOf(address)) => {
  prototype ??= createPrototype();
  return prototype.duplicate({ ...user, socket: { ...socketOptions(connectMs, address.isTls), ...host } });
};

const newClusterClient = (address: RedisAddress, host: RedisHost, connectMs: number) =>
  createCluster({
    ...common,
    rootNodes: [{ socket: host }],
    defaults: {
      ...credentialsOf(address),
      disableOfflineQueue: common.disableOfflineQueue,
      commandsQueueMaxLength: common.commandsQueueMaxLength,
      socket: socketOptions(connectMs, address.isTls),
    },
  });

type ServerClient = ReturnType<typeof newServerClient>;
type ClusterClient = ReturnType<typeof newClusterClient>;

/** The commands of a client, as steps use them. */
export type RedisClient = Pick<ServerClient, 'eval' | 'evalSha' | 'getRange' | 'pTTL' | 'set'>;

/** Redis cannot be used, for a reason of our own: a short code. */
export class RedisUnavailableError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`Redis cannot be used (${reason}).`);
    this.name = 'RedisUnavailableError';
    this.reason = reason;
  }
}

/** The code with which a reply begins that is an error. */
export const replyCode = ({ message }: ErrorReply): string => /^[A-Z]+\b/.exec(message)?.[0] ?? 'ERR';

/** What steps fail with when their connection is closed, by the server or after the failure of another step. */
const closings = [SocketClosedUnexpectedlyError, ClientClosedError, DisconnectsClientError];

/** Says in a short code why Redis cannot be used. Never an address, a key or a message of the server. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof RedisUnavailableError) return error.reason;
  if (error instanceof ErrorReply) return replyCode(error);
  if (closings.some((closing) => error instanceof closing)) return 'CONNECTION_CLOSED';
  if (error instanceof ConnectionTimeoutError) return 'CONNECT_TIMEOUT';
  if (error instanceof SocketTimeoutError) return 'SLOW';
  if (error instanceof RootNodesUnavailableError) return 'NODE_UNAVAILABLE';
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  // What is left is the client's own: it could not read what it was sent.
  return 'NOT_REDIS';
};

const destroyOne = (client: { destroy(): void }): void => {
  try {
    client.destroy();
  } catch (error) {
    if (!(error instanceof ClientClosedError)) throw error;
  }
};

const destroyCluster = (cluster: ClusterClient): void => {
  // Each by itself: one that is closed already would keep the others open.
  for (const { client } of cluster.masters) if (client !== undefined) destroyOne(client);
  destroyOne(cluster);
};

/** A client that is open for steps. */
export interface OpenRedis {
  readonly client: RedisClient;
  readonly isCluster: boolean;
}

/** An attempt to connect, and what came of it. */
export interface RedisOpening {
  /** Rejects when it fails, not always in a bounded time. */
  readonly opened: Promise<OpenRedis>;
  /** Closes everything, also what is connected only afterwards. */
  destroy(): void;
}

/** Options of clients. */
export interface OpeningOptions {
  readonly address: RedisAddress;
  /** Counts the attempts: each begins with the next host. */
  readonly attempt: number;
  readonly connectMs: number;
  /** Called when a connection of it fails, also before it is open. */
  readonly onError: (error: unknown) => void;
}

/** Begins to connect: asks the Sentinels where there are some, and the server whether it is of a cluster. */
export const openRedis = ({ address, attempt, connectMs, onError }: OpeningOptions): RedisOpening => {
  const closers = new Set<() => void>();
  let isDestroyed = false;

  /** Owns a client, and connects it. One that is destroyed before it is connected connects all the same. */
  const connect = async <Client extends ServerClient | ClusterClient>(
    client: Client,
    close: () => void,
  ): Promise<Client> => {
    closers.add(close);
    try {
      await client.connect();
    } finally {
      if (isDestroyed) close();
    }
    if (isDestroyed) throw new RedisUnavailableError('CONNECTION_CLOSED');
    return client;
  };

  const connectServer = (host: RedisHost, user?: object): Promise<ServerClient> => {
    const client = newServerClient(address, host, connectMs, user);
    // Every failure is noticed where it matters; without a listener it would end the process.
    client.on('error', onError);
    return connect(client, () => destroyOne(client));
  };

  const connectCluster = (host: RedisHost): Promise<ClusterClient> => {
    const cluster = newClusterClient(address, host, connectMs);
    let cause: unknown = null;
    const close = () => destroyCluster(cluster);
    cluster.on('error', (error: unknown) => {
      cause ??= error;
      onError(error);
    });
    cluster.on('node-error', onError);
    // A search for moved slots that is under way may connect to nodes afterwards.
    cluster.on('node-ready', () => {
      if (isDestroyed) close();
    });
    return connect(cluster, close).catch((error: unknown) => {
      throw cause ?? error;
    });
  };

  /** Asks one Sentinel, which is shown name and password only if it wants them. */
  const askSentinel = async (sentinel: RedisHost, name: string): Promise<RedisHost> => {
    const client = await connectServer(sentinel, {});
    const ask = () => client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]);
    const askAgain = async (refusal: unknown) => {
      const { username, password } = address;
      if (!(refusal instanceof ErrorReply) || replyCode(refusal) !== 'NOAUTH' || password === '') throw refusal;
      await client.sendCommand(['AUTH', ...(username === '' ? [] : [username]), password]);
      return ask();
    };
    try {
      const reply: unknown = await ask().catch(askAgain);
      if (reply === null) throw new RedisUnavailableError('SENTINEL_KNOWS_NO_SUCH_NAME');
      const [host, port]: unknown[] = Array.isArray(reply) ? reply : [];
      return { host: String(host), port: Number(port) };
    } finally {
      destroyOne(client);
    }
  };

  const hosts = address.hosts.map(
    (_host, at) => address.hosts[(at + attempt) % address.hosts.length] ?? address.hosts[0],
  );

  const findPrimary = async (name: string): Promise<RedisHost> => {
    let failure: unknown;
    for (const sentinel of hosts) {
      try {
        return await askSentinel(sentinel, name);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };

  const isOfCluster = async (client: ServerClient): Promise<boolean> => {
    try {
      return (await client.info('cluster')).includes('cluster_enabled:1');
    } catch (error) {
      // A proxy or a list of permissions may refuse it.
      if (error instanceof ErrorReply) return false;
      throw error;
    }
  };

  const open = async (): Promise<OpenRedis> => {
    const { primaryName, database } = address;
    const host = primaryName === null ? (hosts[0] ?? address.hosts[0]) : await findPrimary(primaryName);
    const client = await connectServer(host);
    if (!(await isOfCluster(client))) {
      if (database !== 0) await client.select(database);
      return { client, isCluster: false };
    }
    if (database !== 0) throw new RedisUnavailableError('CLUSTER_HAS_DATABASE_0_ONLY');
    destroyOne(client);
    return { client: await connectCluster(host), isCluster: true };
  };

  return {
    opened: open(),
    destroy: () => {
      isDestroyed = true;
      for (const close of closers) close();
    },
  };
};
