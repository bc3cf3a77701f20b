import { spreadText, tableOf } from '../report/tables.ts';
/** What requests of distinct phones cost, as a table. */
import { medianOf, ratiosOf, spreadOf } from '../statistics.ts';

/** A form of the gateway: its processes, and whether it has Redis. */
export const forms = {
  one: { title: 'one process', workers: 1, hasRedis: false },
  two: { title: 'two workers', workers: 2, hasRedis: false },
  redis: { title: 'one process with Redis', workers: 1, hasRedis: true },
} as const;

/** Name of a form. */
export type FormName = keyof typeof forms;

/** Names in the order of the table. */
export const formNames: readonly FormName[] = ['one', 'two', 'redis'];

/** What one slice of one form took, in microseconds of processor time a request. */
export interface PhoneSlice {
  readonly form: FormName;
  readonly hasLimits: boolean;
  /** Of all processes that serve. */
  readonly workers: number;
  /** 0 without one. */
  readonly supervisor: number;
  /** 0 without it. */
  readonly redis: number;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

const inAll = ({ workers, supervisor, redis }: PhoneSlice): number => workers + supervisor + redis;

/** The slices of a form, in the order of the rounds. */
const slicesOf = (slices: readonly PhoneSlice[], form: FormName, hasLimits: boolean): PhoneSlice[] =>
  slices.filter((slice) => slice.form === form && slice.hasLimits === hasLimits);

const timesWithoutLimits = (slices: readonly PhoneSlice[], form: FormName): number[] =>
  ratiosOf(slicesOf(slices, form, true).map(inAll), slicesOf(slices, form, false).map(inAll));

/**
 * How much more of the processor a request takes because limits are shared, as a share of it: 0 when limits make a request more expensive by
 * the same factor as in one process alone. That processes on one machine slow each other is in the figure without limits too.
 */
export const costOfSharing = (slices: readonly PhoneSlice[], form: FormName): number =>
  medianOf(timesWithoutLimits(slices, form)) / medianOf(timesWithoutLimits(slices, 'one')) - 1;

/** Writes the table, and under it what sharing costs. */
export const phonesTable = (slices: readonly PhoneSlice[]): string => {
  const rows = formNames.flatMap((form) =>
    [false, true].map((hasLimits) => {
      const of = slicesOf(slices, form, hasLimits);
      const middle = (figure: (slice: PhoneSlice) => number): string => medianOf(of.map(figure)).toFixed(1);
      const times = timesWithoutLimits(slices, form);
      return [
        forms[form].title,
        hasLimits ? 'on' : 'off',
        middle(({ workers }) => workers),
        forms[form].workers > 1 ? middle(({ supervisor }) => supervisor) : '–',
        forms[form].hasRedis ? middle(({ redis }) => redis) : '–',
        hasLimits ? spreadText(spreadOf(times)) : '1',
        medianOf(of.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0),
        middle(({ p99Ms }) => p99Ms),
      ];
    }),
  );
  const shares = formNames
    .filter((form) => form !== 'one')
    .map((form) => `${forms[form].title} ${(costOfSharing(slices, form) * 100).toFixed(1)} %`);
  return [
    tableOf([
      ['', 'limits', 'gateway µs', 'supervisor µs', 'Redis µs', 'times without limits', 'requests/s', 'p99 ms'],
      ...rows,
    ]),
    `What sharing the limits adds to a request, by the times without limits (goal: under 10 %): ${shares.join('; ')}.`,
  ].join('\n\n');
};
