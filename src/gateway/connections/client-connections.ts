/** The connections of clients, with what is under way on each. Of too many, those go that have waited longest for their clients. */
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Linked, LinkedList } from '../../concurrency/linked-list.ts';
import { addressOf, type CountedNetwork } from '../http/client-address.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import type { ConnectionCount } from '../observability/metrics/server-load.ts';

/** Heads up to this size, in bytes as counted below, cost no more than the connection that they come on. */
const USUAL_HEAD_BYTES = 4_096;
/** Memory of a header beside its text. */
const HEADER_BYTES = 128;

/** Bytes that have come on a connection. */
export const bytesReadOf = (socket: Duplex): number => (socket instanceof Socket ? socket.bytesRead : 0);

/** Memory of headers, given as names and values in turn. */
const bytesOfHeaders = (headers: readonly string[]): number =>
  headers.reduce((bytes, text) => bytes + text.length, (headers.length / 2) * HEADER_BYTES);

/** What has been seen of a response: not the response, which would outlive its end until somebody looks again. */
export interface Pace {
  /** When its head was seen to be sent; null before. */
  sentAt: number | null;
  /** Bytes that were left to read at the last look. */
  left: number;
  /** Bytes that its client has read since, roughly: what counts is whether it is nothing, little or much. */
  taken: number;
}

const NOT_SEEN: Pace = { sentAt: null, left: 0, taken: 0 };

/** A connection. */
export class ClientConnection<Response extends GatewayResponse = GatewayResponse> implements Linked<
  ClientConnection<Response>
> {
  previous: ClientConnection<Response> | null = null;
  next: ClientConnection<Response> | null = null;
  readonly socket: Duplex;
  /** The network of the other end; null for one that cannot be told from others. */
  readonly network: string | null;
  /** Responses under way, in the order of their requests. */
  readonly open: Response[] = [];
  /** The response to its last request, until that has come in and it is over. */
  last: Response | null = null;
  /** When a request began or ended last, in the order of all connections. */
  turn: number;
  /** When its last request began, or it itself, in milliseconds. */
  beganAt: number;
  /** Bytes that had come before; while it waits for a request, until its last one was whole. */
  readBefore = 0;
  /** What has been seen of the response that its client reads. */
  readonly pace: Pace = { ...NOT_SEEN };

  constructor(socket: Duplex, network: string | null, turn: number, beganAt: number) {
    this.socket = socket;
    this.network = network;
    this.turn = turn;
    this.beganAt = beganAt;
  }

  /** Number of requests whose turn has not come. */
  get waiting(): number {
    return Math.max(0, this.open.length - 1);
  }

  /** Bytes of the head of a request that is incomplete, if they are more than usual heads have. */
  get headBytes(): number {
    if (this.last?.req.complete === true) return 0;
    const bytes =
      this.last === null ? bytesReadOf(this.socket) - this.readBefore : bytesOfHeaders(this.last.req.rawHeaders);
    return bytes > USUAL_HEAD_BYTES ? bytes : 0;
  }

  /**
   * For whom it counts: the network of its client; itself where that cannot be told from others. One network may have any number of tokens and
   * connections. Before its head has come, whom a proxy speaks for is not known yet: then the proxy itself counts.
   */
  get holder(): string | this {
    return this.open[0]?.network ?? this.network ?? this;
  }

  /** True while a part of a request is still to come. */
  get isIncomplete(): boolean {
    return this.last?.req.complete === false || this.headBytes > 0;
  }

  /** True while nothing is done for it: it waits for a request, for the rest of one, or for its client to read. */
  get isUpToClient(): boolean {
    const [first] = this.open;
    return first === undefined || !first.req.complete || first.headersSent;
  }
}

