/** One kind of public list, kept for all callers. Only public endpoints can be read here: others do not compile. */
import type { StaleCache } from '../../cache/stale-cache.ts';
import type { PublicCall } from '../../upstream/client.ts';
import type { MaybePromise } from '../maybe-promise.ts';

/** How a caller's operation can get a list that is not at hand. */
export interface ListSources {
  /** Calls on the token of the caller, or on the gateway's own for a caller without one. Not bound to the request. */
  readonly fill: PublicCall;
  /** Calls on the gateway's own token; null when it has none. */
  readonly refresh: PublicCall | null;
  /** Ends the wait of this caller, not the call. */
  readonly signal: AbortSignal;
  /** Told how the list was come by. */
  readonly onAnswer: (state: 'HIT' | 'STALE' | 'MISS') => void;
}

/** A kind of list: one for each argument, e.g. the localities of each country. */
export interface SharedList<Argument, List> {
  /** The list when it is at hand and fresh, else a promise of it. */
  read(argument: Argument, sources: ListSources): MaybePromise<List>;
  /** Tells whether the list is at hand. */
  has(argument: Argument): boolean;
}

/** Creates a kind of list over a cache of its own. */
export const createSharedList = <Argument extends string | number, List>(
  cache: StaleCache<List>,
  readFrom: (call: PublicCall, argument: Argument) => Promise<List>,
): SharedList<Argument, List> => ({
  has: (argument) => cache.peek(String(argument)) !== undefined,
  read: (argument, { fill, refresh, signal, onAnswer }) => {
    const key = String(argument);
    const peeked = cache.peek(key);
    if (peeked?.state === 'fresh') {
      onAnswer('HIT');
      return peeked.value;
    }
    const sources = {
      fill: () => readFrom(fill, argument),
      refresh: refresh === null ? undefined : () => readFrom(refresh, argument),
    };
    return cache.get(key, sources, signal).then(({ value, state }) => {
      onAnswer(state);
      return value;
    });
  },
});
