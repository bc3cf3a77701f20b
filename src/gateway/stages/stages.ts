/** The stages of an operation: of one hook they run in the order of this list, and those around the execution from its last to its first. */
import type { Logger } from '../../log/logger.ts';
import type { ResponseLimits } from '../execution/response-size.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { DocumentRules } from '../operation/prepared-document.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import { type Deadlines, deadline } from './deadline.ts';
import { type EnginePlugin, aroundExecution } from './engine.ts';
import { execute } from './execute.ts';
import { finishResults } from './finish-results.ts';
import { hideSchema } from './hide-schema.ts';
import { keepResponses, onceForEachKey } from './once-for-each-key.ts';
import { createParseAndValidate } from './parse-and-validate.ts';
import { priceLimit, type PriceLimitOptions } from './price-limit.ts';
import { createPublicAnswers } from './public-answers.ts';
import { readRequest } from './read-request.ts';
import { sessionRenewal } from './session-renewal.ts';

interface StagesOptions extends Omit<PriceLimitOptions, 'operationOf'> {
  readonly responseLimits: ResponseLimits;
  readonly rules: DocumentRules;
  readonly trustedDocuments: TrustedDocuments;
  readonly idempotency: Idempotency;
  readonly deadlines: Deadlines;
  /** Plugins of Yoga and envelop that a team adds. */
  readonly plugins: readonly EnginePlugin[];
  readonly log: Logger;
}

/** Creates the stages. */
export const createStages = (options: StagesOptions): readonly EnginePlugin[] => {
  const { rules, hidesSchema, countCalls, log } = options;
  const documents = createParseAndValidate(rules, (text) => {
    const document = options.trustedDocuments.findByText(text);
    return document === undefined ? null : options.trustedDocuments.prepare(document);
  });
  return [
    // What a request says becomes a document: whoever comes later sees its text, and a valid document.
    readRequest({ documents: options.trustedDocuments, limits: rules.limits, isKnown: documents.isKnown, countCalls }),
    documents.stage,
    ...(hidesSchema ? [hideSchema] : []),
    finishResults(log),
    keepResponses,
    aroundExecution(execute(options.responseLimits, options.lists, countCalls), createPublicAnswers(), sessionRenewal),
    ...options.plugins,
    // Last, and so outermost: it holds for whatever plugins put in the place of a document, of variables or of the execution.
    aroundExecution(
      onceForEachKey(options.idempotency),
      deadline(options.deadlines),
      priceLimit({ ...options, operationOf: documents.operationOf }),
    ),
  ];
};
