/** Redis: one server, a cluster, or the primary that Sentinels name. It may be lost at any time, and is found again in the background. */
import {
  ClientClosedError,
  ConnectionTimeoutError,
  createClient,
  createCluster,
  createSentinel,
  DisconnectsClientError,
  ErrorReply,
  RootNodesUnavailableError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
} from '@redis/client';
import { startTimeout } from '../concurrency/timeout.ts';
import { parseRedisAddress, type RedisAddress, type RedisHost } from './redis-address.ts';

/** The commands that steps use. In a cluster each command, and all keys of a script, have to be of one slot. */
export type RedisClient = Pick<ReturnType<typeof createClient>, 'eval' | 'set'>;

/** True when Redis can be used; if not, a short code that says why. */
export type RedisState = { readonly usable: true } | { readonly usable: false; readonly reason: string };

/** Options of a connection. Times are in milliseconds. */
interface RedisOptions {
  /** As `parseRedisAddress` takes it, with a password where one is needed. It is not shown anywhere. */
  readonly url: string;
  /** Called with each change, the first included, and with a reason that comes later and that somebody has to remove. */
  readonly onState: (state: RedisState) => void;
  /** Called with the code of each failure, also of attempts to connect while it is not usable. */
  readonly onFailure?: (reason: string) => void;
  /** Longest time of one step. */
  readonly budgetMs: number;
  /** Wait before the first attempt to reconnect; it doubles up to 5 s. 250 unless given. */
  readonly pauseMs?: number;
}

/** Redis cannot be used, for a reason of our own: a short code. */
export class RedisUnavailableError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`Redis cannot be used (${reason}).`);
    this.reason = reason;
  }
}

const CONNECT_MS = 2000;
const MAX_PAUSE_MS = 5000;
/** A connection that held so long was a good one: the next attempts begin with the short pause again. */
const GOOD_AFTER_MS = 10_000;
/** Reasons that are over only when somebody has removed them. */
const OPERATOR_ERRORS: ReadonlySet<string> = new Set(['NOAUTH', 'WRONGPASS', 'NOPERM', 'READONLY']);

const clientErrors = new Map<unknown, string>([
  [SocketClosedUnexpectedlyError, 'CONNECTION_CLOSED'],
  [ClientClosedError, 'CONNECTION_CLOSED'],
  [DisconnectsClientError, 'CONNECTION_CLOSED'],
  [ConnectionTimeoutError, 'CONNECT_TIMEOUT'],
  [SocketTimeoutError, 'SLOW'],
  [RootNodesUnavailableError, 'NODE_UNAVAILABLE'],
]);

/** Says in a short code why Redis cannot be used. Never an address, a key or a message of the server. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof RedisUnavailableError) return error.reason;
  if (error instanceof ErrorReply) {
    if (error.message.includes('No such master')) return 'SENTINEL_KNOWS_NO_SUCH_NAME';
    return /^[A-Z]+\b/.exec(error.message)?.[0] ?? 'ERR';
  }
  if (!(error instanceof Error)) return 'NOT_REDIS';
  if (error.cause !== undefined) return reasonOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // What is left is the client's own: it could not read what it was sent.
  return clientErrors.get(error.constructor) ?? code ?? 'NOT_REDIS';
};

/** Replies about one key or command, and not, as READONLY or NOAUTH, about the server. One that is full of something else takes other steps. */
const isAboutStep = (error: unknown): boolean =>
  error instanceof ErrorReply && ['ERR', 'WRONGTYPE', 'OOM'].includes(reasonOf(error));

/** Waits for a reply: the client's own time-outs end when a command is sent. @throws RedisUnavailableError with the reason `SLOW` */
const within = <Result>(reply: Promise<Result>, budgetMs: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const stopTimeout = startTimeout(() => reject(new RedisUnavailableError('SLOW')), budgetMs);
    void reply.then(resolve, reject).finally(stopTimeout);
  });

/** Called when a connection fails that steps need. */
type Lose = (error: unknown) => void;

/** A client of any kind. */
interface AnyClient {
  connect(): Promise<unknown>;
  destroy(): unknown;
  on(event: string, listener: (error: unknown) => void): unknown;
}

interface OpenRedis {
  readonly client: RedisClient;
  readonly isCluster: boolean;
}

