/** Bounds the connections of clients: of too many, the one goes that has waited longest for its next request. */

import type { Socket } from 'node:net';
import type { ConnectionCount } from '../observability/metrics/server-load.ts';
import type { BudgetLimits } from './connection-budget.ts';

/** The connections of clients. */
export interface ConnectionLimiter {
  /**
   * Takes a new connection. When there are too many, the longest idle is closed for it; false when none is idle.
   *
   * @param network that of its client; null when it is unknown
   */
  admit(socket: Socket, network: string | null): boolean;
  /** A request of a connection begins: it is not idle until `onEnd` has come as often. */
  onBegin(socket: Socket): void;
  onEnd(socket: Socket): void;
  /** Connections by what they do now. */
  readonly count: ConnectionCount;
}

/** Options of the limiter. */
export interface ConnectionLimiterOptions {
  /** Connections at once. */
  readonly limits: BudgetLimits;
  /** Called for each connection that is closed because there are too many. */
  readonly onEvict: (limit: keyof BudgetLimits) => void;
}

/** State of a connection. */
interface Place {
  readonly socket: Socket;
  readonly network: string | null;
  /** Requests under way. */
  busy: number;
  /** When it became idle, in the order of all connections. */
  idleSince: number;
}

/** Share of the connections that one search finds: with a search for each, every new connection would look at all. */
const SEARCHED_SHARE = 1 / 16;

/**
 * Connections that are bounded together. The longest idle are looked for when there are too many: a list of idle connections that
 * changes with each request would be kept alive by V8 (docs/performance.md).
 */
class PlaceGroup {
  readonly #places = new Set<Place>();
  /** Those that were idle longest when they were looked for, the longest last. */
  #longest: { readonly place: Place; readonly since: number }[] = [];

  get size(): number {
    return this.#places.size;
  }

  add(place: Place): void {
    this.#places.add(place);
  }

  delete(place: Place): void {
    this.#places.delete(place);
  }

  /** Forgets what was looked for: it holds connections that are closed. */
  forget(): void {
    if (this.#longest.length > 0) this.#longest = [];
  }

  /** The connection that has been idle longest; null when none is idle. */
  longestIdle(): Place | null {
    for (;;) {
      if (this.#longest.length === 0) this.#search();
      const next = this.#longest.pop();
      if (next === undefined) return null;
      const { place, since } = next;
      // Whatever became idle since then has not been idle for as long as those that are left.
      if (place.busy === 0 && place.idleSince === since && this.#places.has(place)) return place;
    }
  }

  #search(): void {
    const idle = [...this.#places]
      .filter(({ busy }) => busy === 0)
      .sort((one, other) => one.idleSince - other.idleSince);
    const found = idle.slice(0, Math.max(1, Math.ceil(this.#places.size * SEARCHED_SHARE)));
    this.#longest = found.toReversed().map((place) => ({ place, since: place.idleSince }));
  }
}

/** Creates the places, all free. */
export const createConnectionLimiter = ({ limits, onEvict }: ConnectionLimiterOptions): ConnectionLimiter => {
  const places = new Map<Socket, Place>();
  const all = new PlaceGroup();
  const byNetwork = new Map<string, PlaceGroup>();
  let turn = 0;
  let active = 0;

  const becomeIdle = (place: Place): void => {
    turn += 1;
    place.idleSince = turn;
  };

  const addToNetwork = (network: string, place: Place): void => {
    const group = byNetwork.get(network) ?? new PlaceGroup();
    byNetwork.set(network, group);
    group.add(place);
  };

  const remove = (place: Place): void => {
    if (!places.delete(place.socket)) return;
    if (place.busy > 0) active -= 1;
    all.delete(place);
    const { network } = place;
    const group = network === null ? undefined : byNetwork.get(network);
    group?.delete(place);
    if (network !== null && group?.size === 0) byNetwork.delete(network);
  };

  /** Ensures that a group has capacity for one more. */
  const evictFor = (group: PlaceGroup, limit: keyof BudgetLimits): boolean => {
    if (limits[limit] === 0 || group.size < limits[limit]) {
      group.forget();
      return true;
    }
    onEvict(limit);
    const longest = group.longestIdle();
    if (longest === null) return false;
    remove(longest);
    longest.socket.destroy();
    return true;
  };

  return {
    admit: (socket, network) => {
      const isBounded = network !== null && limits.perNetwork > 0;
      const ofNetwork = isBounded ? byNetwork.get(network) : undefined;
      if (ofNetwork !== undefined && !evictFor(ofNetwork, 'perNetwork')) return false;
      if (!evictFor(all, 'perProcess')) return false;
      const place: Place = { socket, network, busy: 0, idleSince: 0 };
      becomeIdle(place);
      places.set(socket, place);
      all.add(place);
      // Only now: a network whose connections find no place must not be kept, and one may just have lost its last.
      if (isBounded) addToNetwork(network, place);
      socket.once('close', () => remove(place));
      return true;
    },
    onBegin: (socket) => {
      const place = places.get(socket);
      if (place === undefined) return;
      if (place.busy === 0) active += 1;
      place.busy += 1;
    },
    onEnd: (socket) => {
      const place = places.get(socket);
      if (place === undefined || place.busy === 0) return;
      place.busy -= 1;
      if (place.busy > 0) return;
      active -= 1;
      becomeIdle(place);
    },
    get count() {
      return { active, idle: places.size - active };
    },
  };
};
