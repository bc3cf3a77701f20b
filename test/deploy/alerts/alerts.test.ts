import { describe, expect, it } from 'vitest';
import { isPromtoolSkipped } from '../validation/promtool.ts';
import { budgetCases } from './budget-cases.ts';
import { causeCases } from './cause-cases.ts';
import { drillCases } from './drill-cases.ts';
import { failuresOf } from './promtool-cases.ts';

const cases = [...drillCases, ...budgetCases, ...causeCases];

describe.skipIf(isPromtoolSkipped)('deploy/prometheus/alerts.yaml', () => {
  const failures = isPromtoolSkipped ? new Map<string, string>() : failuresOf(cases);

  it.each(cases.map(({ name }) => name))('%s', (name) => {
    expect(failures.get(name) ?? '').toBe('');
  });
});
