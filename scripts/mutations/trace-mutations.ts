/** Protections of traces. */
import type { Mutation } from './mutation.ts';

const tracing = 'test/gateway/observability/tracing/tracing.test.ts';
const failing = 'test/gateway/observability/tracing/failing-collector.test.ts';

/** Mutations of traces and of how they are sent. */
export const traceMutations: readonly Mutation[] = [
  {
    name: 'forced-sampling',
    protection: 'No client decides what is recorded, unless the sampler says so.',
    change: 'every sampler believes the flag of the client',
    file: 'src/gateway/observability/tracing/sampler.ts',
    from: 'if (!name.startsWith(PARENT_BASED)) return rootSampler(name, ratio, random);',
    to: "if (!name.startsWith(PARENT_BASED)) return createSampler(`parentbased_${name}` as 'parentbased_always_on', ratio);",
    tests: ['test/gateway/observability/tracing/sampler.test.ts', tracing],
  },
  {
    name: 'unrecorded-flag',
    protection: 'A client cannot make the service believe that a trace is recorded which is not.',
    change: 'the flag of the client goes on',
    file: 'src/gateway/observability/tracing/recording-tracer.ts',
    from: 'handOn({ ...parent, flags: 0 })',
    to: 'handOn(parent)',
    tests: [tracing],
  },
  {
    name: 'trace-state',
    protection: 'A `tracestate` that is none is not handed on.',
    change: 'whatever a client sends is',
    file: 'src/gateway/operation/trace-state.ts',
    from: 'return isList && names.size === members.length && !names.has(undefined) ?',
    to: 'return isList ?',
    tests: ['test/gateway/operation/trace-state.test.ts'],
  },
  {
    name: 'span-text',
    protection: 'No client writes into the spans of others, or makes what they are sent in unreadable.',
    change: 'what a client calls itself is written as it is',
    file: 'src/gateway/observability/tracing/otlp-json.ts',
    from: 'PLAIN.test(text) ?',
    to: "!text.includes('\\n') ?",
    tests: [tracing, 'test/gateway/observability/tracing/opentelemetry/otlp-json.test.ts'],
  },
  {
    name: 'span-queue',
    protection: 'A collector that stands still costs no memory without bound: further spans are dropped and counted.',
    change: 'all of them wait',
    file: 'src/gateway/observability/tracing/span-queue.ts',
    from: 'this.#waiting < maxSpans ?',
    to: 'this.#waiting < maxSpans * 1000 ?',
    tests: [failing],
  },
  {
    name: 'span-queue-bytes',
    protection: 'Spans that wait in small batches take no more memory than they need.',
    change: 'each batch keeps the whole of its buffer',
    file: 'src/gateway/observability/tracing/span-queue.ts',
    from: 'if (length > bytes.length / 2) return batch;',
    to: 'if (length > 0) return batch;',
    tests: ['test/gateway/observability/tracing/span-queue.test.ts'],
  },
  {
    name: 'collector-response',
    protection: 'A response of the collector is read no further than it may be.',
    change: 'it is read to its end',
    file: 'src/gateway/observability/tracing/otlp-sender.ts',
    from: 'if (text.length > MAX_RESPONSE_BYTES) break;',
    to: 'if (text.length > MAX_RESPONSE_BYTES) text = "";',
    tests: [failing],
  },
];
