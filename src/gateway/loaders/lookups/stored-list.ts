/** Reading a public list through the store that all gateways in front of a service share. */

import { fillForFleet } from '../../../cache/cross-process-fill.ts';
import type { SharedStore } from '../../../cache/shared-store.ts';
import type { WithAge } from '../../../cache/with-age.ts';
import type { PublicCall } from '../../../upstream/client.ts';
import { recordCall, replayCall } from './recorded-call.ts';

/**
 * Reads a list that is not available (`fill`, for which any age that may be served will do), or one that is old
 * (`refresh`, which wants a fresh one). What another gateway has read comes with its age.
 */
export type ReadThroughStore<Argument, List> = (
  argument: Argument,
  purpose: 'fill' | 'refresh',
  call: PublicCall,
) => Promise<List | WithAge<List>>;

/** Options of storing a kind of list. */
export interface StoredListOptions<Argument, List> {
  readonly store: SharedStore;
  /** Name of the kind. */
  readonly name: string;
  readonly keyOf: (argument: Argument) => string;
  /** Reads the list with one call. */
  readonly read: (call: PublicCall, argument: Argument) => Promise<List>;
  /** Says which lists may be stored; another found there is ignored. */
  readonly isKeepable: (list: List) => boolean;
  /** Age in milliseconds up to which a list is fresh for every gateway. */
  readonly surelyFreshMs: number;
}

/** Creates the reader of a kind of list. */
export const readThroughStore =
  <Argument, List>({
    store,
    name,
    keyOf,
    read,
    isKeepable,
    surelyFreshMs,
  }: StoredListOptions<Argument, List>): ReadThroughStore<Argument, List> =>
  (argument, purpose, call) =>
    fillForFleet<List>(store, {
      key: `${name}:${keyOf(argument)}`,
      maxAgeMs: purpose === 'refresh' ? surelyFreshMs : Number.POSITIVE_INFINITY,
      decode: async (text) => {
        try {
          const list = await read(replayCall(text), argument);
          return isKeepable(list) ? list : undefined;
        } catch {
          // Whatever it is that somebody put there, it is no such list.
          return undefined;
        }
      },
      fill: async () => {
        const recording = recordCall(call);
        const value = await read(recording.call, argument);
        return { value, text: isKeepable(value) ? recording.text() : null };
      },
    });
