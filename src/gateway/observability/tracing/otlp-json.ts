/** OTLP as JSON: https://opentelemetry.io/docs/specs/otlp/ */

/** Attributes of a resource. */
export type ResourceAttributes = Readonly<Record<string, string>>;

const PLAIN = /^[ !#-[\]-~]*$/;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text as JSON in ASCII, whatever is in it: it may be what a client calls itself. */
const quoted = (text: string): string =>
  PLAIN.test(text) ? `"${text}"` : JSON.stringify(text).replace(/[^ -~]/g, escaped);

/** An attribute that is a text. */
export const textAttribute = (name: string, text: string): string =>
  `{"key":${quoted(name)},"value":{"stringValue":${quoted(text)}}}`;

/** An attribute that is a whole number. */
export const numberAttribute = (name: string, value: number): string =>
  `{"key":${quoted(name)},"value":{"intValue":${value}}}`;

/** An attribute that is several texts. */
export const textsAttribute = (name: string, texts: readonly string[]): string =>
  `{"key":${quoted(name)},"value":{"arrayValue":{"values":[${texts.map((text) => `{"stringValue":${quoted(text)}}`).join(',')}]}}}`;

/** `SpanKind` of OTLP. */
export const SERVER = 2;
/** `SpanKind` of OTLP. */
export const CLIENT = 3;

/** Common parts of spans: written once, and kept. */
export interface SpanText {
  /** Text between its ids and its times. */
  readonly subject: string;
  /** Text after its times, but for the end of its attributes. */
  readonly attributes: string;
  /** Text after its attributes. */
  readonly end: string;
}

/** Makes one string of what was put together of many, which is copied faster. It is ASCII. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** Writes what spans may have in common. */
export const spanTextOf = (
  name: string,
  kind: typeof SERVER | typeof CLIENT,
  attributes: readonly string[],
  failed: boolean,
): SpanText => ({
  subject: flat(`"name":${quoted(name)},"kind":${kind},"startTimeUnixNano":"`),
  attributes: flat(`","attributes":[${attributes.join(',')}`),
  end: failed ? '],"status":{"code":2}}' : ']}',
});

/** Parts of a single span. */
export interface OwnSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first of a trace. */
  readonly parentSpanId: string | null;
  /** True if that is a span of another process. */
  readonly isParentRemote: boolean;
  /** Null for none. */
  readonly traceState: string | null;
  /** Nanoseconds since 1970, as digits. */
  readonly start: string;
  readonly end: string;
  /** An attribute beside those of its text; null for none. */
  readonly attribute: string | null;
}

/** `SpanFlags`: sampled, and that it is known whether the parent is remote; with a remote one, that it is. */
const LOCAL_FLAGS = 0x101;
const REMOTE_FLAGS = 0x301;

/** Text between the id of a span and its subject. */
const relationsOf = ({ parentSpanId, isParentRemote, traceState }: OwnSpan): string => {
  if (parentSpanId === null) return `","flags":${LOCAL_FLAGS},`;
  const state = traceState === null ? '' : `"traceState":${quoted(traceState)},`;
  return `","parentSpanId":"${parentSpanId}",${state}"flags":${isParentRemote ? REMOTE_FLAGS : LOCAL_FLAGS},`;
};

/** Writes a span. All of it is ASCII. */
export const writeSpan = (text: SpanText, own: OwnSpan): string =>
  `{"traceId":"${own.traceId}","spanId":"${own.spanId}${relationsOf(own)}${text.subject}${own.start}","endTimeUnixNano":"${own.end}${
    text.attributes
  }${own.attribute === null ? '' : `,${own.attribute}`}${text.end}`;

/** Start of a request to a collector; the spans follow, comma-separated. */
export const requestHead = (resource: ResourceAttributes, scope: { name: string; version: string }): string => {
  const attributes = Object.entries(resource).map(([key, value]) => ({ key, value: { stringValue: value } }));
  return `{"resourceSpans":[{"resource":{"attributes":${JSON.stringify(attributes)}},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`;
};

/** End of the request. */
export const REQUEST_END = ']}]}]}';
