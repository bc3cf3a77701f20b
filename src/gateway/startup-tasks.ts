/** Tasks that a gateway runs in the background once it listens. */
import type { Cancellation } from '../concurrency/cancellation.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { readSectionsAtStart } from './loaders/sections-at-start.ts';
import type { GatewayServices } from './schema/core/context.ts';
import { examineDocuments } from './trusted-documents/examine-documents.ts';
import type { TrustedDocuments } from './trusted-documents/store.ts';

/** Starts what the options ask for; `signal` ends it. */
export const startStartupTasks = (
  options: GatewayOptions,
  { sharedLists, ownApplication }: GatewayServices,
  documents: TrustedDocuments,
  signal: Cancellation,
): void => {
  const { readsSections = false, examinesDocuments = true, callLimit, metrics, log } = options;
  if (readsSections && ownApplication !== null) {
    void readSectionsAtStart({ sharedLists, ownApplication, signal, log });
  }
  if (examinesDocuments) {
    const { maxCalls } = callLimit;
    void examineDocuments({ documents, maxCalls, show: metrics.showDocuments, signal, log });
  }
};