/** Creates a client and has it connected: of the primary that Sentinels name, of one server, or of a cluster where that says that it is of one. */
const openRedis = async (
  { hosts, isTls, username, password, database, primaryName }: RedisAddress,
  host: RedisHost,
  connect: <Client extends AnyClient>(client: Client, watch: (lose: Lose) => unknown) => Promise<Client>,
): Promise<OpenRedis> => {
  // A server that says nothing is gone; pings have a good one say something.
  // The client would reconnect to what it knows. A new attempt goes to the next host, and finds a cluster where a server was.
  const timing = { connectTimeout: CONNECT_MS, socketTimeout: 3000, reconnectStrategy: false } as const;
  const socket = isTls ? ({ ...timing, tls: true } as const) : timing;
  // The older protocol has all that is needed and no handshake, so that any server and proxy does.
  const anonymous = { RESP: 2, disableOfflineQueue: true, pingInterval: 1000, socket } as const;
  const defaults = { ...anonymous, ...(username === '' ? {} : { username }), ...(password === '' ? {} : { password }) };
  if (primaryName !== null) {
    const openPrimary = (sentinelClientOptions: typeof defaults) => {
      const nodeClientOptions = { ...defaults, database };
      const nodes = { sentinelRootNodes: [...hosts], sentinelClientOptions, nodeClientOptions };
      // No command is sent twice: nobody knows whether it was carried out.
      const behaviour = { maxCommandRediscovers: 0, passthroughClientErrorEvents: true } as const;
      const sentinel = createSentinel({ name: primaryName, RESP: 2, ...nodes, ...behaviour });
      return connect(sentinel, (lose) =>
        sentinel.on('error', (error: unknown) => {
          // It distinguishes its connections by this text alone; a Sentinel that is gone says nothing of the primary.
          if (error instanceof Error && error.message.startsWith('Master Client')) lose(error);
        }),
      );
    };
    // Sentinels are shown name and password only if they want them.
    const client = await openPrimary(anonymous).catch((error: unknown) => {
      if (reasonOf(error) !== 'NOAUTH' || password === '') throw error;
      return openPrimary(defaults);
    });
    return { client, isCluster: false };
  }
  const server = createClient({ ...defaults, socket: { ...socket, ...host } });
  const client = await connect(server, (lose) => server.on('error', lose));
  // A proxy or a list of permissions may refuse it.
  const info = await client.info('cluster').catch((error: unknown) => {
    if (error instanceof ErrorReply) return '';
    throw error;
  });
  if (!info.includes('cluster_enabled:1')) {
    if (database !== 0) await client.select(database);
    return { client, isCluster: false };
  }
  if (database !== 0) throw new RedisUnavailableError('CLUSTER_HAS_DATABASE_0_ONLY');
  client.destroy();
  const cluster = createCluster({ RESP: 2, rootNodes: [{ socket: host }], defaults });
  return { client: await connect(cluster, (lose) => cluster.on('node-error', lose)), isCluster: true };
};

/** A replica that only reads is of no use. What is full may have space again in a moment. */
const tryOut = async ({ client, isCluster }: OpenRedis): Promise<void> => {
  const write = async (_value: unknown, at: number): Promise<void> => {
    try {
      await client.set(`listings-gateway:probe:${at}`, '1', { expiration: { type: 'PX', value: 1000 } });
    } catch (error) {
      if (reasonOf(error) !== 'OOM') throw error;
    }
  };
  // The keys of a cluster are spread over its nodes.
  await Promise.all(Array.from({ length: isCluster ? 64 : 1 }, write));
};

/** An attempt to connect. */
interface Attempt {
  /** Null until it has been tried out. */
  opened: OpenRedis | null;
  /** Its clients: it may make more than one. */
  readonly clients: AnyClient[];
  isOver: boolean;
}

const end = (attempt: Attempt): void => {
  attempt.isOver = true;
  for (const client of attempt.clients) void Promise.resolve(client.destroy()).catch(() => {});
};

