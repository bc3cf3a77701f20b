/** Timers that a test moves on. */
import { buildConnector } from 'undici';
import { onTestFinished, vi } from 'vitest';

/** Replaces the timers of this process, and its clock where that is named, until the test is over. */
export const useFakeTimers = (...clock: 'performance'[]): void => {
  // undici keeps its first timer for good: it would never fire again for later tests of this process.
  buildConnector({ timeout: 60_000 })({ protocol: 'http:', hostname: '127.0.0.1', port: '9' }, () => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', ...clock] });
  onTestFinished(() => void vi.useRealTimers());
};
