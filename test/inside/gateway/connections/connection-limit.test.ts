import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createConnectionLimiter } from '../../../../src/gateway/connections/connection-limit.ts';

const createPlaces = (perProcess: number, perNetwork = 0) => {
  const evicted: string[] = [];
  const places = createConnectionLimiter({
    limits: { perProcess, perNetwork },
    onEvict: (limit) => evicted.push(limit),
  });
  /** A new connection, or null when there is no place for it. */
  const open = (network: string | null = null): Socket | null => {
    const socket = new Socket();
    return places.admit(socket, network) ? socket : null;
  };
  const openAll = (count: number, network: string | null = null): Socket[] =>
    Array.from({ length: count }, () => open(network)).filter((socket) => socket !== null);
  return { places, evicted, open, openAll };
};

/** Which of the connections are closed, by their position. */
const closedOf = (sockets: readonly Socket[]): number[] =>
  sockets.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));

/** A request and its response. */
const use = ({ places }: ReturnType<typeof createPlaces>, socket: Socket | undefined): void => {
  if (socket === undefined) throw new Error('There is no such connection.');
  places.onBegin(socket);
  places.onEnd(socket);
};

describe('Connections of clients', () => {
  it('lose the one that has been idle longest to each that is too many, whatever was used meanwhile', () => {
    const opened = createPlaces(100);
    const sockets = opened.openAll(100);
    expect(closedOf(sockets)).toEqual([]);
    opened.open();
    expect(closedOf(sockets)).toEqual([0]);
    // Those that were found with the first as next in turn are not idle for longest any more.
    for (const index of [1, 3]) use(opened, sockets[index]);
    for (let more = 0; more < 4; more += 1) opened.open();
    expect(closedOf(sockets)).toEqual([0, 2, 4, 5, 6]);
    for (let more = 0; more < 93; more += 1) opened.open();
    expect(closedOf(sockets)).toHaveLength(98);
    expect(closedOf(sockets)).not.toContain(1);
    expect(opened.evicted).toEqual(Array.from({ length: 98 }, () => 'perProcess'));
  });

  it('with a request under way are left alone, and a new one finds no place while all are', () => {
    const { places, openAll, open } = createPlaces(3);
    const sockets = openAll(3);
    for (const socket of sockets) places.onBegin(socket);
    expect(open()).toBeNull();
    expect(places.count).toEqual({ active: 3, idle: 0 });
    const [, second] = sockets;
    if (second !== undefined) places.onEnd(second);
    expect(open()).not.toBeNull();
    expect(closedOf(sockets)).toEqual([1]);
    expect(places.count).toEqual({ active: 2, idle: 1 });
  });

  it('of one address lose their own idle ones, and take no place of others', () => {
    const { evicted, openAll } = createPlaces(100, 10);
    const others = openAll(80, 'other');
    expect(others.filter(({ destroyed }) => !destroyed)).toHaveLength(10);
    const quiet = openAll(5, 'quiet');
    const unknown = openAll(20);
    const loud = openAll(1_000, 'loud');
    expect(loud.filter(({ destroyed }) => !destroyed)).toHaveLength(10);
    expect(closedOf(quiet)).toEqual([]);
    expect(closedOf(unknown)).toEqual([]);
    expect(new Set(evicted)).toEqual(new Set(['perNetwork']));
  });

  it('leave their place when they close, busy or not', async () => {
    const { places, open } = createPlaces(2, 1);
    const first = open('a');
    const second = open('b');
    if (first === null || second === null) throw new Error('There was no place.');
    places.onBegin(first);
    expect(places.count).toEqual({ active: 1, idle: 1 });
    const closed = [first, second].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    first.destroy();
    second.destroy();
    await Promise.all(closed);
    expect(places.count).toEqual({ active: 0, idle: 0 });
    // What ends late does not count twice.
    places.onEnd(first);
    expect(places.count).toEqual({ active: 0, idle: 0 });
    expect(open('a')).not.toBeNull();
    expect(open('a')).not.toBeNull();
    expect(places.count).toEqual({ active: 0, idle: 1 });
  });
});
