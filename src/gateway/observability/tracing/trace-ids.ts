/** Ids of traces and spans. */
import { randomFillSync } from 'node:crypto';

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

/** Random bytes are had cheaply only when many are asked for at once. */
const pool = Buffer.alloc(TRACE_BYTES * 256);
let used = pool.length;

const randomHex = (bytes: number): string => {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const from = used;
  used += bytes;
  return pool.toString('hex', from, used);
};

/** Makes the id of a trace: 32 hexadecimal digits. */
export const newTraceId = (): string => randomHex(TRACE_BYTES);

/** Makes the id of a span: 16 hexadecimal digits. */
export const newSpanId = (): string => randomHex(SPAN_BYTES);
