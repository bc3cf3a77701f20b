import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const place = z.object({ x: z.int(), y: z.int(), w: z.int().max(24), h: z.int() });
const panel = z.looseObject({ type: z.string(), title: z.string(), gridPos: place });
const dashboard = z.looseObject({
  panels: z.array(panel.extend({ collapsed: z.boolean().optional(), panels: z.array(panel).default([]) })),
});

type Panel = z.infer<typeof panel>;

const { panels } = dashboard.parse(
  JSON.parse(readFileSync(new URL('../../deploy/grafana/dashboard.json', import.meta.url), 'utf8')),
);

const overlapping = (shown: readonly Panel[]): readonly string[] =>
  shown.flatMap(({ title, gridPos: one }, at) =>
    shown
      .slice(at + 1)
      .filter(
        ({ gridPos: other }) =>
          one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h,
      )
      .map((other) => `${title} and ${other.title}`),
  );

describe('deploy/grafana/dashboard.json', () => {
  it('has no two panels in one place, and none beside the grid', () => {
    expect(overlapping(panels)).toEqual([]);
    for (const row of panels) expect(overlapping(row.panels)).toEqual([]);
    const all = panels.flatMap((each) => [each, ...each.panels]);
    expect(all.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });

  it('opens with what one looks at first, and every other row holds its panels until it is opened', () => {
    const rows = panels.filter(({ type }) => type === 'row');
    expect(rows.map(({ title, collapsed }) => [title, collapsed])).toEqual([
      ['At a glance', false],
      ['Operations', false],
      ...rows.slice(2).map(({ title }) => [title, true]),
    ]);
    for (const row of rows.slice(2)) expect(row.panels.length).toBeGreaterThan(0);
  });
});
