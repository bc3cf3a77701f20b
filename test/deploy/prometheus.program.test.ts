import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';
import { listFiles, projectRoot, textOf } from './files.ts';

const isSkipped = spawnSync('promtool', ['--version']).error !== undefined && process.env['CI'] !== 'true';

if (isSkipped) process.stderr.write('Tests with promtool are skipped: it is not installed.\n');

/** Runs promtool, which comes with Prometheus, and gives its exit code with what it prints. */
const promtool = (...words: readonly string[]) => {
  const { status, stdout, stderr, error } = spawnSync('promtool', words, { cwd: projectRoot, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, printed: `${stdout}${stderr}` };
};

describe.skipIf(isSkipped)('promtool', () => {
  it('takes deploy/prometheus, with its rules', () => {
    expect(promtool('check', 'config', 'deploy/prometheus/prometheus.yaml')).toMatchObject({ status: 0 });
  });

  it.each(listFiles('test/deploy/alerts', '.yaml'))('finds that the rules fire as %s says', (file) => {
    expect(promtool('test', 'rules', file)).toEqual({ status: 0, printed: expect.stringContaining('SUCCESS') });
  });

  it('understands the queries of deploy/grafana/dashboard.json', () => {
    const targets = z.array(z.looseObject({ expr: z.string() })).default([]);
    const panel = z.looseObject({ targets });
    // A row that is collapsed holds its panels.
    const dashboard = z.looseObject({ panels: z.array(panel.extend({ panels: z.array(panel).default([]) })) });
    const { panels } = dashboard.parse(JSON.parse(textOf('deploy/grafana/dashboard.json')));
    // With values in place of what Grafana fills in.
    const rules = panels
      .flatMap((each) => [each, ...each.panels])
      .flatMap((shown) =>
        shown.targets.map(({ expr }, index) => ({
          record: `query_${index}`,
          expr: expr
            .replaceAll('$__rate_interval', '5m')
            .replaceAll('$__range', '1h')
            .replaceAll(/\$(?:job|instance)\b/g, '.*'),
        })),
      );
    expect(rules.length).toBeGreaterThan(40);
    const directory = mkdtempSync(join(tmpdir(), 'promtool-'));
    try {
      const path = join(directory, 'queries.yaml');
      writeFileSync(
        path,
        stringify({ groups: rules.map((rule, index) => ({ name: `panel ${index}`, rules: [rule] })) }),
      );
      expect(promtool('check', 'rules', path)).toMatchObject({ status: 0 });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
