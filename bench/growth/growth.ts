/** Cost as work grows: operations a second and memory of the gateway, against what grows. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Load } from '../load/load.ts';
import { machineLine, versionsLine } from '../machine/machine.ts';
import { readProcessUsage } from '../machine/process-usage.ts';
import type { BenchOptions } from '../options.ts';
import { docsDirectory } from '../report/docs.ts';
import { tableOf } from '../report/tables.ts';
import { listLengths } from '../service/fixed-responses.ts';
import { coresLine, type Stage, startStage } from '../stage.ts';
import { medianOf } from '../statistics.ts';
import { startTarget } from '../targets/targets.ts';
import { TOKENS, workloads } from '../workloads.ts';
import { distinctDocuments, watchListOf } from './grown-operations.ts';
import { type Chart, chartRow } from './line-chart.ts';

/** What grows, and how the load follows. */
interface Dimension {
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly isLogarithmic: boolean;
  readonly sizes: readonly number[];
  /** Changes to the settings of the gateway. */
  readonly gatewayEnv?: Readonly<Record<string, string>>;
  loadOf(size: number): Partial<Pick<Load, 'bodies' | 'caller' | 'tokens' | 'connections'>>;
}

const dimensions: readonly Dimension[] = [
  {
    name: 'entries',
    title: 'Entries of a list',
    xLabel: 'watched listings a page',
    isLogarithmic: false,
    sizes: listLengths,
    loadOf: (size) => ({ bodies: [watchListOf(size).body], caller: watchListOf(size).caller }),
  },
  {
    name: 'connections',
    title: 'Connections (W2)',
    xLabel: 'connections of clients',
    isLogarithmic: true,
    sizes: [1, 2, 5, 10, 25, 50, 100, 200],
    loadOf: (size) => ({ connections: size }),
  },
  {
    name: 'documents',
    title: 'Distinct documents',
    xLabel: 'documents in turn, cached lookups',
    isLogarithmic: true,
    sizes: [1, 10, 100, 500, 1000, 2000, 5000],
    loadOf: (size) => ({ bodies: distinctDocuments(size) }),
  },
  {
    name: 'tokens',
    title: 'Tokens (W2)',
    xLabel: 'callers in turn, without the limit of requests for each',
    isLogarithmic: true,
    sizes: [1, 10, 100, 1000, 10_000],
    gatewayEnv: { RATE_PER_TOKEN_PER_MINUTE: '0' },
    loadOf: (size) => ({ tokens: size }),
  },
];

interface Point {
  readonly size: number;
  readonly rate: number;
  /** Processor time for 1,000 operations; null where the system does not report it. */
  readonly cpuMs: number | null;
  readonly rssMb: number | null;
}

const grow = async (dimension: Dimension, stage: Stage, options: BenchOptions): Promise<Point[]> => {
  const { cores, baseUrl, load } = stage;
  const { workers, nodeFlags, rounds, seconds, connections } = options;
  const { gatewayEnv = {} } = dimension;
  await using target = await startTarget('gateway', { baseUrl, cores: cores.target, workers, nodeFlags, gatewayEnv });
  const { url, headers, pid } = target;
  const usual = { url, headers, bodies: [workloads.W2.body], caller: 'reader', tokens: TOKENS, connections } as const;
  const [smallest = 1] = dimension.sizes;
  await load.run({ ...usual, ...dimension.loadOf(smallest), seconds: options.warmUpSeconds });
  const points: Point[] = [];
  for (const size of dimension.sizes) {
    const rates: number[] = [];
    const before = readProcessUsage(pid);
    let operations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const report = await load.run({ ...usual, ...dimension.loadOf(size), seconds });
      if (report.failures > 0) throw new Error(`${dimension.name} ${size}: ${report.failures} requests failed.`);
      rates.push(report.requestsPerSecond);
      operations += report.requests;
    }
    const after = readProcessUsage(pid);
    points.push({
      size,
      rate: medianOf(rates),
      cpuMs: before === null || after === null ? null : ((after.cpuMs - before.cpuMs) / operations) * 1000,
      rssMb: after === null ? null : after.rssBytes / 1e6,
    });
  }
  return points;
};

const slicesOf = (rounds: number): string => (rounds === 1 ? 'One slice' : `Median of ${rounds} slices`);

const chartsOf = ({ title, xLabel, isLogarithmic }: Dimension, points: readonly Point[]): Chart[] => {
  const axis = { xLabel, isLogarithmic };
  const memory = points.flatMap(({ size, rssMb }) => (rssMb === null ? [] : [{ x: size, y: rssMb }]));
  return [
    {
      ...axis,
      title,
      yLabel: 'operations/s',
      series: [{ name: 'gateway', points: points.map(({ size, rate }) => ({ x: size, y: rate })) }],
    },
    ...(memory.length === 0
      ? []
      : [{ ...axis, title: `${title}: memory`, yLabel: 'MB resident', series: [{ name: 'gateway', points: memory }] }]),
  ];
};

/** Measures everything that grows, writes a plot for each into docs/, and gives tables of the figures. */
export const measureGrowth = async (options: BenchOptions, report: (line: string) => void): Promise<string> => {
  await using stage = await startStage(options.workers);
  await mkdir(docsDirectory, { recursive: true });
  const tables: string[] = [];
  for (const dimension of dimensions) {
    report(dimension.title);
    const points = await grow(dimension, stage, options);
    const name = `growth-${dimension.name}.svg`;
    await writeFile(join(docsDirectory, name), chartRow(chartsOf(dimension, points)));
    tables.push(
      `![${dimension.title}](${name})`,
      tableOf([
        [dimension.xLabel, ...points.map(({ size }) => size.toLocaleString('en'))],
        ['operations/s', ...points.map(({ rate }) => rate.toFixed(0))],
        ['CPU ms / 1,000', ...points.map(({ cpuMs }) => cpuMs?.toFixed(0) ?? '–')],
        ['MB resident', ...points.map(({ rssMb }) => rssMb?.toFixed(0) ?? '–')],
      ]),
    );
  }
  const facts = `\`${options.command}\`, ${new Date().toISOString().slice(0, 10)}. ${versionsLine(stage.tools)}. ${machineLine()}: ${coresLine(stage.cores)}. ${slicesOf(options.rounds)} of ${options.seconds} s per point; a gateway of its own for each plot, from small to large.`;
  return [facts, ...tables].join('\n\n');
};
