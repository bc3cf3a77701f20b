/** A collector of traces: a real HTTP server that reads OTLP in JSON. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';

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
}

/** The collector. */
export interface OtlpReceiver extends AsyncDisposable {
  readonly url: URL;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that came, as text. */
  readonly text: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Attributes of what sends. */
  readonly resource: Readonly<Record<string, unknown>>;
}

interface WireAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface WireSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'parentSpanId'> {
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

/** Starts a collector; it answers with a status, 200 unless given. */
export const startOtlpReceiver = async (status = 200): Promise<OtlpReceiver> => {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  let resource: Record<string, unknown> = {};
  let text = '';
  const server = createServer((request, response) => {
    const receive = async (): Promise<void> => {
      const body = (await json(request)) as WireBody;
      text += JSON.stringify(body);
      requests.push({ path: request.url ?? '', headers: request.headers });
      for (const each of body.resourceSpans) {
        resource = readAttributes(each.resource.attributes);
        for (const span of each.scopeSpans.flatMap((scope) => scope.spans)) {
          const { name, kind, traceId, spanId, parentSpanId = '' } = span;
          const attributes = readAttributes(span.attributes);
          spans.push({ name, kind, traceId, spanId, parentSpanId, attributes, status: span.status?.code ?? 0 });
        }
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    };
    receive().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The collector listens on no port.');
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    spans,
    requests,
    get text() {
      return text;
    },
    get resource() {
      return resource;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
