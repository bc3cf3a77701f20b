/** A connection to Redis that may be lost at any time: each step is bounded in time, and a lost connection is re-established in the background. */
import { ErrorReply } from '@redis/client';
import { startTimeout } from '../concurrency/timeout.ts';
import { parseRedisAddress } from './redis-address.ts';
import {
  type OpenRedis,
  openRedis,
  type RedisClient,
  type RedisOpening,
  RedisUnavailableError,
  reasonOf,
  replyCode,
} from './redis-client.ts';

/** True when Redis can be used; if not, a short code that says why. */
export type RedisState = { readonly usable: true } | { readonly usable: false; readonly reason: string };

/** Options of a connection. Times are in milliseconds. */
export interface RedisOptions {
  /** As `parseRedisAddress` takes it, with a password where one is needed. It is not shown anywhere. */
  readonly url: string;
  /** Called with each change between usable and not, the first included, and with a reason that comes later and somebody has to fix. */
  readonly onState: (state: RedisState) => void;
  /** Called with the code of each failure, also of attempts to connect while it is not usable. */
  readonly onFailure?: (reason: string) => void;
  /** Longest time of one step. */
  readonly budgetMs: number;
  /** Wait before the first attempt to reconnect; it doubles up to 5 s. 250 unless given. */
  readonly pauseMs?: number;
}

/** Does something; in a cluster each command, and all keys of a script, have to be of one slot. */
export type RedisStep<Result> = (client: RedisClient, isCluster: boolean) => Promise<Result>;

/** A connection. Disposing of it ends it for good. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>;

const CONNECT_MS = 2000;
const MAX_PAUSE_MS = 5000;
/** A connection that held so long was a good one: the next attempts begin with the short pause again. */
const GOOD_AFTER_MS = 10_000;
/** Reasons that are over only when somebody has fixed them: reported also when they come after another. */
const OPERATOR_ERRORS: ReadonlySet<string> = new Set(['NOAUTH', 'WRONGPASS', 'NOPERM', 'READONLY']);
const PROBE_KEY = 'listings-gateway:probe';
/** So many keys of a cluster are tried, spread over its nodes. */
const CLUSTER_PROBES = 64;

/** Waits for a reply as long as the budget says. @throws RedisUnavailableError with the reason `SLOW` */
const within = <Result>(reply: Promise<Result>, budgetMs: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const stopTimeout = startTimeout(() => reject(new RedisUnavailableError('SLOW')), budgetMs);
    void reply.then(resolve, reject).finally(stopTimeout);
  });

/**
 * Distinguishes a reply about one key or command from one about the whole server, such as READONLY or NOAUTH. One that is full of
 * something else (OOM) takes other steps.
 */
const isAboutStep = (error: unknown): error is ErrorReply =>
  error instanceof ErrorReply && ['ERR', 'WRONGTYPE', 'OOM'].includes(replyCode(error));

/** What is full may have space again in a moment, and takes what frees some. */
const isFull = (error: unknown): boolean => error instanceof ErrorReply && replyCode(error) === 'OOM';

const ignoreFull = (error: unknown): void => {
  if (!isFull(error)) throw error;
};

/** A replica that only reads is of no use: a fill has to be announced, an attempt has to be counted. */
const tryOut = ({ client, isCluster }: OpenRedis): Promise<unknown> => {
  const expiration = { type: 'PX', value: 1000 } as const;
  const keys = isCluster ? Array.from({ length: CLUSTER_PROBES }, (_, at) => `${PROBE_KEY}:${at}`) : [PROBE_KEY];
  return Promise.all(keys.map((key) => client.set(key, '1', { expiration }).catch(ignoreFull)));
};

/** Begins to connect, and resolves when the first attempt is over, however it went, or after half a second. */
export const connectRedis = async ({
  url,
  onState,
  onFailure = () => {},
  budgetMs: usualBudgetMs,
  pauseMs = 250,
}: RedisOptions) => {
  const address = parseRedisAddress(url);
  if (address === null) throw new TypeError('This is no address of Redis.');
  let current: { readonly opening: RedisOpening; readonly redis: OpenRedis } | null = null;
  let candidate: RedisOpening | null = null;
  let lastReason: string | null = null;
  let nextPauseMs = pauseMs;
  let usableSince = 0;
  let attempts = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;

  const lose = (lost: RedisOpening, error: unknown): void => {
    if (current?.opening !== lost) return;
    current = null;
    lost.destroy();
    if (performance.now() - usableSince > GOOD_AFTER_MS) nextPauseMs = pauseMs;
    fail(error);
  };

  const fail = (error: unknown): void => {
    if (isDisposed) return;
    const reason = reasonOf(error);
    const isNews = lastReason === null || (reason !== lastReason && OPERATOR_ERRORS.has(reason));
    lastReason = reason;
    onFailure(reason);
    if (isNews) onState({ usable: false, reason });
    timer = setTimeout(() => void attempt(), nextPauseMs).unref();
    nextPauseMs = Math.min(nextPauseMs * 2, MAX_PAUSE_MS);
  };

  const attempt = async (): Promise<void> => {
    const opening = openRedis({
      address,
      attempt: attempts,
      connectMs: CONNECT_MS,
      onError: (error) => lose(opening, error),
    });
    attempts += 1;
    candidate = opening;
    try {
      // The socket has its own limit, which ends first; this one is for a server that then does not respond.
      const redis = await within(opening.opened, CONNECT_MS + 500);
      await within(tryOut(redis), usualBudgetMs);
      if (isDisposed) return;
      current = { opening, redis };
    } catch (error) {
      opening.destroy();
      fail(error);
      return;
    } finally {
      candidate = null;
    }
    usableSince = performance.now();
    lastReason = null;
    onState({ usable: true });
  };

  const started = attempt();
  await within(started, 500).catch(() => {});

  return {
    /** True when steps have a chance; what was usable a moment ago may be gone. */
    get isUsable(): boolean {
      return current !== null;
    },
    /**
     * Does a step.
     *
     * @param budgetMs what it may take in place of the budget of every step: more, where nobody waits for it
     * @throws RedisUnavailableError within the budget of a step, at once while there is no connection
     * @throws ErrorReply when the server refuses this step alone, e.g. because a key holds something else
     */
    run: async <Result>(step: RedisStep<Result>, budgetMs = usualBudgetMs): Promise<Result> => {
      if (current === null) throw new RedisUnavailableError(lastReason ?? 'CONNECTING');
      const { opening, redis } = current;
      try {
        return await within(step(redis.client, redis.isCluster), budgetMs);
      } catch (error) {
        if (isAboutStep(error)) {
          if (isFull(error)) onFailure(replyCode(error));
          throw error;
        }
        lose(opening, error);
        throw new RedisUnavailableError(reasonOf(error));
      }
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      isDisposed = true;
      clearTimeout(timer);
      candidate?.destroy();
      current?.opening.destroy();
      current = null;
    },
  };
};
