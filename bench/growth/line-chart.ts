/** A line chart as SVG, readable on a light and on a dark page. */

/** A line of a chart. */
export interface Series {
  readonly name: string;
  /** Points from left to right. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** What a chart shows. */
export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Whether each step to the right multiplies. */
  readonly isLogarithmic: boolean;
  readonly series: readonly Series[];
}

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = { top: 44, right: 20, bottom: 48, left: 64 } as const;
const COLOURS = ['#3b82f6', '#e07b39', '#2a9d6f', '#a65fd0'] as const;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

/** Round steps of an axis from 0 to at least the greatest value: about five of them. */
export const axisSteps = (greatest: number): number[] => {
  if (greatest <= 0) return [0, 1];
  const rough = greatest / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.ceil(greatest / step);
  return Array.from({ length: count + 1 }, (_value, index) => index * step);
};

const figure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });

const place = (value: number): string => value.toFixed(1);

/** Draws a chart. */
export const lineChart = ({ title, xLabel, yLabel, isLogarithmic, series }: Chart): string => {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((one, other) => one - other);
  const scale = (x: number): number => (isLogarithmic ? Math.log10(x) : x);
  const [left, right] = [scale(xs[0] ?? 0), scale(xs.at(-1) ?? 1)];
  const steps = axisSteps(Math.max(...series.flatMap(({ points }) => points.map(({ y }) => y))));
  const top = steps.at(-1) ?? 1;
  const plotWidth = WIDTH - MARGIN.left - MARGIN.right;
  const plotHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
  const xOf = (x: number): string => place(MARGIN.left + ((scale(x) - left) / (right - left || 1)) * plotWidth);
  const yOf = (y: number): string => place(MARGIN.top + (1 - y / top) * plotHeight);

  const grid = steps.map(
    (step) =>
      `<path class="grid" d="M${MARGIN.left} ${yOf(step)}H${WIDTH - MARGIN.right}"/><text class="y" x="${MARGIN.left - 8}" y="${yOf(step)}">${figure(step)}</text>`,
  );
  const ticks = xs.map((x) => `<text class="x" x="${xOf(x)}" y="${HEIGHT - MARGIN.bottom + 18}">${figure(x)}</text>`);
  const lines = series.map(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? COLOURS[0];
    const path = points.map(({ x, y }) => `${xOf(x)} ${yOf(y)}`).join('L');
    const dots = points.map(({ x, y }) => `<circle cx="${xOf(x)}" cy="${yOf(y)}" r="3"/>`).join('');
    const legend = `<text class="legend" x="${WIDTH - MARGIN.right - (series.length - 1 - index) * 140}" y="40">${escaped(name)}</text>`;
    return `<g stroke="${colour}" fill="${colour}"><path class="line" d="M${path}"/>${dots}${series.length > 1 ? legend : ''}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 12px system-ui, sans-serif; fill: #7a828e; stroke: none; dominant-baseline: middle; }
.title { font-size: 15px; font-weight: 600; }
.unit { font-size: 12px; font-weight: 400; }
.x { text-anchor: middle; }
.y, .legend { text-anchor: end; }
.legend { fill: inherit; }
.grid { stroke: #7a828e; stroke-opacity: 0.3; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; }
</style>
<text class="title" x="${MARGIN.left}" y="20">${escaped(title)}<tspan class="unit" dx="10">${escaped(yLabel)}</tspan></text>
${[...grid, ...ticks, ...lines].join('\n')}
<text class="x" x="${MARGIN.left + plotWidth / 2}" y="${HEIGHT - 10}">${escaped(xLabel)}</text>
</svg>
`;
};

/** Draws charts side by side. */
export const chartRow = (charts: readonly Chart[]): string => {
  const width = charts.length * WIDTH;
  const placed = charts.map((chart, index) => lineChart(chart).replace('<svg ', `<svg x="${index * WIDTH}" `));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img">\n${placed.join('')}</svg>\n`;
};
