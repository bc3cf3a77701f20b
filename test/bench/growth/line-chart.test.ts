import { describe, expect, it } from 'vitest';
import { axisSteps, lineChart } from '../../../bench/growth/line-chart.ts';

describe('axisSteps', () => {
  it.each([
    [0.9, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [100, [0, 20, 40, 60, 80, 100]],
    [4321, [0, 1000, 2000, 3000, 4000, 5000]],
  ])('reaches beyond %d in round steps', (greatest, steps) => {
    expect(axisSteps(greatest)).toEqual(steps.map((step) => expect.closeTo(step)));
  });
});

describe('lineChart', () => {
  const chart = {
    title: 'Operations & <lists>',
    xLabel: 'entries',
    yLabel: 'operations/s',
    isLogarithmic: false,
    series: [
      {
        name: 'gateway',
        points: [
          { x: 0, y: 0 },
          { x: 50, y: 10 },
          { x: 100, y: 20 },
        ],
      },
    ],
  };

  it('places points in proportion', () => {
    const [, path = ''] = /class="line" d="([^"]+)"/.exec(lineChart(chart)) ?? [];
    const points = path
      .slice(1)
      .split('L')
      .map((point) => point.split(' ').map(Number));
    const [first = [], middle = [], last = []] = points;
    expect(middle).toEqual([0, 1].map((axis) => expect.closeTo(((first[axis] ?? 0) + (last[axis] ?? 0)) / 2, 1)));
  });

  it('gives each step of a logarithmic axis the same width', () => {
    const points = [1, 10, 100].map((x) => ({ x, y: 1 }));
    const text = lineChart({ ...chart, isLogarithmic: true, series: [{ name: 'gateway', points }] });
    const [one = 0, ten = 0, hundred = 0] = [...text.matchAll(/cx="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(hundred - ten).toBeCloseTo(ten - one, 0);
  });

  it('escapes what it is given', () => {
    expect(lineChart(chart)).not.toContain('<lists>');
  });
});
