/** Writes the report of a probe as text. */
import type { Finding } from './findings/finding.ts';
import type { EndpointReport, ProbeReport, Verdict } from './report.ts';

const VERDICT_WIDTH = 'skipped'.length + 2;
const INDENT = ' '.repeat(VERDICT_WIDTH + 2);

const endings = { holds: ', as assumed', covered: ', which is provided for', open: '' } as const;

/** Writes a finding, e.g. `R16: ListingDefinition.Images: nested lists, as assumed`. */
export const findingText = ({ ruling, outcome, path, text }: Finding): string =>
  [...(ruling === null ? [] : [ruling]), ...(path === null ? [] : [path]), text].join(': ') +
  (ruling === null ? '' : endings[outcome]);

/** Rulings on what only a change shows, such as whether an update may be partial (R6, R38). */
export const shownByChanges: readonly string[] = 'R6 R28 R29 R30 R31 R34 R35 R37 R38 R39 R43 R44'.split(' ');

const order = { open: 0, covered: 1, holds: 2 } as const;

const findingLines = (findings: readonly Finding[]): string[] =>
  findings.toSorted((a, b) => order[a.outcome] - order[b.outcome]).map((finding) => `${INDENT}${findingText(finding)}`);

const endpointLines = ({ verdict, operation, reason, findings }: EndpointReport): string[] => [
  `${verdict.padEnd(VERDICT_WIDTH)}${operation}${reason === null ? '' : ` (${reason})`}`,
  ...findingLines(findings),
];

const countOf = (endpoints: readonly EndpointReport[], verdict: Verdict): number =>
  endpoints.filter((endpoint) => endpoint.verdict === verdict).length;

/** Writes the report: what holds for all of the service, a line for each endpoint and beneath it what was found, a sum. */
export const reportText = ({ findings, endpoints }: ProbeReport): string => {
  const counts = (['ok', 'differs', 'failed', 'skipped'] as const).map(
    (verdict) => `${countOf(endpoints, verdict)} ${verdict}`,
  );
  return [
    ...findings.map(findingText),
    ...(findings.length === 0 ? [] : ['']),
    ...endpoints.flatMap(endpointLines),
    '',
    `${endpoints.length} endpoints: ${counts.join(', ')}`,
    'Assumptions (R…) and their reasons: docs/assumptions.md.',
    `A probe changes nothing, so it cannot check ${shownByChanges.join(', ')}: see there what does.`,
  ].join('\n');
};
