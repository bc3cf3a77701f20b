/** A client that sends bytes to a server in this process, in pieces of which each is read by itself. It waits for events, never for time. */
import { connect } from 'node:net';
import type { HttpServer } from './http-servers.ts';
import { type ReadRequest, readingOf } from './reading.ts';

/** What came of it. */
export interface StreamOutcome {
  /** Requests as they were read, in their order. */
  readonly requests: readonly ReadRequest[];
  /** What came back before the client ended its half of the connection: all of it when the server was the first to end. */
  readonly received: Buffer;
  /** Whether the server was the first to end the connection. */
  readonly isEndedByServer: boolean;
}

/** Turns of the event loop without anything happening after which nothing more happens by itself. */
const QUIET_TURNS = 5;
/** Turns after which a connection is given up: it hangs. */
const MAX_TURNS = 20_000;

const cutAt = (bytes: Buffer, cuts: readonly number[]): readonly Buffer[] =>
  [0, ...cuts]
    .map((start, index) => bytes.subarray(start, cuts[index] ?? bytes.length))
    .filter(({ length }) => length > 0);

/**
 * Sends bytes and gives what was read of them and what came back, when the connection has been closed.
 *
 * @param cuts where a further piece begins, in bytes, in rising order
 */
export const sendStream = async (
  server: HttpServer,
  bytes: Buffer,
  cuts: readonly number[] = [],
): Promise<StreamOutcome> => {
  const accepted = server.nextConnection();
  const client = connect(server.path);
  const received: Buffer[] = [];
  let written = 0;
  let [isClosed, isLost] = [false, false];
  let quietTurns = 0;
  client.on('data', (piece: Buffer) => {
    received.push(piece);
    quietTurns = 0;
  });
  client.on('error', () => {});
  client.on('close', () => {
    isClosed = true;
  });
  const peer = await accepted;
  const reading = readingOf(peer);

  const turnUntil = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      let turns = 0;
      const look = (): void => {
        turns += 1;
        isLost ||= turns > MAX_TURNS;
        if (isSo() || isLost) resolve();
        else setImmediate(look);
      };
      look();
    });
  // Who writes to a connection that the server has closed fails, and never reads what came back before.
  const isOver = (): boolean => isClosed || peer.destroyed || peer.writableEnded;
  const isRead = (): boolean => isOver() || peer.bytesRead >= written;
  const isQuiet = (): boolean => {
    if (isOver()) return true;
    quietTurns = isRead() && reading.open === 0 ? quietTurns + 1 : 0;
    return quietTurns > QUIET_TURNS;
  };

  for (const piece of cutAt(bytes, cuts)) {
    if (isOver()) break;
    client.write(piece);
    written += piece.length;
    quietTurns = 0;
    await turnUntil(isRead);
  }
  await turnUntil(isQuiet);
  const isEndedByServer = isOver();
  const before = received.length;
  if (!isEndedByServer) client.end();
  await turnUntil(() => isClosed);
  if (isLost) client.destroy();
  // What waits for its turn in the server would be attributed to the next stream.
  await turnUntil(() => reading.open === 0);
  return {
    requests: reading.requests,
    received: Buffer.concat(isEndedByServer ? received : received.slice(0, before)),
    isEndedByServer,
  };
};
