/** Faults of time and of connections: slow, hung, dripping, reset, closed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Struck } from '../faulty-service.ts';
import { type Fault, fault } from './fault.ts';

/** Milliseconds between two drops; many of them are longer than a gateway waits for the whole. */
const DROP_MS = 25;

const head = ({ response, good }: Struck, length: number = good.bytes.length): void => {
  response.writeHead(200, { 'content-type': good.contentType, 'content-length': length });
};

/** Sends bytes one by one until the other side is gone. */
const drip = async (struck: Struck, bytes: Buffer): Promise<void> => {
  for (const byte of bytes) {
    if (struck.socket.destroyed) return;
    struck.socket.write(Buffer.of(byte));
    await pause(DROP_MS);
  }
  struck.socket.destroy();
};

const rawHead = ({ good }: Struck): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${good.contentType}\r\ncontent-length: ${good.bytes.length}\r\n\r\n`;

/** Sends the head and half of the body, and does something when that is on its way. */
const afterHalf = (struck: Struck, then: () => void): void => {
  const { response, good } = struck;
  head(struck, good.bytes.length + 1);
  response.write(good.bytes.subarray(0, Math.ceil(good.bytes.length / 2)), then);
};

/** The faults. */
export const connectionFaults: readonly Fault[] = [
  fault('latency of 40 ms', async ({ respondWell }) => {
    await pause(40);
    respondWell();
  }),
  fault('no headers, ever', () => {}, { hangs: true }),
  fault('headers byte by byte', (struck) => drip(struck, Buffer.from(rawHead(struck))), { hangs: true }),
  fault(
    'body byte by byte',
    async (struck) => {
      struck.socket.write(rawHead({ ...struck, good: { ...struck.good, bytes: Buffer.alloc(1000) } }));
      await drip(struck, Buffer.alloc(1000, ' '));
    },
    { hangs: true },
  ),
  fault('no body, ever', (struck) => head(struck, struck.good.bytes.length + 1), { hangs: true }),
  fault('half a body, and then nothing', (struck) => afterHalf(struck, () => {}), { hangs: true }),
  fault('reset before headers', ({ socket }) => void socket.resetAndDestroy()),
  fault('closed before headers', ({ socket }) => void socket.end()),
  fault('reset after headers', (struck) => {
    head(struck, struck.good.bytes.length + 1);
    struck.response.flushHeaders();
    setImmediate(() => struck.socket.resetAndDestroy());
  }),
  fault('reset within the body', (struck) => afterHalf(struck, () => void struck.socket.resetAndDestroy())),
  fault('closed within the body', (struck) => afterHalf(struck, () => void struck.socket.end())),
  fault(
    'closed as soon as it is idle',
    ({ response, socket, respondWell }) => {
      response.once('finish', () => setImmediate(() => socket.destroy()));
      respondWell();
    },
    { asks: 3 },
  ),
];
