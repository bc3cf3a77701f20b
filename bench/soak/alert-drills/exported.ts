/** What a gateway exports during a drill, step by step, as series that rules can be tried with. */
import type { Sample } from '../../../test/deploy/alerts/series.ts';
import { writeSamples } from '../../../test/deploy/alerts/series.ts';

/** A drill as its file has it. */
export interface Exported {
  /** Seconds that lie between two samples for Prometheus, however fast the drill was. */
  readonly stepSeconds: number;
  /** Samples by series, in the notation of promtool. */
  readonly series: Readonly<Record<string, string>>;
}

const STEP_SECONDS = 15;

/** Collects scrapes. */
export interface ExportedSeries {
  /** Takes what was scraped; null when nobody answered. */
  add(text: string | null): void;
  read(): Exported;
}

/** Collects those families that rules name, and of histograms the buckets that they name. */
export const collectSeries = (rules: string): ExportedSeries => {
  const names = new Set(rules.match(/(?<!:)\b(?:listings_gateway|nodejs|process)_[a-z0-9_]+/g));
  const bounds = new Set([...rules.matchAll(/le="([^"]+)"/g)].map(([, bound = '']) => bound));
  const isWanted = (series: string): boolean => {
    const bound = /\ble="([^"]+)"/.exec(series)?.[1];
    return names.has(series.split('{', 1)[0] ?? '') && (bound === undefined || bounds.has(bound));
  };
  const samples = new Map<string, Sample[]>([['up{}', []]]);
  let steps = 0;
  const put = (series: string, value: number): void => {
    const own = samples.get(series) ?? [];
    samples.set(series, own);
    while (own.length < steps) own.push(null);
    own.push(value);
  };
  return {
    add: (text) => {
      put('up{}', text === null ? 0 : 1);
      for (const line of (text ?? '').split('\n')) {
        const at = line.lastIndexOf(' ');
        const name = line.slice(0, at);
        const series = name.includes('{') ? name : `${name}{}`;
        if (!line.startsWith('#') && at > 0 && isWanted(series)) put(series, Number(line.slice(at + 1)));
      }
      steps += 1;
    },
    read: () => {
      const kept = [...samples].filter(([, values]) => values.some((value) => value !== 0 && value !== null));
      return {
        stepSeconds: STEP_SECONDS,
        series: Object.fromEntries(
          kept
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([series, values]) => {
              const all = [...values, ...Array.from({ length: steps - values.length }, () => null)];
              return [series, writeSamples(all)];
            }),
        ),
      };
    },
  };
};
