import { milliseconds } from '../kinds/kinds.ts';
import { always, depends, settingIn } from './setting.ts';

const setting = settingIn('Shutdown');

/** Settings of a graceful stop. */
export const shutdownSettings = {
  shutdownGrace: setting({
    name: 'SHUTDOWN_GRACE_MS',
    what: 'After SIGTERM: how long requests are still accepted while `/readyz` says 503.',
    kind: milliseconds(0),
    default: depends('`5000` in production, else `0`', ({ production }) => (production ? 5000 : 0)),
    example: '10000',
  }),
  shutdownDrain: setting({
    name: 'SHUTDOWN_DRAIN_MS',
    what: 'After that: how long requests in flight may take to finish.',
    kind: milliseconds(0),
    default: always(25_000),
    example: '10000',
  }),
};
