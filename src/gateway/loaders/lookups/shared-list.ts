/** One kind of public list, kept for all callers. Only public endpoints can be read here: others do not compile. */
import type { Cancellation } from '../../../concurrency/cancellation.ts';
import type { PublicEndpointName } from '../../../contract/endpoints.ts';
import { kindOf } from '../../../upstream/call/failure.ts';
import type { PublicCall } from '../../../upstream/client.ts';
import { nothingIsNotFound } from '../../../upstream/decoding/nothing.ts';
import type { Properties } from '../../../upstream/endpoints/lookups.ts';
import { isPassing } from './cached-failure.ts';
import type { CachedList, Dated, ListCache } from './list-cache.ts';

/** Source of a list. `MISS` waited for a call of the service, its own or that of another caller. */
export type ListState = CachedList<unknown>['state'];

/** A list that was read. */
export interface ListReply {
  /** The endpoint that it is of. */
  readonly endpoint: PublicEndpointName;
  readonly state: ListState;
  /** Milliseconds on the clock of `performance.now`. */
  readonly startMs: number;
  /** True if it was waited for by a call of this caller, which reports itself. */
  readonly isOwnCall: boolean;
  /** True if it came from the service since it was asked for, and not from an older aggregate. */
  readonly isNew: boolean;
}

/** Sources of a list that is not cached, for the operation of a caller. */
export interface ListSources {
  /** Calls on the token of the caller, or on the gateway's own for a caller without one. Not bound to the request. */
  readonly fill: PublicCall;
  /** Text of that token; empty for that of the gateway. */
  readonly token: string;
  /** Calls on the gateway's own token; null when it has none. */
  readonly refresh: PublicCall | null;
  /**
   * Gets the aggregate of lists, anew when the cached one lacks what is sought; null when there is none that can be read.
   *
   * @throws UpstreamFailure when that may pass
   */
  readonly aggregate: (has?: (properties: Properties) => boolean) => Promise<Dated<Properties> | null>;
  /** Ends the wait of this caller, not the call. */
  readonly signal: () => Cancellation;
  /** Called for every list that was read. */
  readonly onReply: (reply: ListReply) => void;
}

/** What a caller wants of a list. */
export interface ListWish<List> {
  /** True if to look in the aggregate before the list's own endpoint is asked; else only where that has no such list. */
  readonly isAggregateFirst: boolean;
  /** Says whether a cached list has what is sought: one that lacks it is read anew. All unless given. */
  readonly has?: (list: List) => boolean;
}

/** Options of a kind of list: one for each argument, e.g. the localities of each country. */
export interface SharedListOptions<Argument, List> {
  readonly cache: ListCache<List>;
  /** Its own endpoint. */
  readonly endpointOf: (argument: Argument) => PublicEndpointName;
  /** Tells arguments apart. */
  readonly keyOf: (argument: Argument) => string;
  /** Reads the list from its own endpoint. */
  readonly read: (call: PublicCall, argument: Argument) => Promise<List>;
  /** Finds the list in the aggregate; undefined when that has no such list for the argument, null when it lacks it. */
  readonly pick?: (argument: Argument) => ((properties: Properties) => List | null) | undefined;
  /** A clock that never goes back. */
  readonly now: () => number;
}

/** A kind of list. */
export class SharedList<Argument, List> {
  readonly #options: SharedListOptions<Argument, List>;

  constructor(options: SharedListOptions<Argument, List>) {
    this.#options = options;
  }

  /** Tells arguments apart. */
  keyOf(argument: Argument): string {
    return this.#options.keyOf(argument);
  }

  /** Returns whether the aggregate of lists may have it. */
  isInAggregate(argument: Argument): boolean {
    return this.#options.pick?.(argument) !== undefined;
  }

  /** The list when it is available, however old, and when it came from the service; undefined when it is not. */
  find(argument: Argument): Dated<List> | undefined {
    return this.#options.cache.peek(this.keyOf(argument));
  }

  /** When the list available came from the service; now when none is. */
  gotAt(argument: Argument): number {
    return this.find(argument)?.gotAt ?? this.#options.now();
  }

  /** The list when it is available, however old; undefined when it is not. */
  peek(argument: Argument): List | undefined {
    return this.find(argument)?.list;
  }

  /** Milliseconds since the list available came from the service; null when none is. */
  ageMs(argument: Argument): number | null {
    return this.#ageMs(this.find(argument));
  }

  /** The same of the list that was asked for last, whatever its argument. */
  latestAgeMs(): number | null {
    return this.#ageMs(this.#options.cache.latest());
  }

  /** The list when it is available and fresh; undefined when it is not, and then nothing is reported. */
  readFresh(argument: Argument, onReply: ListSources['onReply']): List | undefined {
    const startMs = performance.now();
    const cached = this.#options.cache.peek(this.keyOf(argument));
    if (cached?.state !== 'HIT') return undefined;
    onReply({ endpoint: this.#options.endpointOf(argument), state: 'HIT', startMs, isOwnCall: false, isNew: false });
    return cached.list;
  }

  /**
   * The list, which is kept when it is not available.
   *
   * @throws UpstreamFailure, `not_found` when the service has no such list
   */
  async read(argument: Argument, sources: ListSources, wish: ListWish<List>): Promise<List> {
    const { cache, endpointOf, now } = this.#options;
    const { fill, token, refresh, signal, onReply } = sources;
    const startMs = performance.now();
    const askedAt = now();
    let isOwnCall = false;
    const { list, state, gotAt } = await cache.get(this.keyOf(argument), {
      fill: () => {
        isOwnCall = true;
        return this.#fill(argument, fill, sources.aggregate, wish);
      },
      token,
      refresh: refresh === null ? null : () => this.#readOwn(argument, refresh),
      has: wish.has,
      signal: signal(),
    });
    const isNew = state === 'MISS' && gotAt >= askedAt;
    onReply({ endpoint: endpointOf(argument), state, startMs, isOwnCall, isNew });
    return list;
  }

  #ageMs(dated: Dated<List> | undefined): number | null {
    return dated === undefined ? null : this.#options.now() - dated.gotAt;
  }

  async #readOwn(argument: Argument, call: PublicCall): Promise<Dated<List>> {
    const list = await this.#options.read(nothingIsNotFound(call), argument);
    return { list, gotAt: this.#options.now() };
  }

  async #fill(
    argument: Argument,
    call: PublicCall,
    aggregate: ListSources['aggregate'],
    { isAggregateFirst, has = () => true }: ListWish<List>,
  ): Promise<Dated<List>> {
    let failure: unknown = null;
    const find = this.#options.pick?.(argument);
    const pickFromAggregate = async (): Promise<Dated<List> | null> => {
      if (find === undefined) return null;
      try {
        const found = await aggregate((properties) => {
          const list = find(properties);
          return list === null || has(list);
        });
        const list = found && find(found.list);
        // What is picked from it is as old as it is.
        return found && list ? { list, gotAt: found.gotAt } : null;
      } catch (error) {
        if (!isPassing(error)) throw error;
        failure = error;
        return null;
      }
    };
    const first = isAggregateFirst ? await pickFromAggregate() : null;
    if (first !== null) return first;
    try {
      return await this.#readOwn(argument, call);
    } catch (error) {
      if (kindOf(error) !== 'not_found') throw error;
      const last = isAggregateFirst ? null : await pickFromAggregate();
      if (last !== null) return last;
      // An aggregate that fails may have it: nobody knows that there is none.
      throw failure ?? error;
    }
  }
}
