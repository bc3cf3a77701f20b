/** Calls that wait for a connection to the service, by caller and part of the service. */
import { type Linked, LinkedList } from '../../concurrency/linked-list.ts';
import type { StopTimeout } from '../../concurrency/timeout.ts';
import type { Permit, PermitTaker } from './permit.ts';

/** Calls to one part of the service. */
export class Part {
  readonly name: string;
  held = 0;
  waiting = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** A call that waits. */
export class Wait implements Linked<Wait> {
  previous: Wait | null = null;
  next: Wait | null = null;
  readonly number: number;
  readonly taker: PermitTaker;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (error: Error) => void;
  /** Called when its request ends. */
  onEnd: () => void = () => {};

  constructor(number: number, taker: PermitTaker, resolve: (permit: Permit) => void, reject: (error: Error) => void) {
    this.number = number;
    this.taker = taker;
    this.resolve = resolve;
    this.reject = reject;
  }
}

/** The calls of one caller to one part of the service that wait. */
export class Lane {
  readonly part: Part;
  readonly waits = new LinkedList<Wait>();
  /** Time of its last turn, or at which it began to wait. */
  since = 0;
  stopTimeout: StopTimeout = () => {};

  constructor(part: Part) {
    this.part = part;
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
    const lane = new Lane(part);
    this.#lanes.push(lane);
    return lane;
  }
}
