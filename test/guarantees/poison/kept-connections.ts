/** Connections to the service that are kept: what comes on them unasked, and when the service closes them. */
import type { Socket } from 'node:net';
import { postOperation } from '../../support/graphql-client.ts';
import { TestClock, captureLog, startGatewayAt } from '../../support/running-gateway.ts';
import { inLanes } from '../lanes.ts';
import { startProgramAt } from '../load/program.ts';
import { createOracle } from '../oracle.ts';
import { type Outcome, type RunGroup, figure } from '../outcome.ts';
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

const TOKEN = 'token-of-a-seller';
const RELIST =
  'mutation ($ids: [ID!]!) { relistListings(input: { ids: $ids }) { userErrors { message } listings { id } } }';

/** A gateway in this process, or the program in its own. */
interface AskedGateway extends AsyncDisposable {
  readonly url: URL;
}

const startGatewayFor = (service: URL, main: string | null): Promise<AskedGateway> =>
  main === null
    ? startGatewayAt(service, {}, new TestClock(), captureLog())
    : startProgramAt(main, service, { RATE_PER_ADDRESS_PER_MINUTE: '1000000', RATE_PER_TOKEN_PER_MINUTE: '1000000' });

/**
 * Relists `amount` listings for each way in which connections end behind every third response, one after the other and in parallel.
 *
 * @param main path of the compiled `main.js`; null for a gateway in this process
 */
export const runChangesThroughGateway = async (amount: number, main: string | null): Promise<Outcome> => {
  using oracle = createOracle();
  let changes = 0;
  for (const [what, end] of Object.entries(ends)) {
    for (const lanes of [1, 8]) {
      const name = `${what}, ${lanes} in parallel`;
      await using service = await startRawService(({ body, number, socket }) => {
        const id = Number(/\d+/.exec(body)?.[0]);
        const response = responseOf({ Result: 0, Items: [id], Errors: [] });
        if (number % 3 === 0) end(socket, response);
        else socket.write(response);
      });
      await using gateway = await startGatewayFor(service.url, main);
      const url = new URL('/graphql', gateway.url);
      const before = service.requests.length;
      await inLanes(amount, lanes, async (number) => {
        oracle.count();
        const { text } = await postOperation(url, RELIST, { token: TOKEN, variables: { ids: [String(number + 1)] } });
        if (!text.includes('"userErrors":[]')) oracle.fail(`${name}: ${text.slice(0, 300)}`);
      });
      // What it reads when it starts has no body, and may come as late as the first changes.
      const sent = service.requests.slice(before).flatMap(({ body }) => (body === '' ? [] : [body]));
      changes += sent.length;
      if (sent.length !== new Set(sent).size) oracle.fail(`${name}: a change arrived twice`);
      if (sent.length !== amount) {
        oracle.fail(`${name}: ${figure(amount)} changes were made, ${figure(sent.length)} arrived`);
      }
    }
  }
  return oracle.outcome('changes, connections closed', null, [`${figure(changes)} changes, each sent once`]);
};
