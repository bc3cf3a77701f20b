/** The connections to the service: clients of undici, each with one connection and one request at a time. */
import { type buildConnector, Client } from 'undici';

/** Options of the connections. Times are in milliseconds. */
export interface ServiceConnectionOptions {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly connections: number;
  /** Makes one. One for all, so that they share their TLS sessions. */
  readonly connect: buildConnector.connector;
  readonly keepAliveTimeoutMs: number;
  /** For how long one is used, up to a fifth less, at random; 0 for as long as it holds. */
  readonly maxAgeMs: number;
  /** A clock in milliseconds that never goes back. */
  readonly monotonicNow: () => number;
  /** Random numbers from 0 up to 1. */
  readonly random: () => number;
}

/** On which connection a request goes: one that is kept from request to request, or one on which nothing has been sent. */
export type ConnectionAge = 'kept' | 'fresh';

/** The connections. Disposing of it ends the requests under way, and closes them all. */
export type ServiceConnections = ReturnType<typeof createServiceConnections>;

const MAX_REQUESTS_PER_CONNECTION = 1000;

/**
 * Creates the connections, none at first.
 *
 * undici looks for a response that nobody asked for, and for the end of the connection, before it uses one that was idle: it lets the
 * event loop poll once (GHSA-35p6-xmwp-9g52). It knows a connection for idle only when nothing waits for it, so one that comes back
 * is handed out a tick later. Not undici's `Pool`: that has no fresh connection within the same bound.
 */
export const createServiceConnections = (options: ServiceConnectionOptions) => {
  const { origin, connections, connect, keepAliveTimeoutMs, maxAgeMs, monotonicNow, random } = options;
  /** Each with the time from which on it is not used again. */
  const all = new Map<Client, number>();
  const free: Client[] = [];
  let returned: Client[] = [];
  /** Requests for which one of those will do. */
  let waiting: (() => void)[] = [];
  let isDisposed = false;

  const open = (): Client => {
    // No interceptor, no redirect handler: they know `Authorization` for a secret, but not `Authorisation`.
    const client = new Client(origin, {
      connect,
      allowH2: false,
      pipelining: 1,
      // The time of a request is kept by its own timer; these are second at most.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: keepAliveTimeoutMs,
      keepAliveMaxTimeout: keepAliveTimeoutMs,
      // undici makes the request after so many the last one.
      maxRequestsPerClient: MAX_REQUESTS_PER_CONNECTION - 1,
    });
    // A name is resolved with each connection: one that is used for ever never learns that the service has moved. Not all at once.
    const endsAt = maxAgeMs === 0 ? Number.POSITIVE_INFINITY : monotonicNow() + maxAgeMs * (1 - random() / 5);
    if (isDisposed) void client.destroy();
    else all.set(client, endsAt);
    return client;
  };

  const close = (client: Client): void => {
    all.delete(client);
    void client.destroy();
  };

  const isOld = (client: Client): boolean => monotonicNow() >= (all.get(client) ?? 0);

  /** A new connection, in place of the one that has idled longest where there are as many as there may be. */
  const openFresh = (): Client | null => {
    if (all.size < connections) return open();
    const replaced = free.shift() ?? returned.shift();
    if (replaced === undefined) return null;
    close(replaced);
    return open();
  };

  const takeKept = (): Client | null => {
    let kept = free.pop();
    while (kept !== undefined && isOld(kept)) {
      close(kept);
      kept = free.pop();
    }
    if (kept !== undefined) return kept;
    return returned.length > waiting.length || all.size >= connections ? null : open();
  };

  /**
   * Takes a connection for one request, now or a tick later, when one is free. Whoever takes sees to it that no more are taken than
   * there are.
   */
  const take = (age: ConnectionAge, use: (client: Client) => void): void => {
    const client = age === 'kept' ? takeKept() : openFresh();
    if (client === null) waiting.push(() => take(age, use));
    else use(client);
  };

  const endTick = (): void => {
    // Here and not when it comes back: undici is still busy with its last response then.
    for (const client of returned) {
      if (isOld(client)) close(client);
      else free.push(client);
    }
    returned = [];
    const requests = waiting;
    waiting = [];
    for (const send of requests) send();
  };

  return {
    take,
    /** Gives a connection back when the response is read, or the request has failed. */
    giveBack: (client: Client): void => {
      if (returned.push(client) === 1) setImmediate(endTick);
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      isDisposed = true;
      await Promise.all(Array.from(all.keys(), (client) => client.destroy()));
    },
  };
};
