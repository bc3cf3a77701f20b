/** Tasks that a gateway runs in the background once it listens. */
import type { Cancellation } from '../concurrency/cancellation.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { examineDocuments } from './trusted-documents/examine-documents.ts';
import type { TrustedDocuments } from './trusted-documents/store.ts';

/** Starts what the options ask for; `signal` ends it. */
export const startStartupTasks = (options: GatewayOptions, documents: TrustedDocuments, signal: Cancellation): void => {
  const { examinesDocuments = true, callLimit, metrics, log } = options;
  if (examinesDocuments) {
    const { maxCalls } = callLimit;
    void examineDocuments({ documents, maxCalls, show: metrics.showDocuments, signal, log });
  }
};
