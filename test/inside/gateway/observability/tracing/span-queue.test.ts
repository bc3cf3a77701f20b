import { describe, expect, it } from 'vitest';
import { REQUEST_END } from '../../../../../src/gateway/observability/tracing/otlp-json.ts';
import { type SpanBatch, SpanQueue } from '../../../../../src/gateway/observability/tracing/span-queue.ts';

const HEAD = '{"spans":[';

const textOf = (batch: SpanBatch): string => Buffer.from(batch.body).toString('latin1');

/** A queue whose batches are not taken before `takeAll`. */
const startQueue = (batchSpans: number) => {
  const bodies: SpanBatch[] = [];
  const texts: string[] = [];
  let takeAll: () => void = () => {};
  const taken = new Promise<void>((resolve) => {
    takeAll = resolve;
  });
  const queue = new SpanQueue({
    head: HEAD,
    maxSpans: 1_000,
    batchSpans,
    delayMs: 60_000,
    send: async (batch) => {
      bodies.push(batch);
      await taken;
      texts.push(textOf(batch));
    },
    onDrop: () => {},
  });
  return { queue, texts, bodies, takeAll };
};

describe('Spans that wait', () => {
  it.each([1, 3, 1_000])('are sent each once and in their order, in batches of %d', async (batchSpans) => {
    const { queue, texts, takeAll } = startQueue(batchSpans);
    const spans = Array.from({ length: 300 }, (_, at) => `{"at":${at}}`);
    for (const span of spans) queue.add(span);
    takeAll();
    await queue.flush();
    const sent = texts.flatMap((text) => {
      expect(text.startsWith(HEAD) && text.endsWith(REQUEST_END)).toBe(true);
      return text.slice(HEAD.length, -REQUEST_END.length).split(',');
    });
    expect(sent).toEqual(spans);
  });

  it('take no more memory than they have bytes, twice, however small the batches are', async () => {
    const { queue, bodies, takeAll } = startQueue(1);
    const span = `{"name":"${'x'.repeat(1_000)}"}`;
    for (let at = 0; at < 500; at += 1) queue.add(span);
    takeAll();
    await queue.flush();
    expect(bodies).toHaveLength(500);
    const buffers = new Set(bodies.map(({ body }) => body.buffer));
    const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(bytes).toBeLessThan(2 * 500 * (HEAD.length + span.length + REQUEST_END.length));
  });
});
