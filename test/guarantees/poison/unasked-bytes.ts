/** Bytes that nobody asked for, and ends of connections, that come while the process is busy: the next caller has its own response. */
import type { Socket } from 'node:net';
import { createOracle } from '../oracle.ts';
import type { RunGroup } from '../outcome.ts';
import { createCallers } from './callers.ts';
import { responseOf, startRawService } from './raw-service.ts';

const poison = responseOf({ token: 'nobody' });

/** What comes on a connection that is not in use. It is in the kernel as soon as it is written. */
const surprises: Readonly<Record<string, (socket: Socket) => void>> = {
  'a response': (socket) => socket.write(poison),
  'two responses': (socket) => socket.write(poison + poison),
  'a head': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n'),
  'the beginning of a head': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-'),
  'one byte': (socket) => socket.write('H'),
  'a response in chunks': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
  'early hints': (socket) => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  'a request time-out': (socket) => {
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    socket.destroy();
  },
  'what is no HTTP': (socket) => socket.write('SSH-2.0-OpenSSH\r\n'),
  'the end': (socket) => socket.destroy(),
  'a reset': (socket) => socket.resetAndDestroy(),
};

const BUSY_MS = 2;

const keepBusy = (): void => {
  const endsAt = performance.now() + BUSY_MS;
  while (performance.now() < endsAt);
};

const passTurns = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
};

/** Has each surprise come before a call, `amount` times for each state of the connection. */
export const runUnaskedBytes: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  for (const [what, send] of Object.entries(surprises)) {
    for (const retry of ['safe', 'never'] as const) {
      for (const turns of [0, 1, 2, 5]) {
        let last: Socket | null = null;
        await using service = await startRawService(({ token, socket }) => {
          last = socket;
          socket.write(responseOf({ token }));
        });
        await using callers = createCallers(service.url, { connections: 1 });
        for (let round = 0; round < amount; round += 1) {
          oracle.count();
          await callers.callOnce('safe');
          await passTurns(turns);
          if (last !== null) send(last);
          keepBusy();
          const name = `${what} before a ${retry} call, ${turns} turns after the last response`;
          try {
            const { token, answered } = await callers.callOnce(retry);
            if (token !== answered) oracle.fail(`${name}: ${token} had the response to ${answered}`);
          } catch (error) {
            oracle.fail(`${name}: ${String(error)}`);
          }
        }
      }
    }
  }
  return oracle.outcome('unasked bytes', seed);
};
