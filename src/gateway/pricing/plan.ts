/** The plan of an operation: how many calls to the service it may cause at most, known before the first. */
import { operationOf } from '../../contract/endpoints.ts';
import type { PlannedCall } from './price.ts';

/** Calls that an operation may cause, and the field that asked for them first. */
export interface PlanEntry extends PlannedCall {
  /** Where that field stands in the answer, e.g. `viewer.watchedListings.nodes.description`. */
  readonly path: string;
}

/** The plan of an operation. */
export interface Plan {
  /** Calls in all, at most. */
  readonly total: number;
  /** The costliest first. */
  readonly entries: readonly PlanEntry[];
}

/** Collects planned calls. Of calls with the same key the larger count holds. */
export class PlanBuilder {
  readonly #entries = new Map<string, PlanEntry>();

  /** Adds calls. */
  add(entry: PlanEntry): void {
    const known = this.#entries.get(entry.key);
    if (known === undefined || known.count < entry.count) {
      this.#entries.set(entry.key, known === undefined ? entry : { ...known, count: entry.count });
    }
  }

  /** Several lists of the aggregate may cost the aggregate, and each its own call when that lacks it. */
  #addAggregate(): void {
    const [first, second] = [...this.#entries.values()].filter(({ isInAggregate }) => isInAggregate === true);
    if (first === undefined || second === undefined) return;
    this.add({ key: 'getProperties', operation: operationOf('getProperties'), count: 1, path: first.path });
  }

  /** The plan. */
  build(): Plan {
    this.#addAggregate();
    const entries = [...this.#entries.values()].sort((one, other) => other.count - one.count);
    return { total: entries.reduce((total, { count }) => total + count, 0), entries };
  }
}

/** Names the fields that cost most, for the person who wrote the operation. */
export const describeCosts = ({ entries }: Plan, most = 3): string => {
  const costs = new Map<string, { readonly path: string; readonly operation: string; readonly count: number }>();
  for (const { path, operation, count } of entries) {
    const key = `${path} ${operation}`;
    costs.set(key, { path, operation, count: count + (costs.get(key)?.count ?? 0) });
  }
  return [...costs.values()]
    .toSorted((one, other) => other.count - one.count)
    .slice(0, most)
    .map(({ path, operation, count }) => `${path} up to ${count} × ${operation}`)
    .join('; ');
};
