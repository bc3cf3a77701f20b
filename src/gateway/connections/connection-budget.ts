/** A budget that connections draw on: when it is spent, the slowest of them go first, and nobody else is refused. */
import type { Socket } from 'node:net';

/** Amount that connections may draw together; 0 for no limit. */
export interface BudgetLimits {
  readonly perProcess: number;
  /** For those of one client network; connections of unknown clients count for the process only. */
  readonly perNetwork: number;
}

/** Options of a budget. `State` is what is kept for a connection. */
export interface BudgetOptions<State> {
  readonly limits: BudgetLimits;
  /** Amount that a connection draws now. With 0 it draws no more, and is forgotten. */
  readonly weigh: (socket: Socket, state: State) => number;
  /** Slowness of a connection; the largest goes first, of equals the one that came first. Null: it is not up to its client, and stays. */
  readonly slownessOf: (socket: Socket, state: State) => number | null;
  /** Closes a connection, which has been forgotten. */
  readonly evict: (socket: Socket, limit: keyof BudgetLimits, state: State) => void;
}

interface Share<State> {
  readonly socket: Socket;
  readonly network: string | null;
  readonly state: State;
  weight: number;
}

/** What is known of a connection for as long as it lives. */
interface Drawer<State> {
  share: Share<State> | null;
}

/** Room is made for more than the one that is too many, so that not each one after it looks at all connections. */
const KEPT_SHARE = 7 / 8;

/** Networks that are kept although they draw nothing. */
const MOST_IDLE_NETWORKS = 1_000;

/** The budget. */
export class ConnectionBudget<State> {
  readonly #options: BudgetOptions<State>;
  /** One entry a connection, which stays: what changes with each request is kept in no table (docs/performance.md). */
  readonly #drawers = new WeakMap<Socket, Drawer<State>>();
  /** Those that draw, in the order in which they came. */
  readonly #shares: Share<State>[] = [];
  readonly #byNetwork = new Map<string, number>();
  #total = 0;

  constructor(options: BudgetOptions<State>) {
    this.#options = options;
  }

  /** Amount that is drawn, as of the last look. */
  get total(): number {
    return this.#total;
  }

  /** State of a connection; undefined when it draws nothing. */
  stateOf(socket: Socket): State | undefined {
    return this.#drawers.get(socket)?.share?.state;
  }

  /** Lets a connection draw, in place of what it drew before, and closes the slowest when that is too much. */
  draw(socket: Socket, network: string | null, state: State): void {
    this.drop(socket);
    const share: Share<State> = { socket, network, state, weight: 0 };
    const drawer = this.#drawers.get(socket);
    if (drawer === undefined) this.#drawers.set(socket, { share });
    else drawer.share = share;
    this.#shares.push(share);
    this.#weigh(share);
    const { perProcess, perNetwork } = this.#options.limits;
    if (this.#isOver('perNetwork', this.#drawnBy(network)) || this.#isOver('perProcess', this.#total)) {
      this.look();
      this.#relieve('perNetwork', perNetwork, () => this.#drawnBy(network), network);
      this.#relieve('perProcess', perProcess, () => this.#total, null);
    }
  }

  /** Forgets a connection. */
  drop(socket: Socket): void {
    const share = this.#drawers.get(socket)?.share ?? null;
    if (share === null) return;
    this.#forget(share);
    this.#add(share, -share.weight);
  }

  /** Weighs all connections again; `visit` sees each that draws something. */
  look(visit?: (socket: Socket, state: State) => void): void {
    for (const share of this.#shares.slice()) {
      this.#weigh(share);
      if (share.weight > 0) visit?.(share.socket, share.state);
    }
  }

  #drawnBy(network: string | null): number {
    return network === null ? 0 : (this.#byNetwork.get(network) ?? 0);
  }

  #isOver(limit: keyof BudgetLimits, drawn: number): boolean {
    const most = this.#options.limits[limit];
    return most > 0 && drawn > most;
  }

  #weigh(share: Share<State>): void {
    const weight = this.#options.weigh(share.socket, share.state);
    this.#add(share, weight - share.weight);
    share.weight = weight;
    if (weight === 0) this.#forget(share);
  }

  #forget(share: Share<State>): void {
    const drawer = this.#drawers.get(share.socket);
    if (drawer?.share !== share) return;
    drawer.share = null;
    this.#shares.splice(this.#shares.indexOf(share), 1);
  }

  #add({ network }: Share<State>, more: number): void {
    this.#total += more;
    if (network === null) return;
    const drawn = this.#drawnBy(network) + more;
    // A table that is filled and emptied with each request would be promoted again and again (docs/performance.md).
    if (drawn === 0 && this.#byNetwork.size > MOST_IDLE_NETWORKS) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, drawn);
  }

  /** Closes the slowest connections, of one network or of all, until enough is free. */
  #relieve(limit: keyof BudgetLimits, most: number, drawn: () => number, network: string | null): void {
    if (!this.#isOver(limit, drawn())) return;
    const { slownessOf, evict } = this.#options;
    const slowest = this.#shares
      .filter((share) => limit === 'perProcess' || share.network === network)
      .flatMap((share) => {
        const slowness = slownessOf(share.socket, share.state);
        return slowness === null ? [] : [{ share, slowness }];
      })
      .sort((one, other) => other.slowness - one.slowness);
    for (const { share } of slowest) {
      if (drawn() <= most * KEPT_SHARE) return;
      this.drop(share.socket);
      evict(share.socket, limit, share.state);
    }
  }
}
