/** Calls that take a connection to the service, or wait for one, by caller and part of the service. */
import { type Linked, LinkedList } from '../concurrency/linked-list.ts';

/** Calls to one part of the service. */
export class Part {
  readonly name: string;
  held = 0;
  waiting = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** Where a call stands: with a connection, or in a lane. */
export interface Place {
  readonly caller: Caller;
  readonly part: Part;
  /** Null for a call that has a connection. */
  readonly lane: Lane | null;
}

/** A call that takes a connection. */
export interface Taker extends Linked<Taker> {
  /** Whose call it is; null for the gateway's own, and for callers who cannot be told apart: these have no bound but those of parts. */
  readonly caller: string | null;
  /** Part of the service that it goes to. */
  readonly part: string;
  /** For the share alone; null while it neither has a connection nor waits for one. */
  place: Place | null;
  /** For the share alone: it tells which of two has waited for longer. */
  number: number;
  /** Called when it has a connection. Must not throw. */
  onConnection(): void;
  /** Called when it gets none: the queue is full, or it has waited for too long. */
  onRefusal(): void;
}

/** The calls of one caller to one part of the service that wait. */
export class Lane implements Place {
  readonly caller: Caller;
  readonly part: Part;
  readonly lane = this;
  readonly waits = new LinkedList<Taker>();
  /** The place of its calls that have a connection. */
  readonly connected: Place;
  /** Time of its last turn, or at which it began to wait. */
  since = 0;

  constructor(caller: Caller, part: Part) {
    this.caller = caller;
    this.part = part;
    this.connected = { caller, part, lane: null };
  }
}

/** A caller. */
export class Caller implements Linked<Caller> {
  previous: Caller | null = null;
  next: Caller | null = null;
  readonly isKnown: boolean;
  held = 0;
  waiting = 0;
  readonly #lanes: Lane[] = [];

  constructor(isKnown: boolean) {
    this.isKnown = isKnown;
  }

  /** Calls that count against it. */
  get counted(): number {
    return this.isKnown ? this.held : 0;
  }

  get lanes(): readonly Lane[] {
    return this.#lanes;
  }

  laneOf(part: Part): Lane {
    const known = this.#lanes.find((lane) => lane.part === part);
    if (known !== undefined) return known;
    const lane = new Lane(this, part);
    this.#lanes.push(lane);
    return lane;
  }
}
