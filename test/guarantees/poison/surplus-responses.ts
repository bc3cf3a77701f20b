/** A service that responds more often than it is asked. */
import type { Socket } from 'node:net';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { createCallers } from './callers.ts';
import { responseOf, startRawService } from './raw-service.ts';

/** When the response too many comes. */
const moments: Readonly<Record<string, (socket: Socket, response: string, surplus: string) => void>> = {
  'in one piece': (socket, response, surplus) => socket.write(response + surplus),
  'in the same moment': (socket, response, surplus) => {
    socket.write(response);
    socket.write(surplus);
  },
  'a turn later': (socket, response, surplus) => {
    socket.write(response);
    setImmediate(() => socket.write(surplus));
  },
  '1 ms later': (socket, response, surplus) => {
    socket.write(response);
    setTimeout(() => socket.write(surplus), 1);
  },
  'its second half a turn later': (socket, response, surplus) => {
    socket.write(response + surplus.slice(0, 30));
    setImmediate(() => socket.write(surplus.slice(30)));
  },
  'behind the last response': (socket, response, surplus) =>
    socket.end(response.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n') + surplus),
  'behind the end': (socket, response, surplus) => {
    socket.write(response);
    setImmediate(() => socket.end(surplus));
  },
  'its head alone': (socket, response, surplus) => socket.write(response + surplus.slice(0, surplus.indexOf('{'))),
};

/** Moments in which it is there before the connection can be used again, however busy that is. */
const atOnce: ReadonlySet<string> = new Set([
  'in one piece',
  'in the same moment',
  'its second half a turn later',
  'behind the last response',
  'its head alone',
]);

/** The longest that a surplus response is on its way. */
const ON_ITS_WAY_MS = 5;

/**
 * Makes `amount` calls for each moment in which a response too many comes behind every first to third response.
 *
 * An idle connection detects it: nobody ever gets what came on it. Where calls follow each other without a pause, HTTP/1.1 has no
 * means to distinguish a late response from the one that was asked for: there the figures count them.
 */
export const runSurplusResponses: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  let late = 0;
  let busyCalls = 0;
  for (const [moment, send] of Object.entries(moments)) {
    for (const every of [1, 2, 3]) {
      for (const lanes of [1, 8]) {
        for (const isPaused of [true, false]) {
          await using service = await startRawService(({ token, number, socket }) => {
            const response = responseOf({ token });
            if (number % every === 0) send(socket, response, responseOf({ token: `surplus-of-${token}` }));
            else socket.write(response);
          });
          await using callers = createCallers(service.url);
          const isPromised = isPaused || atOnce.has(moment);
          await inLanes(amount, isPaused ? 1 : lanes, async () => {
            oracle.count();
            // What breaks a connection under a call may fail that; it must not be its response.
            const reply = await callers.callOnce('safe').catch(() => null);
            if (isPaused) await new Promise((resolve) => setTimeout(resolve, ON_ITS_WAY_MS));
            if (!isPromised) busyCalls += 1;
            if (reply === null || reply.token === reply.answered) return;
            if (isPromised)
              oracle.fail(`A response too many ${moment}, ${lanes} in parallel: ${reply.token} had ${reply.answered}`);
            else late += 1;
          });
        }
      }
    }
  }
  return oracle.outcome('surplus responses', seed, [
    `late responses without a pause: ${figure(late)} of ${figure(busyCalls)} callers had another's`,
  ]);
};