/** Connects a client of an attempt. @param watch has `lose` called, which ends the attempt that was good until then */
const connectClient = async <Client extends AnyClient>(
  attempt: Attempt,
  client: Client,
  watch: (lose: Lose) => unknown,
  giveUp: Lose,
): Promise<Client> => {
  let cause: unknown;
  const note = (error: unknown): void => {
    // Of several reasons the one that calls for another attempt.
    if (error instanceof Error && reasonOf(cause) !== 'NOAUTH') cause = error;
  };
  client.on('error', note);
  watch((error) => {
    note(error);
    // A ping that is refused comes from a server that is there.
    if (attempt.opened !== null && !(error instanceof ErrorReply)) giveUp(error);
  });
  attempt.clients.push(client);
  // A search for moved slots that is under way may connect to nodes afterwards.
  client.on('node-ready', () => {
    if (attempt.isOver) end(attempt);
  });
  try {
    await client.connect();
  } catch (error) {
    throw cause ?? error;
  }
  if (!attempt.isOver) return client;
  // One that is destroyed before it is connected connects all the same.
  end(attempt);
  throw new ClientClosedError();
};

/** A connection. Disposing of it ends it for good. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

/**
 * Begins to connect, and resolves when the first attempt is over, however it went, or after half a second. Whatever a connection fails
 * with, it is given up, and another attempt made.
 */
export const connectRedis = async (options: RedisOptions) => {
  const { url, onState, onFailure = () => {}, budgetMs: usualBudgetMs, pauseMs = 250 } = options;
  const address = parseRedisAddress(url);
  if (address === null) throw new TypeError('This is no address of Redis.');
  let current: Attempt | null = null;
  let lastReason: string | null = null;
  let nextPauseMs = pauseMs;
  let usableSince = Number.POSITIVE_INFINITY;
  let attempts = 0;
  let timer: NodeJS.Timeout | undefined;

  const giveUp = (attempt: Attempt, error: unknown): void => {
    end(attempt);
    if (attempt !== current) return;
    current = null;
    if (performance.now() - usableSince > GOOD_AFTER_MS) nextPauseMs = pauseMs;
    usableSince = Number.POSITIVE_INFINITY;
    const reason = reasonOf(error);
    const isNews = lastReason === null || (reason !== lastReason && OPERATOR_ERRORS.has(reason));
    lastReason = reason;
    onFailure(reason);
    if (isNews) onState({ usable: false, reason });
    timer = setTimeout(() => void connect(), nextPauseMs).unref();
    nextPauseMs = Math.min(nextPauseMs * 2, MAX_PAUSE_MS);
  };

  const connect = async (): Promise<void> => {
    const host = address.hosts[attempts % address.hosts.length] ?? address.hosts[0];
    const attempt: Attempt = { opened: null, clients: [], isOver: false };
    attempts += 1;
    current = attempt;
    try {
      const opening = openRedis(address, host, (client, watch) =>
        connectClient(attempt, client, watch, (error) => giveUp(attempt, error)),
      );
      // A socket has its own limit, which ends first; this one is for a server that then does not respond.
      const opened = await within(opening, CONNECT_MS + 500);
      await within(tryOut(opened), usualBudgetMs);
      attempt.opened = opened;
    } catch (error) {
      giveUp(attempt, error);
    }
    if (attempt !== current) return;
    usableSince = performance.now();
    lastReason = null;
    onState({ usable: true });
  };

  await within(connect(), 500).catch(() => {});

  return {
    /**
     * Does a step.
     *
     * @param budgetMs what it may take in place of the budget of every step: more, where nobody waits for it
     * @throws RedisUnavailableError within the budget of a step, at once while there is no connection
     * @throws ErrorReply when the server refuses this step alone, e.g. because a key holds something else
     */
    run: async <Result>(step: (client: RedisClient) => Promise<Result>, budgetMs = usualBudgetMs): Promise<Result> => {
      const attempt = current;
      if (!attempt?.opened) throw new RedisUnavailableError(lastReason ?? 'CONNECTING');
      try {
        return await within(step(attempt.opened.client), budgetMs);
      } catch (error) {
        if (isAboutStep(error)) {
          if (reasonOf(error) === 'OOM') onFailure('OOM');
          throw error;
        }
        giveUp(attempt, error);
        throw new RedisUnavailableError(reasonOf(error));
      }
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      clearTimeout(timer);
      if (current !== null) end(current);
      current = null;
    },
  };
};
