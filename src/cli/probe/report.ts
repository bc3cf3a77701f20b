/** Report of a probe, endpoint by endpoint. */
import type { Finding } from './findings/finding.ts';

/**
 * - `ok`: as the specification and the rulings say, or otherwise in a way that a ruling provides for.
 * - `differs`: in a way that no ruling provides for.
 * - `skipped`: not called, or not possible for this caller.
 * - `failed`: a call did not succeed.
 */
export type Verdict = 'ok' | 'differs' | 'skipped' | 'failed';

/** Result of a probe for one endpoint. */
export interface EndpointReport {
  /** E.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  readonly verdict: Verdict;
  /** Reason why it was skipped or failed; null for the others. */
  readonly reason: string | null;
  readonly findings: readonly Finding[];
}

/** Result of a probe. */
export interface ProbeReport {
  /** About the service as a whole. */
  readonly findings: readonly Finding[];
  readonly endpoints: readonly EndpointReport[];
}

/** Makes the report on an endpoint that was called. @param failure what went wrong; null when every call succeeded */
export const reportOn = (operation: string, findings: readonly Finding[], failure: string | null): EndpointReport => {
  const differs = findings.some(({ outcome }) => outcome === 'open');
  const verdict = failure !== null ? 'failed' : differs ? 'differs' : 'ok';
  return { operation, verdict, reason: failure, findings };
};

/** Adds what was found out of an endpoint later. */
export const withFindings = (report: EndpointReport, findings: readonly Finding[]): EndpointReport => {
  const differs = report.verdict === 'ok' && findings.some(({ outcome }) => outcome === 'open');
  return { ...report, verdict: differs ? 'differs' : report.verdict, findings: [...report.findings, ...findings] };
};

/** Makes the report on an endpoint that was not called, or that was not for this caller. */
export const reportSkipped = (
  operation: string,
  reason: string,
  findings: readonly Finding[] = [],
): EndpointReport => ({ operation, verdict: 'skipped', reason, findings });

/** Returns whether everything is as specified or provided for by a ruling. */
export const isCovered = ({ findings, endpoints }: ProbeReport): boolean =>
  findings.every(({ outcome }) => outcome !== 'open') &&
  endpoints.every(({ verdict }) => verdict === 'ok' || verdict === 'skipped');
