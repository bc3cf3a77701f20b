/** Metrics of why calls to the service fail, of what it grants and refuses, and of the gateway's own application there. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { failureReasons } from '../../../upstream/call/failure-reason.ts';
import type { Grant } from '../../../upstream/endpoints/tokens.ts';
import { createTalliedCounter } from './tallied-counter.ts';

const grantKinds: readonly Grant['grant'][] = ['password', 'refresh_token', 'client_credentials'];
const grantResults = ['granted', 'credentials', 'account', 'application', 'request', 'failed'] as const;

/** What became of a grant, as it is counted. */
type CountedGrant = (typeof grantResults)[number];

/** Metrics of failures. */
export type FailureMetrics = ReturnType<typeof createFailureMetrics>;

/** Creates the metrics; every reason shows at zero from the start. */
export const createFailureMetrics = (registry: Registry) => {
  const refused = new Gauge({
    name: 'listings_gateway_own_application_refused',
    help: "1 while the Listings Service refuses the gateway's own application, else 0; of several workers, 1 while it refuses any.",
    // Each worker asks for a token of its own.
    aggregator: 'max',
    registers: [registry],
  });
  refused.set(0);
  const grants = new Counter({
    name: 'listings_gateway_grants_total',
    help: 'Tokens that the Listings Service was asked for, by grant and result: granted, refused for the credentials, the account, the application or the request, or failed.',
    labelNames: ['grant', 'result'],
    registers: [registry],
  });
  for (const grant of grantKinds) for (const result of grantResults) grants.inc({ grant, result }, 0);
  const userErrors = new Counter({
    name: 'listings_gateway_user_errors_total',
    help: 'Mutations whose payload had user errors, by code; of code NONE those that had none.',
    labelNames: ['mutation', 'code'],
    registers: [registry],
  });
  return {
    /** Counts a call that failed; for `onFailure` of the client. */
    countFailure: createTalliedCounter(registry, {
      name: 'listings_gateway_upstream_failures_total',
      help: 'Calls to the Listings Service that failed, by reason; of those that were sent again the last one counts. 4xx other than 429 are responses.',
      label: 'reason',
      values: [...failureReasons.keys()],
    }),
    /** Counts a grant that is over. */
    countGrant: (grant: Grant['grant'], result: CountedGrant): void => grants.inc({ grant, result }),
    /** Counts the payload of a mutation, by the codes of its user errors. */
    countPayload: (mutation: string, codes: ReadonlySet<string>): void => {
      for (const code of codes.size === 0 ? ['NONE'] : codes) userErrors.inc({ mutation, code });
    },
    /** Shows whether the service refuses the gateway's own application now. */
    showApplicationRefused: (isRefused: boolean): void => refused.set(isRefused ? 1 : 0),
  };
};
