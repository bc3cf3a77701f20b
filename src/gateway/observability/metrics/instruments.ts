/**
 * Counters for what every request passes: counting is an addition, and the counter is put together when it is shown. Gauges that ask for
 * their values then.
 */
import { type Aggregator, Counter, Gauge, type Registry } from 'prom-client';

interface CountedSeries {
  readonly labels: Readonly<Record<string, string>>;
  count: number;
}

/** Registers a counter that is put together of series when it is shown. */
const registerCounter = (
  registry: Registry,
  { name, help, labels }: { readonly name: string; readonly help: string; readonly labels: readonly string[] },
  series: ReadonlyMap<string, CountedSeries>,
): void => {
  // The registry keeps the counter and asks it.
  void new Counter({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      this.reset();
      for (const counted of series.values()) this.inc(counted.labels, counted.count);
    },
  });
};

interface TalliedCounterOptions<Value extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly values: readonly Value[];
}

/** Creates a counter; every value shows at zero from the start. Returns what counts. */
export const createTalliedCounter = <Value extends string>(
  registry: Registry,
  { label, values, ...options }: TalliedCounterOptions<Value>,
): ((value: Value, times?: number) => void) => {
  const series = new Map(values.map((value) => [value, { labels: { [label]: value }, count: 0 }]));
  registerCounter(registry, { ...options, labels: [label] }, series);
  return (value, times = 1) => {
    const counted = series.get(value);
    if (counted !== undefined) counted.count += times;
  };
};

/** Name, labels and maximum number of series of a counter of several labels. */
interface SeriesCounterOptions {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Most series; as many as come unless given. */
  readonly maxSeries?: number;
  /** Gives the series that counts in place of one beyond them. These have to be few. */
  readonly beyond?: (values: readonly string[]) => readonly string[];
}

/** Creates a counter of several labels, which counts under their values. A series is there from its first use on. */
export const createSeriesCounter = (
  registry: Registry,
  { maxSeries = Number.POSITIVE_INFINITY, beyond = (values) => values, ...options }: SeriesCounterOptions,
) => {
  const { labels } = options;
  const series = new Map<string, CountedSeries>();
  registerCounter(registry, options, series);
  const add = (values: readonly string[]): CountedSeries => {
    const key = values.join('\n');
    const known = series.get(key);
    if (known !== undefined) return known;
    const added = { labels: Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ''])), count: 0 };
    series.set(key, added);
    return added;
  };
  const seriesOf = (values: readonly string[]): CountedSeries =>
    series.get(values.join('\n')) ?? add(series.size < maxSeries ? values : beyond(values));
  return {
    count: (...values: readonly string[]): void => {
      seriesOf(values).count += 1;
    },
    /** Lets a series be there at zero. */
    show: (...values: readonly string[]): void => {
      seriesOf(values);
    },
  };
};

interface AskingGaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** How those of several workers are put together; the sum unless given. */
  readonly aggregator?: Aggregator;
}

/** Creates a gauge that asks for its values, each with its label, when it is shown. Returns what sets whom it asks; nobody at first. */
export const createAskingGauge = (
  registry: Registry,
  { label, ...options }: AskingGaugeOptions,
): ((read: () => Iterable<readonly [value: string, number: number]>) => void) => {
  let readNow = (): Iterable<readonly [value: string, number: number]> => [];
  void new Gauge({
    ...options,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, number] of readNow()) this.set({ [label]: value }, number);
    },
  });
  return (read) => {
    readNow = read;
  };
};
