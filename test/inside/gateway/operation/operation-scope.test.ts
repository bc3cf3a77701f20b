import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationScope } from '../../../../src/gateway/operation/operation-scope.ts';
import { clientAt } from '../../../support/client-identity.ts';
import { standStill } from '../../../support/stand-still.ts';

describe('The deadline of an operation', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }));
  afterEach(() => void vi.useRealTimers());

  it('leaves its calls no time when its timer fires, though the clock has not come so far', () => {
    const scope = new OperationScope('request-1', clientAt('192.0.2.1'));
    scope.startDeadline(60_000);
    scope.keepDeadline();
    const left: number[] = [];
    scope.signal.addEventListener('abort', () => void left.push(scope.timeLeftMs()), { once: true });
    expect(scope.timeLeftMs()).toBeGreaterThan(30_000);
    vi.advanceTimersByTime(60_010);
    expect(left).toHaveLength(1);
    expect(left[0]).toBeLessThanOrEqual(0);
  });
});

it('The time of an operation does not end it when its result is there after the process stood still', async () => {
  const scope = new OperationScope('request-1', clientAt('192.0.2.1'));
  scope.startDeadline(20);
  // Timers come before the next immediates.
  await turn();
  scope.keepDeadline();
  setImmediate(() => scope.finish());
  standStill(40);
  for (let at = 0; at < 4; at += 1) await turn();
  expect(scope.signal.aborted).toBe(false);
});
