import { describe, expect, it } from 'vitest';
import { createMetricsCollector } from '../../../src/workers/all-metrics.ts';
import type { WorkerProcess } from '../../../src/workers/worker-process.ts';

const silentWorker = (number: number): WorkerProcess => ({
  number,
  pid: null,
  exited: new Promise(() => {}),
  send: () => {},
  onReport: () => {},
  kill: () => {},
});

const counted = (value: number) => ({
  name: 'requests_total',
  help: 'Requests.',
  type: 'counter',
  aggregator: 'sum',
  values: [{ value, labels: {} }],
});
describe('createMetricsCollector', () => {
  it('keeps what a worker counted after it was asked last, which it reports as it leaves', async () => {
    const collector = createMetricsCollector();
    const worker = silentWorker(1);
    const collected = collector.collect([worker]);
    collector.take(worker, [counted(5)]);
    await collected;
    collector.take(worker, [counted(8)]);
    collector.keep(worker);
    expect(await collector.collect([])).toEqual([[counted(8)]]);
  });

  it('does not wait for a worker that dies while it is asked', async () => {
    const collector = createMetricsCollector(2 ** 31 - 1);
    const [first, second] = [silentWorker(1), silentWorker(2)];
    const collected = collector.collect([first, second]);
    collector.take(first, [counted(1)]);
    collector.keep(second);
    expect(await collected).toEqual([[counted(1)]]);
  });

  it('waits once for a worker that hangs, and counts what it says late', async () => {
    const collector = createMetricsCollector(50);
    const [first, second] = [silentWorker(1), silentWorker(2)];
    const response = (worker: WorkerProcess, count: number): void => collector.take(worker, [counted(count)]);
    const collected = collector.collect([first, second]);
    response(first, 1);
    expect(await collected).toEqual([[counted(1)]]);
    // With a limit of fifty milliseconds a thousand would take long.
    for (let count = 2; count < 1_002; count += 1) {
      const again = collector.collect([first, second]);
      response(first, count);
      expect(await again).toEqual([[counted(count)]]);
    }
    response(second, 7);
    const all = collector.collect([first, second]);
    response(first, 2);
    response(second, 8);
    expect(await all).toEqual([[counted(2)], [counted(8)]]);
  });
});
