/** A service that closes its connections without saying so: no call fails by that, and no change is sent twice or ends unknown. */
import type { Socket } from 'node:net';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { createCallers } from './callers.ts';
import { responseOf, startRawService } from './raw-service.ts';

/** How a connection ends behind a response. */
export const ends: Readonly<Record<string, (socket: Socket, response: string) => void>> = {
  'the end right behind': (socket, response) => socket.end(response),
  'the end in the same moment': (socket, response) => {
    socket.write(response);
    socket.destroy();
  },
  'the end a turn later': (socket, response) => {
    socket.write(response);
    setImmediate(() => socket.end());
  },
  'the end 1 ms later': (socket, response) => {
    socket.write(response);
    setTimeout(() => socket.end(), 1);
  },
  'a reset 1 ms later': (socket, response) => {
    socket.write(response);
    setTimeout(() => socket.resetAndDestroy(), 1);
  },
};

/** Ends that may meet a request which is on its way: then it has to be sent again, as often as the budget for that allows. */
const lateEnds: ReadonlySet<string> = new Set(['the end 1 ms later', 'a reset 1 ms later']);

/** Makes `amount` calls for each way in which connections end behind every first to fifth response, as far as there are so many. */
export const runClosingConnections: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  let changes = 0;
  for (const [what, end] of Object.entries(ends)) {
    for (const every of [1, 2, 3, 4, 5].filter((count) => count <= Math.max(1, amount))) {
      for (const lines of [[], ['Connection: close']]) {
        for (const lanes of [1, 8]) {
          for (const retry of ['safe', 'never'] as const) {
            await using service = await startRawService(({ token, number, socket }) => {
              const isLast = number % every === 0;
              const response = responseOf({ token }, ...(isLast ? lines : []));
              if (isLast) end(socket, response);
              else socket.write(response);
            });
            await using callers = createCallers(service.url, { retryPercent: lateEnds.has(what) ? 100 : 10 });
            const name = `${what} behind every ${every}. response, ${lines.join() || 'unannounced'}, ${lanes} in parallel, ${retry}`;
            await inLanes(amount, lanes, async () => {
              oracle.count();
              try {
                const { token, answered } = await callers.call(retry);
                if (token !== answered) oracle.fail(`${name}: ${token} had the response to ${answered}`);
              } catch (error) {
                oracle.fail(`${name}: ${String(error)}`);
              }
            });
            if (retry === 'safe') continue;
            changes += amount;
            if (service.requests.length !== amount) {
              oracle.fail(`${name}: ${amount} changes were made, ${service.requests.length} arrived`);
            }
          }
        }
      }
    }
  }
  return oracle.outcome('closing connections', seed, [`${figure(changes)} changes, each sent once`]);
};
