import { describe, expect, it } from 'vitest';
import { createMetricsCollector } from '../../src/workers/all-metrics.ts';
import type { WorkerProcess } from '../../src/workers/worker-process.ts';

const silentWorker = (id: number): WorkerProcess => ({
  id,
  pid: null,
  exited: new Promise(() => {}),
  tell: () => {},
  onReport: () => {},
  kill: () => {},
});

describe('createMetricsCollector', () => {
  it('leaves out a worker that does not answer in time', async () => {
    const collector = createMetricsCollector(1);
    const [first, second] = [silentWorker(1), silentWorker(2)];
    const collected = collector.collect([first, second]);
    collector.take(first, { kind: 'own metrics', id: 1, snapshot: [{ name: 'one' }] });
    expect(await collected).toEqual([[{ name: 'one' }]]);
    collector.take(second, { kind: 'own metrics', id: 1, snapshot: [{ name: 'too late' }] });
  });

  it('has nothing when there is nobody to ask', async () => {
    expect(await createMetricsCollector().collect([])).toEqual([]);
  });
});
