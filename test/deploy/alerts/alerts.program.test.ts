import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../support/effort.ts';
import { isPromtoolSkipped } from '../promtool.ts';
import { budgetCases } from './budget-cases.ts';
import { causeCases } from './cause-cases.ts';
import { drillCases } from './drill-cases.ts';
import { failuresOf } from './promtool-cases.ts';

const cases = [...drillCases, ...budgetCases, ...causeCases];

const isRun = isFullRun && !isPromtoolSkipped;

describe.runIf(isRun)('deploy/prometheus/alerts.yaml', () => {
  const failures = isRun ? failuresOf(cases) : new Map<string, string>();

  it.each(cases.map(({ name }) => name))('%s', (name) => {
    expect(failures.get(name) ?? '').toBe('');
  });
});
