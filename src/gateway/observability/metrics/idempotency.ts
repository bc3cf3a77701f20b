/** Metrics of idempotency keys. */
import { Counter, type Registry } from 'prom-client';
import { type IdempotencyOutcome, idempotencyOutcomes } from '../../operation/write-claim.ts';

/** Creates the metric of idempotency keys. */
export const countIdempotencyIn = (registry: Registry): ((outcome: IdempotencyOutcome) => void) => {
  const requests = new Counter({
    name: 'listings_gateway_idempotent_requests_total',
    help: 'Requests with an idempotency key: recorded (made and kept), released (nothing changed, the key is free), replayed, in_progress (the first one took too long), reused (key of another request or user), refused (the caller could not be identified), unknown (RESULT_UNKNOWN), unavailable (the store failed).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of idempotencyOutcomes) requests.inc({ outcome }, 0);
  return (outcome) => requests.inc({ outcome });
};