interface ClientConnectionsOptions<Response extends GatewayResponse> {
  /** Most of them; for each more, one goes. */
  readonly most: number;
  /** Names networks; nobody can be told from others unless given. */
  readonly networkOf?: CountedNetwork;
  /** Called once for each response that is over, sent or not. */
  readonly onClosed?: (response: Response) => void;
  /** Called when there are too many. */
  readonly onTooMany?: () => void;
  /** Milliseconds of a clock that never goes back; the system's unless given. */
  readonly now?: () => number;
}

/** Share of the connections that go at once when there are too many: not each new one then looks at all. */
const LEAVING_SHARE = 1 / 16;

/** The connections that there are. */
export class ClientConnections<Response extends GatewayResponse = GatewayResponse> {
  readonly #options: ClientConnectionsOptions<Response>;
  readonly #all = new LinkedList<ClientConnection<Response>>();
  readonly #bySocket = new WeakMap<Duplex, ClientConnection<Response>>();
  readonly #now: () => number;
  #turn = 0;

  constructor(options: ClientConnectionsOptions<Response>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Takes a new connection. False, for which it is to be closed: there are too many, and something is done for each. */
  admit(socket: Duplex): boolean {
    if (this.#all.size >= this.#options.most && !this.#makeRoom()) return false;
    this.#turn += 1;
    const network = (socket instanceof Socket && this.#options.networkOf?.(addressOf(socket))) || null;
    const connection = new ClientConnection<Response>(socket, network, this.#turn, this.#now());
    this.#bySocket.set(socket, connection);
    this.#all.add(connection);
    socket.once('close', () => this.#remove(connection));
    return true;
  }

  /** A connection that was taken; undefined when it is closed. */
  of(socket: Duplex): ClientConnection<Response> | undefined {
    return this.#bySocket.get(socket);
  }

  /** Adds the response to a request that begins, before anything can respond to it. */
  begin(connection: ClientConnection<Response>, response: Response): void {
    // An array, for V8 chains the tables of a Set that is filled and emptied again and again, and keeps all responses by them.
    const { open } = connection;
    open.push(response);
    connection.last = response;
    this.#turn += 1;
    connection.turn = this.#turn;
    connection.beganAt = this.#now();
    connection.readBefore = bytesReadOf(connection.socket);
    const onWhole = (): void => {
      if (connection.last !== response) return;
      connection.last = null;
      connection.readBefore = bytesReadOf(connection.socket);
    };
    response.once('close', () => {
      open.splice(open.indexOf(response), 1);
      Object.assign(connection.pace, NOT_SEEN);
      if (response.req.complete) onWhole();
      else response.req.once('end', onWhole);
      this.#turn += 1;
      connection.turn = this.#turn;
      this.#options.onClosed?.(response);
    });
  }

  /** Connections by what they do now. */
  get count(): ConnectionCount {
    let active = 0;
    for (const { open } of this) if (open.length > 0) active += 1;
    return { active, idle: this.#all.size - active };
  }

  *[Symbol.iterator](): Iterator<ClientConnection<Response>> {
    for (let each = this.#all.first; each !== null;) {
      // It may be removed by whoever looks at it.
      const { next } = each;
      yield each;
      each = next;
    }
  }

  #remove(connection: ClientConnection<Response>): void {
    if (this.#bySocket.delete(connection.socket)) this.#all.remove(connection);
  }

  /** Closes those of the holder with most of them that have waited longest for their clients. */
  #makeRoom(): boolean {
    this.#options.onTooMany?.();
    const counts = new Map<string | ClientConnection<Response>, number>();
    const countOf = ({ holder }: ClientConnection<Response>): number => counts.get(holder) ?? 0;
    const waiting = [...this].filter(({ isUpToClient }) => isUpToClient);
    for (const connection of waiting) counts.set(connection.holder, countOf(connection) + 1);
    waiting.sort((one, other) => countOf(other) - countOf(one) || one.turn - other.turn);
    const leaving = waiting.slice(0, Math.max(1, Math.floor(this.#options.most * LEAVING_SHARE)));
    for (const connection of leaving) {
      this.#remove(connection);
      connection.socket.destroy();
    }
    return leaving.length > 0;
  }
}
