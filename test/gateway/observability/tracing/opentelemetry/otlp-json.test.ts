/** What is written by hand says the same as what the packages of OpenTelemetry send. */
import { createTraceState, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLIENT,
  numberAttribute,
  REQUEST_END,
  requestHead,
  SERVER,
  spanTextOf,
  textAttribute,
  textsAttribute,
  writeSpan,
} from '../../../../../src/gateway/observability/tracing/otlp-json.ts';
import { anyCharacter } from '../../../../support/any-character.ts';
import { startOtlpReceiver } from '../otlp-receiver.ts';

const scope = { name: 'listings-gateway', version: '1.2.3' };

/** What texts of spans are made of: anything, some of it what ends a text of JSON. */
const text = fc.oneof(
  fc.stringMatching(/^[ -~]{1,40}$/),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }),
  fc.constantFrom('"', '\\', '\\"', '"}},{"key":"a","value":{"stringValue":"b', '\u2028', '\u0122'),
);
const hex = (length: number) => fc.stringMatching(new RegExp(`^[1-9a-f][0-9a-f]{${length - 1}}$`));
const member = fc.stringMatching(/^[a-z]{1,6}=[!-+\-<>-~]{1,20}$/);

const spans = fc.record({
  name: text,
  isServer: fc.boolean(),
  texts: fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => `text ${name}`, maxLength: 4 }),
  numbers: fc.uniqueArray(fc.tuple(text, fc.nat()), { selector: ([name]) => name, maxLength: 4 }),
  lists: fc.uniqueArray(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), {
    selector: ([name]) => name,
    maxLength: 2,
  }),
  failed: fc.boolean(),
  parent: fc.option(fc.record({ traceId: hex(32), spanId: hex(16), isRemote: fc.boolean(), state: fc.option(member) })),
  // Milliseconds with microseconds, which both clocks can say.
  startUs: fc.integer({ min: 1_600_000_000_000_000, max: 1_900_000_000_000_000 }),
  durationUs: fc.integer({ min: 0, max: 60_000_000 }),
});
type SpanCase = typeof spans extends fc.Arbitrary<infer Value> ? Value : never;

/** Names of different kinds are made different: an attribute is there once. */
const attributesOf = ({ texts, numbers, lists }: SpanCase) => ({
  texts: texts.map(([name, value]) => [`text ${name}`, value] as const),
  numbers: numbers.map(([name, value]) => [`number ${name}`, value] as const),
  lists: lists.map(([name, value]) => [`list ${name}`, value] as const),
});

const hrTime = (us: number): [number, number] => [Math.floor(us / 1_000_000), (us % 1_000_000) * 1000];

const sendWithPackages = async (url: URL, resource: Record<string, string>, cases: readonly SpanCase[]) => {
  const exporter = new OTLPTraceExporter({ url: url.href });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes(resource),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer(scope.name, scope.version);
  const ids = cases.map((each) => {
    const { parent, name, isServer, startUs, durationUs, failed } = each;
    const context =
      parent === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            isRemote: parent.isRemote,
            traceFlags: TraceFlags.SAMPLED,
            ...(parent.state === null ? {} : { traceState: createTraceState(parent.state) }),
          });
    const { texts, numbers, lists } = attributesOf(each);
    const attributes = Object.fromEntries([...texts, ...numbers, ...lists]);
    const kind = isServer ? SpanKind.SERVER : SpanKind.CLIENT;
    const span = tracer.startSpan(name, { kind, attributes, startTime: hrTime(startUs) }, context);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(hrTime(startUs + durationUs));
    return span.spanContext();
  });
  await provider.shutdown();
  return ids;
};

const sendByHand = async (
  url: URL,
  resource: Record<string, string>,
  cases: readonly SpanCase[],
  ids: readonly { readonly traceId: string; readonly spanId: string }[],
) => {
  const written = cases.map((each, at) => {
    const { parent, name, isServer, startUs, durationUs, failed } = each;
    const { texts, numbers, lists } = attributesOf(each);
    const attributes = [
      ...texts.map(([key, value]) => textAttribute(key, value)),
      ...numbers.map(([key, value]) => numberAttribute(key, value)),
      ...lists.map(([key, value]) => textsAttribute(key, value)),
    ];
    const { traceId = '', spanId = '' } = ids[at] ?? {};
    return writeSpan(spanTextOf(name, isServer ? SERVER : CLIENT, attributes, failed), {
      traceId,
      spanId,
      parentSpanId: parent?.spanId ?? null,
      isParentRemote: parent?.isRemote ?? false,
      traceState: parent?.state ?? null,
      start: `${startUs}000`,
      end: `${startUs + durationUs}000`,
      attribute: null,
    });
  });
  const body = `${requestHead(resource, scope)}${written.join(',')}${REQUEST_END}`;
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
};

const isEmpty = (value: unknown): boolean =>
  value === 0 || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** What a text of OTLP means: members that are zero or empty are the same as none, but for values of attributes. */
const meantBy = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (isEmpty(value) && !key.endsWith('Value') ? undefined : value));

describe('OTLP by hand', () => {
  it('says what the packages of OpenTelemetry say', async () => {
    const property = fc.asyncProperty(
      fc.array(spans, { minLength: 1, maxLength: 20 }),
      // The packages leave out what every object of JavaScript has, such as `constructor`.
      fc.dictionary(
        fc.string({ maxLength: 20 }).map((name) => `a.${name}`),
        fc.string({ maxLength: 20 }),
        { maxKeys: 4 },
      ),
      async (cases, attributes) => {
        const resource = { 'service.name': 'gateway', ...attributes };
        await using theirs = await startOtlpReceiver();
        await using ours = await startOtlpReceiver();
        const ids = await sendWithPackages(theirs.url, resource, cases);
        await sendByHand(ours.url, resource, cases, ids);
        expect(meantBy(ours.text)).toEqual(meantBy(theirs.text));
        expect(ours.spans).toHaveLength(cases.length);
        expect(ours.spans).toEqual(theirs.spans);
      },
    );
    await fc.assert(property, { numRuns: 60, seed: 20 });
  }, 60_000);
});
