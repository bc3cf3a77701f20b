/** The plan of an operation: how many calls to the service it may cause at most, known before the first. */
import { operationOf, operationsOf } from '../../contract/endpoints.ts';
import type { PlannedCall } from './price.ts';

/** Calls that an operation may cause, and the field that asked for them first. */
interface PlanEntry extends PlannedCall {
  /** Where that field stands in the response, e.g. `viewer.watchedListings.nodes.description`. */
  readonly path: string;
}

/** The plan of an operation. */
export interface Plan {
  /** Calls in all, at most; of a plan that is not whole, those that were counted before it ended. */
  readonly total: number;
  /** True if everything was counted: a plan of many steps ends when it is over the limit. */
  readonly isWhole: boolean;
  /** Fields of objects that were looked at. */
  readonly steps: number;
  /** True if all calls are for what is the same for all callers: also when there are none. */
  readonly isPublic: boolean;
  /** The costliest first. */
  readonly entries: readonly PlanEntry[];
}

const sharedOperations = operationsOf(({ access }) => access === 'public');

/** Returns whether the response to an operation, e.g. `GET /v1/sections`, is the same for all callers: no change makes it untrue. */
export const isShared = (operation: string): boolean => sharedOperations.has(operation);

/** Steps that every plan may take, so that whoever wrote a document that is over the limit hears by how much. */
const FREE_STEPS = 2_000;

/** Collects planned calls. Of calls with the same key the larger count holds. */
export class PlanBuilder {
  readonly #entries = new Map<string, PlanEntry>();
  readonly #maxCalls: number;
  #total = 0;
  #steps = 0;
  #isWhole = true;

  /** @param maxCalls calls from which on a plan need not go on */
  constructor(maxCalls: number) {
    this.#maxCalls = maxCalls;
  }

  /** Adds calls. */
  add(entry: PlanEntry): void {
    const known = this.#entries.get(entry.key);
    if (known !== undefined && known.count >= entry.count) return;
    this.#total += entry.count - (known?.count ?? 0);
    this.#entries.set(entry.key, known === undefined ? entry : { ...known, count: entry.count });
  }

  /** Counts a step; false when the plan has come to its end. */
  takeStep(): boolean {
    this.#steps += 1;
    if (this.#steps <= FREE_STEPS || this.#total <= this.#maxCalls) return true;
    this.#isWhole = false;
    return false;
  }

  /** A list of the aggregate may cost the aggregate, and a call of its own where one of the two lacks it. */
  #addAggregate(): void {
    const first = [...this.#entries.values()].find(({ isInAggregate }) => isInAggregate === true);
    if (first === undefined) return;
    this.add({ key: 'getProperties', operation: operationOf('getProperties'), count: 1, path: first.path });
  }

  /** The plan. */
  build(): Plan {
    this.#addAggregate();
    const entries = [...this.#entries.values()].sort((one, other) => other.count - one.count);
    const isPublic = entries.every(({ operation }) => isShared(operation));
    return { total: this.#total, isWhole: this.#isWhole, isPublic, steps: this.#steps, entries };
  }
}

/** Names the fields that cost most, for the user who wrote the operation. */
export const describeCosts = ({ entries }: Plan, most = 3): string => {
  const costs = new Map<string, number>();
  for (const { path, count } of entries) costs.set(path, count + (costs.get(path) ?? 0));
  return [...costs]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([path, count]) => `${path} up to ${count}`)
    .join('; ');
};
