/** Life of a gateway: ready, then stopping without losing a response, then closed. */
import { startTimeout } from '../concurrency/timeout.ts';
import { milliseconds } from '../settings/kinds.ts';
import { depends, settingIn } from '../settings/setting.ts';
import type { Listener } from './connections/listener.ts';

const shutdown = settingIn('Shutdown');

/** How long a stop may take. */
export const shutdownSettings = {
  shutdownGraceMs: shutdown('SHUTDOWN_GRACE_MS', milliseconds(0), {
    what: 'After SIGTERM: how long requests are still accepted while `/readyz` says 503.',
    default: depends('`5000` in production, else `0`', ({ production }) => (production ? 5000 : 0)),
    example: '10000',
  }),
  shutdownDrainMs: shutdown('SHUTDOWN_DRAIN_MS', milliseconds(0), {
    what: 'After that: how long requests in flight may take to finish.',
    default: 25_000,
    example: '10000',
  }),
};

/** Times of a graceful stop. */
export interface StopTimes {
  /** Time for which requests are still accepted, for load balancers to notice: the setting `SHUTDOWN_GRACE_MS`. */
  readonly graceMs: number;
  /** Time that requests under way may then take: the setting `SHUTDOWN_DRAIN_MS`. */
  readonly drainMs: number;
  /** True if other processes go on at the same port: then no client is asked to go elsewhere. No unless given. */
  readonly isReplaced?: boolean;
}

type Closable = Pick<Listener, 'server' | 'stopListening' | 'closeIdleConnections' | 'closeAllConnections'>;

const pause = (milliseconds: number, keepsProcess: boolean): Promise<void> =>
  new Promise((resolve) => void startTimeout(resolve, milliseconds, keepsProcess));

/** Life of a gateway. */
export class Lifecycle {
  #isReady = true;
  #keepsConnections = true;
  #isClosing = false;

  /** Returns whether it takes requests, as `/readyz` says. */
  readonly isReady = (): boolean => this.#isReady;

  /** Returns whether connections may be kept for further requests: clients on them have to go elsewhere, or the drain would wait for them. */
  readonly keepsConnections = (): boolean => this.#keepsConnections;

  /** Closes connections whose response is over, when the gateway is closing: one that was busy then would be kept by its client. */
  onResponseClosed(listener: Closable): void {
    if (this.#isClosing) listener.closeIdleConnections();
  }

  /**
   * Stops without losing a response: not ready at once, then no new requests, then the end of those under way.
   *
   * @param idle resolves when nothing is under way for clients that have gone
   */
  async stop(
    listener: Closable,
    { graceMs, drainMs, isReplaced = false }: StopTimes,
    idle: () => Promise<void>,
  ): Promise<void> {
    this.#keepsConnections = false;
    this.#isReady = isReplaced;
    // New ones come to the others: one that came at the end of the grace would be closed before its request is read.
    if (isReplaced) listener.stopListening();
    if (graceMs > 0) await pause(graceMs, true);
    const drainEndsAt = performance.now() + drainMs;
    const cut = setTimeout(() => listener.closeAllConnections(), drainMs);
    await this.#close(listener);
    this.#isReady = false;
    clearTimeout(cut);
    await Promise.race([idle(), pause(Math.max(0, drainEndsAt - performance.now()), false)]);
  }

  /** Stops at once, whatever is under way. */
  async cut(listener: Closable): Promise<void> {
    this.#isReady = false;
    this.#keepsConnections = false;
    const closed = this.#close(listener);
    listener.closeAllConnections();
    await closed;
  }

  #close({ server, closeIdleConnections }: Closable): Promise<void> {
    return new Promise((resolve) => {
      this.#isClosing = true;
      server.close(() => resolve());
      closeIdleConnections();
    });
  }
}
