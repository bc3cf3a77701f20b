/** A request that takes a permit. */
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { RouteGroup } from '../call/route-group.ts';

/** A request that takes a permit. */
export interface PermitTaker {
  readonly group: RouteGroup;
  /** Ends it at once. */
  readonly ending: Cancellation;
  /** Ends it for others who need its permit; null where that might do harm. */
  readonly recall: (() => void) | null;
}
