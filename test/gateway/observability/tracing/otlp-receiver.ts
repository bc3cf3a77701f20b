/** A collector of traces: a real HTTP server that reads OTLP in JSON. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { startListening } from '../../../support/network/listen.ts';

/** A span as it came over the wire. */
export interface ReceivedSpan {
  readonly name: string;
  /** 1 for work within, 2 for a request that was answered, 3 for one that was sent. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  /** Values by name. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2 for an error. */
  readonly status: number;
  /** Empty for none. */
  readonly traceState: string;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
}

/** The collector. */
export interface OtlpReceiver extends AsyncDisposable {
  readonly url: URL;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that came, as text. */
  readonly text: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Attributes of what sends, of each once. */
  readonly resources: readonly Readonly<Record<string, unknown>>[];
}

interface WireAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface WireSpan extends Pick<ReceivedSpan, 'name' | 'kind' | 'traceId' | 'spanId'> {
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly traceState?: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly WireAttribute[];
  readonly status?: { readonly code?: number };
}

interface WireBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

const valueOf = (value: Readonly<Record<string, unknown>>): unknown => {
  const [inner] = Object.values(value);
  if (typeof inner !== 'object' || inner === null || !('values' in inner) || !Array.isArray(inner.values)) return inner;
  return inner.values.map(valueOf);
};

const readAttributes = (attributes: readonly WireAttribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

/** How a collector behaves. */
export interface ReceiverOptions {
  /** Statuses of its responses, the last of them from then on; 200 unless given. */
  readonly statuses?: readonly number[];
  readonly retryAfter?: string;
  readonly answer?: string;
  /** True if it never responses. */
  readonly isHung?: boolean;
}

const inMilliseconds = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1000n) / 1000;

/** Starts a collector. */
export const startOtlpReceiver = async (options: ReceiverOptions = {}): Promise<OtlpReceiver> => {
  const { statuses = [200], retryAfter, answer = '{}', isHung = false } = options;
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const resources = new Map<string, Readonly<Record<string, unknown>>>();
  let text = '';
  const server = createServer((request, response) => {
    const receive = async (): Promise<void> => {
      const body = (await json(request)) as WireBody;
      text += JSON.stringify(body);
      requests.push({ path: request.url ?? '', headers: request.headers });
      for (const each of body.resourceSpans) {
        resources.set(JSON.stringify(each.resource), readAttributes(each.resource.attributes));
        for (const span of each.scopeSpans.flatMap((scope) => scope.spans)) {
          const { name, kind, traceId, spanId, parentSpanId = '', traceState = '' } = span;
          spans.push({
            name,
            kind,
            traceId,
            spanId,
            parentSpanId,
            traceState,
            attributes: readAttributes(span.attributes),
            status: span.status?.code ?? 0,
            startMs: inMilliseconds(span.startTimeUnixNano),
            endMs: inMilliseconds(span.endTimeUnixNano),
          });
        }
      }
      if (isHung) return;
      const status = statuses[Math.min(requests.length, statuses.length) - 1] ?? 200;
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(answer);
    };
    receive().catch(() => response.destroy());
  });
  const listening = await startListening(server);
  return {
    url: new URL(`http://127.0.0.1:${listening.port}`),
    spans,
    requests,
    get text() {
      return text;
    },
    get resources() {
      return [...resources.values()];
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
