/** A fault of the service. */
import type { Strike } from '../faulty-service.ts';

/** A fault that is tried at every endpoint. */
export interface Fault {
  readonly name: string;
  /** How it strikes; each case has its own, so that a fault may remember. `random` is in [0, 1). */
  readonly createStrike: (random: () => number) => Strike;
  /** Calls that hang need a gateway that does not wait long. */
  readonly hangs?: true;
  /** How often each case asks, one request after the other; 1 unless given. */
  readonly asks?: number;
  /** Whether the last of them has to get its response without an error. */
  readonly recovers?: true;
}

/** A fault that is the same each time. */
export const fault = (name: string, strike: Strike, more: Omit<Fault, 'name' | 'createStrike'> = {}): Fault => ({
  name,
  createStrike: () => strike,
  ...more,
});
