/** Protections of the metrics: what they say is so of each process, and no client can make series. */
import type { Mutation } from './mutation.ts';

const merged = 'test/gateway/observability/merged-metrics.test.ts';
const usage = 'test/gateway/observability/metrics/usage.test.ts';

/** Mutations of the metrics. */
export const metricsMutations: readonly Mutation[] = [
  {
    name: 'metrics-of-each-process',
    protection: 'A worker that is full or busy shows beside one that is idle.',
    change: 'all workers have the same series',
    file: 'src/gateway/observability/metrics/process.ts',
    from: 'registry.setDefaultLabels({ worker: String(process) });',
    to: "registry.setDefaultLabels({ worker: typeof process === 'number' ? '0' : process });",
    tests: [merged],
  },
  {
    name: 'last-metrics',
    protection: 'What a worker counts until it leaves is kept, also when nobody asks for metrics meanwhile.',
    change: 'a worker leaves without a word',
    file: 'src/workers/supervised.ts',
    from: 'if (ownMetrics !== null) await reportMetrics(ownMetrics, null);',
    to: '',
    tests: ['test/guarantees/process/process.test.ts'],
  },
  {
    name: 'series-of-documents',
    protection: 'The series of trusted documents are bounded, however many documents there are.',
    change: 'each document has its own',
    file: 'src/gateway/observability/metrics/tallied-counter.ts',
    from: 'add(series.size < maxSeries ? values : beyond(values))',
    to: 'add(series.size < maxSeries || maxSeries > 0 ? values : beyond(values))',
    tests: [usage],
  },
  {
    name: 'clients-of-a-list',
    protection: 'A client that is on no list makes no series.',
    change: 'it has one under the name that it gives',
    file: 'src/gateway/operation/known-clients.ts',
    from: '?.label ?? OTHER_CLIENT',
    to: '?.label ?? client.name ?? OTHER_CLIENT',
    tests: [usage],
  },
  {
    name: 'names-of-documents',
    protection: 'The name of an operation that no document has makes no series.',
    change: 'it is the label of the document that it came with',
    file: 'src/gateway/observability/metrics/usage.ts',
    from: "const named = kind === 'none' ? '' : (name ?? '');",
    to: "const named = kind === 'none' && name === null ? '' : (name ?? '');",
    tests: [usage],
  },
  {
    name: 'client-in-the-log',
    protection: 'What a client says it is fills no log.',
    change: 'it is logged as long as it is',
    file: 'src/gateway/http/client-name.ts',
    from: 'value.slice(0, MAX_LENGTH)',
    to: 'value.slice(0, MAX_LENGTH * 1_000)',
    tests: [usage],
  },
];
