/** Settings of several processes, and of their end. */
import { milliseconds, redisUrl, secret, wholeNumber } from '../kinds.ts';
import { always, depends, settingIn, unset } from './setting.ts';

const setting = settingIn('Scale');

/** Settings of several processes and several gateways. */
export const scaleSettings = {
  workers: setting({
    name: 'WORKERS',
    what: 'Processes that serve on the one port; 0 takes one for each core. Limits on connections and concurrent requests apply to each. Idempotency keys and browser sessions need `REDIS_URL` then.',
    kind: wholeNumber(0, 256),
    default: always(1),
    example: '0',
  }),
  redisUrl: setting({
    name: 'REDIS_URL',
    what: 'Redis, Redis Cluster or Sentinels (`redis+sentinel://`) by which several gateways, or `WORKERS` of one, share idempotency keys and renewals of sessions, and count attempts to sign in together; while it is down each does without, and refuses writes with an idempotency key.',
    kind: redisUrl,
    default: unset,
    example: 'rediss://gateway:password@redis.example:6379/0',
  }),
  redisTimeout: setting({
    name: 'REDIS_TIMEOUT_MS',
    what: 'Time for one Redis command; a slower server is not used until it responds in time again.',
    kind: milliseconds(1),
    default: always(50),
    example: '100',
  }),
  rateLimitKey: setting({
    name: 'RATE_LIMIT_KEY',
    what: 'Secret under which usernames and addresses are counted at sign-in, the same for all gateways that count together; unset, it is made of `REDIS_URL`.',
    kind: secret,
    default: unset,
    example: 'a-long-random-text',
  }),
  eventLoopWatchdog: setting({
    name: 'EVENT_LOOP_WATCHDOG_S',
    what: 'Seconds for which the event loop may block before the process exits, so that its platform restarts it; a supervisor replaces such a worker after 6 seconds at the latest. 0 turns this off, and so does a debugger.',
    kind: wholeNumber(0, 86_400, 'of seconds '),
    default: always(30),
    example: '60',
  }),
};

const shutdownSetting = settingIn('Shutdown');

/** Settings of a graceful stop. */
export const shutdownSettings = {
  shutdownGrace: shutdownSetting({
    name: 'SHUTDOWN_GRACE_MS',
    what: 'After SIGTERM: how long requests are still accepted while `/readyz` says 503.',
    kind: milliseconds(0),
    default: depends('`5000` in production, else `0`', ({ production }) => (production ? 5000 : 0)),
    example: '10000',
  }),
  shutdownDrain: shutdownSetting({
    name: 'SHUTDOWN_DRAIN_MS',
    what: 'After that: how long requests in flight may take to finish.',
    kind: milliseconds(0),
    default: always(25_000),
    example: '10000',
  }),
};
