/** One kind of public list, kept for all callers. Only public endpoints can be read here: others do not compile. */

import type { StaleCache } from '../../../cache/stale-cache.ts';
import { WithAge } from '../../../cache/with-age.ts';
import type { Cancellation } from '../../../concurrency/cancellation.ts';
import { TooManyJoinedError } from '../../../concurrency/join-limit.ts';
import { operationOf, type PublicEndpointName } from '../../../contract/endpoints.ts';
import { type UpstreamError, UpstreamNotFoundError, UpstreamOverloadedError } from '../../../upstream/call/errors.ts';
import type { PublicCall } from '../../../upstream/client.ts';
import type { Properties } from '../../../upstream/endpoints/lookups.ts';
import { isPassing } from './cached-failure.ts';
import type { ReadThroughStore } from './stored-list.ts';

/** Source of a list. `MISS` waited for a call of the service, its own or that of another caller. */
export type ListState = 'HIT' | 'STALE' | 'MISS';

/** A list that was read. */
export interface ListReply {
  /** The endpoint that it is of. */
  readonly endpoint: PublicEndpointName;
  readonly state: ListState;
  /** Milliseconds on the clock of `performance.now`. */
  readonly startMs: number;
  /** True if it was waited for by a call of this caller, which reports itself. */
  readonly isOwnCall: boolean;
  /** True if it was taken from the store that all gateways share. */
  readonly isStored: boolean;
}

/** Sources of a list that is not cached, for the operation of a caller. */
export interface ListSources {
  /** Calls on the token of the caller, or on the gateway's own for a caller without one. Not bound to the request. */
  readonly fill: PublicCall;
  /** Calls on the gateway's own token; null when it has none. */
  readonly refresh: PublicCall | null;
  /** Gets the aggregate of lists, or null when there is none that can be read. @throws UpstreamError when that may pass */
  readonly aggregate: () => Promise<WithAge<Properties> | null>;
  /** True if to look there before the list's own endpoint is asked; else only where that has no such list. */
  readonly isAggregateFirst: boolean;
  /** Ends the wait of this caller, not the call. */
  readonly signal: () => Cancellation;
  /** Called for every list that was read. */
  readonly onReply: (reply: ListReply) => void;
}

/** A kind of list: one for each argument, e.g. the localities of each country. */
export interface SharedList<Argument, List> {
  /** Tells arguments apart. */
  keyOf(argument: Argument): string;
  /** The list when it is available and fresh; undefined when it is not, and then nothing is reported. */
  readFresh(argument: Argument, onReply: ListSources['onReply']): List | undefined;
  /**
   * A promise of the list, which is kept when it is not available.
   *
   * @throws UpstreamNotFoundError when the service has no such list; UpstreamOverloadedError when too many wait for it
   */
  read(argument: Argument, sources: ListSources): Promise<List>;
  /** The list when it is available, however old; undefined when it is not. */
  peek(argument: Argument): List | undefined;
  /** Milliseconds since the list available came from the service; 0 when none is. */
  ageMs(argument: Argument): number;
  /** The same of the list that was asked for last, whatever its argument; null when that is not available any more. */
  readonly latestAgeMs: () => number | null;
  /** Returns whether the aggregate of lists may have it. */
  isInAggregate(argument: Argument): boolean;
}

/** Options of a kind of list. */
export interface SharedListOptions<Argument, List> {
  readonly cache: StaleCache<List>;
  /** Its own endpoint. */
  readonly endpointOf: (argument: Argument) => PublicEndpointName;
  readonly keyOf: (argument: Argument) => string;
  /** Reads the list from its own endpoint. */
  readonly read: (call: PublicCall, argument: Argument) => Promise<List>;
  /** Finds the list in the aggregate; undefined when that has no such list for the argument, null when it lacks it. */
  readonly pick?: (argument: Argument) => ((properties: Properties) => List | null) | undefined;
  /** Reads the list through the store that all gateways share; from the service alone unless given. */
  readonly readThrough?: ReadThroughStore<Argument, List> | null;
}

/** Creates a kind of list over a cache of its own. */
export const createSharedList = <Argument, List>({
  cache,
  endpointOf,
  keyOf,
  read,
  pick,
  readThrough = null,
}: SharedListOptions<Argument, List>): SharedList<Argument, List> => ({
  keyOf,
  readFresh: (argument, onReply) => {
    const startMs = performance.now();
    const peeked = cache.peek(keyOf(argument));
    if (peeked?.state !== 'fresh') return undefined;
    onReply({ endpoint: endpointOf(argument), state: 'HIT', startMs, isOwnCall: false, isStored: false });
    return peeked.value;
  },
  peek: (argument) => cache.peek(keyOf(argument))?.value,
  ageMs: (argument) => cache.peek(keyOf(argument))?.ageMs ?? 0,
  latestAgeMs: cache.latestAgeMs,
  isInAggregate: (argument) => pick?.(argument) !== undefined,
  read: (argument, { fill, refresh, aggregate, isAggregateFirst, signal, onReply }) => {
    const key = keyOf(argument);
    const startMs = performance.now();
    let isOwnCall = false;
    let isStored = false;
    const readFrom = (call: PublicCall, purpose: 'fill' | 'refresh'): Promise<List | WithAge<List>> =>
      readThrough === null ? read(call, argument) : readThrough(argument, purpose, call);
    let failure: UpstreamError | null = null;
    const pickFromAggregate = async (): Promise<WithAge<List> | null> => {
      try {
        const find = pick?.(argument);
        const aged = find === undefined ? null : await aggregate();
        const picked = aged && find?.(aged.value);
        return aged && picked ? new WithAge(picked, aged.ageMs) : null;
      } catch (error) {
        if (!isPassing(error)) throw error;
        failure = error;
        return null;
      }
    };
    const readOwn = async (): Promise<List | WithAge<List>> => {
      const list = await readFrom(fill, 'fill');
      isStored = list instanceof WithAge;
      return list;
    };
    const sources = {
      fill: async () => {
        isOwnCall = true;
        const first = isAggregateFirst ? await pickFromAggregate() : null;
        if (first !== null) return first;
        try {
          return await readOwn();
        } catch (error) {
          if (!(error instanceof UpstreamNotFoundError)) throw error;
          const last = isAggregateFirst ? null : await pickFromAggregate();
          if (last !== null) return last;
          // An aggregate that fails may have it: nobody knows that there is none.
          throw failure ?? error;
        }
      },
      refresh: refresh === null ? undefined : () => readFrom(refresh, 'refresh'),
    };
    return cache.get(key, sources, signal()).then(
      ({ value, state }) => {
        const reply = { endpoint: endpointOf(argument), startMs, isStored };
        // What another gateway has read cost no call.
        onReply(isStored ? { ...reply, state: 'HIT', isOwnCall: false } : { ...reply, state, isOwnCall });
        return value;
      },
      (error: unknown) => {
        if (!(error instanceof TooManyJoinedError)) throw error;
        throw new UpstreamOverloadedError({ operation: operationOf(endpointOf(argument)) });
      },
    );
  },
});
