import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationScope } from '../../../src/gateway/operation/operation-scope.ts';
import { clientAt } from '../../support/client-identity.ts';

describe('The deadline of an operation', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('leaves its calls no time when its timer fires, though the clock has not come so far', () => {
    const scope = new OperationScope('request-1', clientAt('192.0.2.1'));
    scope.startDeadline(60_000);
    scope.keepDeadline();
    const left: number[] = [];
    scope.signal.addEventListener('abort', () => void left.push(scope.timeLeftMs()), { once: true });
    expect(scope.timeLeftMs()).toBeGreaterThan(30_000);
    vi.advanceTimersByTime(60_000);
    expect(left).toHaveLength(1);
    expect(left[0]).toBeLessThanOrEqual(0);
  });
});
