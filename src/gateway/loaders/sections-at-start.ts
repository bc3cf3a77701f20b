/** Reads the list of sections when the gateway starts: the first caller finds it cached, and the log reports a failure. */

import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { Logger } from '../../log/logger.ts';
import { failureReasonOf, failureReasons } from '../../upstream/call/failure-reason.ts';
import { PRICED_SECTIONS } from '../pricing/price-helpers.ts';
import type { SharedLists } from './lookups/shared-lists.ts';
import type { OwnApplication } from './own-application.ts';

/** Sources of the list. */
interface Start {
  readonly sharedLists: SharedLists;
  readonly ownApplication: OwnApplication;
  /** Ends the reading when the gateway stops. */
  readonly signal: Cancellation;
  readonly log: Logger;
}

/** Reads the list of sections. Resolves when that is done, and never rejects: a service that is not there yet is read later. */
export const readSectionsAtStart = async ({ sharedLists, ownApplication, signal, log }: Start): Promise<void> => {
  try {
    const { entries } = await sharedLists.sections.read('all', {
      fill: ownApplication.bind({ signal }),
      refresh: null,
      aggregate: () => Promise.resolve(null),
      isAggregateFirst: false,
      signal: () => signal,
      onReply: () => {},
    });
    if (entries.length <= PRICED_SECTIONS) return;
    log.warn(
      { sections: entries.length, priced: PRICED_SECTIONS },
      'The service has more sections than are priced: an operation over all of them may meet the limit of calls while it runs.',
    );
  } catch (error) {
    const reason = failureReasonOf(error);
    if (signal.aborted) return;
    if (reason === null) log.debug({ err: error }, 'The list of sections could not be read at the start.');
    else log.warn({ reason }, `The service cannot be used: ${failureReasons[reason].remedy}.`);
  }
};
