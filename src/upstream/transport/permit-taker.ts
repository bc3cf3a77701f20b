/** Who takes a connection. */
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { RouteGroup } from '../call/route-group.ts';

/** What takes a place. */
export interface PermitTaker {
  readonly group: RouteGroup;
  /** Ends it at once. */
  readonly ending: Cancellation;
  /** Ends it for others who need its place; null where that might do harm. */
  readonly recall: (() => void) | null;
}
