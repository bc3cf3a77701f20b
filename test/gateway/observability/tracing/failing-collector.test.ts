import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../../../support/network/free-port.ts';
import { startListening } from '../../../support/network/listen.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';
import { startTracedGateway as start } from './traced-gateway.ts';

const messages = (lines: readonly string[]): unknown[] => lines.map((line) => JSON.parse(line));

const askTimes = async (gateway: Awaited<ReturnType<typeof start>>, times: number): Promise<void> => {
  for (let at = 0; at < times; at += 1) {
    expect((await gateway.ask('{ sections { label } }')).errors).toEqual([]);
  }
};

describe('A collector', () => {
  it('that refuses spans costs no response: they count as failed, and one line says so', async () => {
    await using collector = await startOtlpReceiver({ statuses: [400] });
    const gateway = await start(collector.url, {
      batch: { scheduledDelayMillis: 60_000, maxExportBatchSize: 1 },
    });
    await askTimes(gateway, 3);
    await gateway.flush();
    expect(gateway.counted).toEqual({ exported: 0, failed: 4, dropped: 0 });
    expect(messages(gateway.lines)).toMatchObject([
      { level: 40, code: 400, msg: 'Traces cannot be sent to the collector.' },
    ]);
  });

  it('that is busy gets the same spans again when it says', async () => {
    await using collector = await startOtlpReceiver({ statuses: [503, 429, 200], retryAfter: '0' });
    const gateway = await start(collector.url);
    await askTimes(gateway, 1);
    await gateway.flush();
    expect(collector.requests).toHaveLength(3);
    expect(gateway.counted).toEqual({ exported: 2, failed: 0, dropped: 0 });
    expect(gateway.lines).toEqual([]);
  });

  it('that works again has a line for it', async () => {
    await using collector = await startOtlpReceiver({ statuses: [400, 200] });
    const gateway = await start(collector.url, {
      batch: { scheduledDelayMillis: 60_000, maxExportBatchSize: 2 },
    });
    await askTimes(gateway, 3);
    await gateway.flush();
    expect(gateway.counted).toEqual({ exported: 2, failed: 2, dropped: 0 });
    expect(messages(gateway.lines)).toMatchObject([
      { level: 40, msg: 'Traces cannot be sent to the collector.' },
      { level: 30, msg: 'Traces are sent to the collector again.' },
    ]);
  });

  it('that is gone costs no response, and holds the end of the program no longer than it may', async () => {
    const url = new URL(`http://127.0.0.1:${await findFreePort()}`);
    const gateway = await start(url, { flushMs: 20 });
    await askTimes(gateway, 1);
    await gateway.flush();
    expect(gateway.counted).toMatchObject({ exported: 0, dropped: 0 });
    expect(gateway.lines.join('')).not.toContain(url.host);
  });

  it('that never responds costs no response: what waits is bounded, and the rest is dropped and counted', async () => {
    await using collector = await startOtlpReceiver({ isHung: true });
    const gateway = await start(collector.url, {
      maxQueue: 4,
      batch: { scheduledDelayMillis: 60_000, maxExportBatchSize: 2 },
      flushMs: 20,
    });
    // The first makes two spans, the others one each: two are on their way, four wait, three are dropped.
    await askTimes(gateway, 8);
    expect(gateway.counted).toEqual({ exported: 0, failed: 0, dropped: 3 });
    await gateway.flush();
    expect(gateway.counted).toMatchObject({ exported: 0, dropped: 3 });
    expect(messages(gateway.lines)).toMatchObject([
      { level: 40, waiting: 4, msg: 'Spans are dropped: too many wait for the collector.' },
    ]);
  });

  it('that responds without end is read no further than it may', async () => {
    const server = createServer((request, response) => {
      request.resume();
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    });
    await using listening = await startListening(server);
    const gateway = await start(new URL(`http://127.0.0.1:${listening.port}`));
    await askTimes(gateway, 1);
    await gateway.flush();
    expect(gateway.counted).toEqual({ exported: 0, failed: 2, dropped: 0 });
  });
});
