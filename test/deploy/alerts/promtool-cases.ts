/** Cases of the alert rules, all tried in one run of promtool. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { textOf } from '../files.ts';
import { program } from '../promtool.ts';

/** What is to be so at a time. */
export interface Expected {
  /** Minutes from the start. */
  readonly at: number;
  /** All alerts that fire at that time. */
  readonly firing?: readonly string[];
  /** All that have fired until then. */
  readonly fired?: readonly string[];
  /** Alerts that fire at that time, whatever else does. */
  readonly among?: readonly string[];
  /** Alerts that do not fire at that time, whatever else does. */
  readonly silent?: readonly string[];
}

/** Series and what comes of them. */
export interface AlertCase {
  readonly name: string;
  /** Seconds between samples, and between evaluations of the rules. */
  readonly stepSeconds: number;
  /** Whether Prometheus sees nothing else. */
  readonly isAlone: boolean;
  /** Samples by series, both in the notation of promtool; the label `job` is `JOB`. */
  readonly series: Readonly<Record<string, string>>;
  readonly expected: readonly Expected[];
}

/** The job in series of a case: cases with the same step share a Prometheus, each as a job of its own. */
export const JOB = 'JOB';

const RULES = 'alerts.yaml';

const queriesOf = ({ at, ...expected }: Expected, matcher: string) => {
  const firing = (alerts = '.*'): string => `ALERTS{alertstate="firing",alertname=~"${alerts}"${matcher}}`;
  const queries: { readonly expr: string; readonly names: readonly string[] }[] = [];
  const ask = (series: string, names: readonly string[]): void => {
    queries.push({ expr: `group by (alertname) (${series})`, names });
  };
  if (expected.firing !== undefined) ask(firing(), expected.firing);
  if (expected.fired !== undefined) ask(`last_over_time(${firing()}[30d])`, expected.fired);
  if (expected.among !== undefined) ask(firing(expected.among.join('|')), expected.among);
  if (expected.silent !== undefined) ask(firing(expected.silent.join('|')), []);
  return queries.map(({ expr, names }) => ({
    expr,
    eval_time: `${Math.round(at * 60)}s`,
    exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
  }));
};

const jobOf = (number: number): string => `case-${number}-`;

/** The test of cases by their numbers, which have the same step. */
const testOf = (cases: ReadonlyMap<number, AlertCase>, stepSeconds: number) => {
  const series = [...cases].flatMap(([number, each]) =>
    Object.entries(each.series).map(([name, values]) => ({
      series: name.replace(`job="${JOB}"`, `job="${jobOf(number)}"`),
      values,
    })),
  );
  const queries = [...cases].flatMap(([number, { isAlone, expected }]) =>
    expected.flatMap((each) => queriesOf(each, isAlone ? '' : `,job="${jobOf(number)}"`)),
  );
  return { interval: `${stepSeconds}s`, input_series: series, promql_expr_test: queries };
};

/** Files of tests by name, each with the numbers of its cases. */
const filesOf = (cases: readonly AlertCase[]) => {
  const groups = new Map<string, Map<number, AlertCase>>();
  for (const [number, each] of cases.entries()) {
    const name = each.isAlone ? `alone-${number}.yaml` : `every-${each.stepSeconds}.yaml`;
    groups.set(name, (groups.get(name) ?? new Map<number, AlertCase>()).set(number, each));
  }
  return groups;
};

/** What promtool prints of a failure: the query and its results. */
const failureParts = (output: string): readonly string[] => output.split(/^ {4}expr: /m).slice(1);

/**
 * Tries cases with rules, those of deploy/ unless others are given.
 *
 * @returns what promtool says of each case that is not as expected, by its name
 * @throws Error with what promtool says when it cannot read a case
 */
export const failuresOf = (
  cases: readonly AlertCase[],
  rules = textOf('deploy/prometheus/alerts.yaml'),
): ReadonlyMap<string, string> => {
  const directory = mkdtempSync(join(tmpdir(), 'alert-cases-'));
  try {
    writeFileSync(join(directory, RULES), rules);
    const files = filesOf(cases);
    for (const [name, group] of files) {
      const stepSeconds = [...group.values()][0]?.stepSeconds ?? 0;
      const evaluation = {
        rule_files: [RULES],
        evaluation_interval: `${stepSeconds}s`,
        group_eval_order: ['listings-gateway-budgets', 'listings-gateway'],
      };
      writeFileSync(join(directory, name), stringify({ ...evaluation, tests: [testOf(group, stepSeconds)] }));
    }
    const names = [...files.keys()];
    const { stdout, stderr, error } = spawnSync(program, ['test', 'rules', ...names], {
      cwd: directory,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    if (error !== undefined) throw error;
    const failures = new Map<string, string>();
    for (const part of failureParts(`${stdout}\n${stderr}`)) {
      const number = /case-(\d+)-/.exec(part)?.[1] ?? [...cases.entries()].find(([, { isAlone }]) => isAlone)?.[0];
      const name = cases[Number(number)]?.name ?? '';
      failures.set(name, `${failures.get(name) ?? ''}${part}`);
    }
    const succeeded = stdout.split('SUCCESS').length - 1;
    if (failures.size === 0 && succeeded !== names.length) throw new Error(`${stdout}${stderr}`);
    return failures;
  } finally {
    rmSync(directory, { recursive: true });
  }
};
