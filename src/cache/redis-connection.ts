/** A connection to Redis that may be lost at any time: each step is bounded in time, and a lost one is made anew behind. */
import { ClientClosedError, createClient, ErrorReply } from 'redis';

const newClient = (url: string, connectMs: number) =>
  createClient({
    url,
    // The older protocol has all that is needed and no handshake, so that any server and proxy does.
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 1000,
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });

/** The client of Redis, as steps use it. */
export type RedisClient = ReturnType<typeof newClient>;

/** Whether Redis can be used; if not, a short code that says why. Never an address, a key or a message of the server. */
export type RedisState = { readonly usable: true } | { readonly usable: false; readonly reason: string };

/** How Redis is used. Times are in milliseconds. */
export interface RedisOptions {
  /** `redis://` or `rediss://`, with a password where one is needed. It is not shown anywhere. */
  readonly url: string;
  /** Told of each change between usable and not, the first included. */
  readonly onState: (state: RedisState) => void;
  /** What one step may take. */
  readonly budgetMs: number;
  /** How long to wait before the first attempt to connect anew; it doubles up to 5 s. 250 unless given. */
  readonly pauseMs?: number;
}

/** A step was not done, or nobody knows whether it was. */
export class RedisUnavailableError extends Error {
  /** Short code, as in the state. */
  readonly reason: string;

  constructor(reason: string) {
    super(`Redis cannot be used (${reason}).`);
    this.name = 'RedisUnavailableError';
    this.reason = reason;
  }
}

/** A connection. Disposing of it ends it for good. */
export interface RedisConnection extends AsyncDisposable {
  /** Whether steps have a chance; what was usable a moment ago may be gone. */
  readonly isUsable: boolean;
  /**
   * Does a step.
   *
   * @param budgetMs what it may take in place of the budget of every step: more, where nobody waits for it
   * @throws RedisUnavailableError within the budget of a step, at once while there is no connection
   * @throws ErrorReply when the server refuses this step alone, e.g. because a key holds something else
   */
  run<Result>(step: (client: RedisClient) => Promise<Result>, budgetMs?: number): Promise<Result>;
}

const CONNECT_MS = 2000;
const MAX_PAUSE_MS = 5000;
/** A connection that held so long was a good one: the next attempts begin with the short pause again. */
const GOOD_AFTER_MS = 10_000;
const PROBE_KEY = 'listings-gateway:probe';

const TOO_SLOW = Symbol('too slow');

/** Waits for a reply as long as the budget says; a reply that has arrived counts, even if this process was busy. */
const within = async <Result>(reply: Promise<Result>, budgetMs: number): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof TOO_SLOW>((resolve) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(resolve, TOO_SLOW)), budgetMs);
  });
  try {
    const first = await Promise.race([reply, late]);
    if (first === TOO_SLOW) throw new RedisUnavailableError('SLOW');
    return first;
  } finally {
    clearTimeout(timer);
  }
};

const replyCode = ({ message }: ErrorReply): string => /^[A-Z]+\b/.exec(message)?.[0] ?? 'ERR';

/** Tells a reply about one key or command from one about the whole server, such as READONLY, NOAUTH or OOM. */
const isAboutStep = (error: unknown): error is ErrorReply =>
  error instanceof ErrorReply && ['ERR', 'WRONGTYPE'].includes(replyCode(error));

const reasonOf = (error: unknown): string => {
  if (error instanceof RedisUnavailableError) return error.reason;
  if (error instanceof ErrorReply) return replyCode(error);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'UNKNOWN';
};

const destroy = (client: RedisClient): void => {
  try {
    client.destroy();
  } catch (error) {
    if (!(error instanceof ClientClosedError)) throw error;
  }
};

/** Begins to connect, and resolves when the first attempt is over, however it went, or after half a second. */
export const connectRedis = async ({
  url,
  onState,
  budgetMs: usualBudgetMs,
  pauseMs = 250,
}: RedisOptions): Promise<RedisConnection> => {
  let client: RedisClient | null = null;
  let candidate: RedisClient | null = null;
  let lastReason: string | null = null;
  let nextPauseMs = pauseMs;
  let usableSince = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;

  const lose = (lost: RedisClient, reason: string): void => {
    if (client !== lost) return;
    client = null;
    destroy(lost);
    if (performance.now() - usableSince > GOOD_AFTER_MS) nextPauseMs = pauseMs;
    fail(reason);
  };

  const fail = (reason: string): void => {
    if (isDisposed) return;
    const isNews = lastReason === null;
    lastReason = reason;
    if (isNews) onState({ usable: false, reason });
    timer = setTimeout(() => void attempt(), nextPauseMs).unref();
    nextPauseMs = Math.min(nextPauseMs * 2, MAX_PAUSE_MS);
  };

  const attempt = async (): Promise<void> => {
    const fresh = newClient(url, CONNECT_MS);
    candidate = fresh;
    // Every failure is noticed where it matters; without a listener it would end the process.
    fresh.on('error', (error: unknown) => lose(fresh, reasonOf(error)));
    const connecting = fresh.connect();
    try {
      // The socket has its own limit, which ends first; this one is for a server that then does not answer.
      await within(connecting, CONNECT_MS + 500);
      // A replica that only reads is of no use: a fill has to be told, an attempt has to be counted.
      await within(fresh.set(PROBE_KEY, '1', { expiration: { type: 'PX', value: 1000 } }), usualBudgetMs);
    } catch (error) {
      destroy(fresh);
      // One that is destroyed before it is connected connects all the same.
      connecting.then(
        () => destroy(fresh),
        () => {},
      );
      fail(reasonOf(error));
      return;
    } finally {
      candidate = null;
    }
    if (isDisposed) {
      destroy(fresh);
      return;
    }
    client = fresh;
    usableSince = performance.now();
    lastReason = null;
    onState({ usable: true });
  };

  const started = attempt();
  await within(started, 500).catch(() => {});

  return {
    get isUsable() {
      return client !== null;
    },
    run: async (step, budgetMs = usualBudgetMs) => {
      const current = client;
      if (current === null) throw new RedisUnavailableError(lastReason ?? 'CONNECTING');
      try {
        return await within(step(current), budgetMs);
      } catch (error) {
        if (isAboutStep(error)) throw error;
        lose(current, reasonOf(error));
        throw new RedisUnavailableError(reasonOf(error));
      }
    },
    [Symbol.asyncDispose]: async () => {
      isDisposed = true;
      clearTimeout(timer);
      if (candidate !== null) destroy(candidate);
      if (client !== null) destroy(client);
      client = null;
    },
  };
};
