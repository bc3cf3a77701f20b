/** Report of a probe: names and types, never a value of a response. */

/** Otherwise than assumed; so too, but the gateway reads it, because an assumption provides for it; or as assumed. The worst first. */
const outcomes = ['open', 'covered', 'holds'] as const;
export type Outcome = (typeof outcomes)[number];

/** One thing that was found out. */
export interface Finding {
  /** An assumption of `docs/assumptions.md`, e.g. `R16`; null when there is none about it. */
  readonly assumption: `R${number}` | null;
  readonly outcome: Outcome;
  /** Structure and field, e.g. `ItemDetail.Condition`; null for a response as a whole. */
  readonly path: string | null;
  readonly text: string;
}

/** Takes a finding. */
export type AddFinding = (assumption: Finding['assumption'], outcome: Outcome, text: string, path?: string) => void;

/** Result of a probe for one endpoint, e.g. `GET /v1/listings/{id}`. */
export interface EndpointReport {
  readonly operation: string;
  /** `differs` where a finding is open; `skipped` where it was not called, or is not for this caller; `failed` where a call failed. */
  readonly verdict: 'ok' | 'differs' | 'failed' | 'skipped';
  /** Reason why it was skipped or failed; null for the others. */
  readonly reason: string | null;
  readonly findings: readonly Finding[];
}

/** Starts the report on an endpoint. The same finding counts once. */
export const startReport = (operation: string) => {
  const found = new Map<string, Finding>();
  const add: AddFinding = (assumption, outcome, text, path) =>
    void found.set(`${assumption} ${path} ${text}`, { assumption, outcome, path: path ?? null, text });
  const end = (verdict: 'ok' | 'failed' | 'skipped', reason: string | null = null): EndpointReport => {
    const findings = outcomes.flatMap((outcome) => [...found.values()].filter((each) => each.outcome === outcome));
    const differs = verdict === 'ok' && findings[0]?.outcome === 'open';
    return { operation, verdict: differs ? 'differs' : verdict, reason, findings };
  };
  return { add, end };
};

/** Returns whether everything is as specified or provided for by an assumption. */
export const isCovered = (reports: readonly EndpointReport[]): boolean =>
  reports.every(({ verdict }) => verdict === 'ok' || verdict === 'skipped');

/** Assumptions on what only a change shows, such as whether an update may be partial (R6, R38). */
export const shownByChanges: readonly string[] = 'R6 R28 R29 R30 R31 R34 R35 R37 R38 R39 R43 R44'.split(' ');

const endings = { open: '', covered: ', which is provided for', holds: ', as assumed' } as const;

const findingLine = ({ assumption, outcome, path, text }: Finding): string =>
  `${' '.repeat(11)}${[assumption, path, text].filter((part) => part !== null).join(': ')}${assumption === null ? '' : endings[outcome]}`;

/** Writes the reports: a line for each endpoint, what was found beneath it, the worst first, and the sum. */
export const reportText = (reports: readonly EndpointReport[]): string => {
  const counts = (['ok', 'differs', 'failed', 'skipped'] as const).map(
    (verdict) => `${reports.filter((report) => report.verdict === verdict).length} ${verdict}`,
  );
  return [
    ...reports.flatMap(({ verdict, operation, reason, findings }) => [
      `${verdict.padEnd(9)}${operation}${reason === null ? '' : ` (${reason})`}`,
      ...findings.map(findingLine),
    ]),
    '',
    `${reports.length} endpoints: ${counts.join(', ')}`,
    'Assumptions (R…) and their reasons: docs/assumptions.md.',
    `A probe changes nothing, so it cannot check ${shownByChanges.join(', ')}: see there what does.`,
  ].join('\n');
};
