/** The client of the service: binds calls to a caller, and turns endpoints of the contract into requests. */
import { performance } from 'node:perf_hooks';
import { type Endpoint, type EndpointName, endpoints, operationOf } from '../contract/endpoints.ts';
import type { Logger } from '../log.ts';
import type { Answer, BodyReader, Call, CallableName, CallInputs, DocumentCall, DocumentName } from './call.ts';
import type { AccessToken } from './credentials.ts';
import { pdfFormat } from './document-format.ts';
import type { ObserveDrift, ReportDrift } from './drift.ts';
import {
  OperationCancelledError,
  UpstreamError,
  UpstreamInvalidError,
  UpstreamUnauthenticatedError,
} from './errors.ts';
import { encodeBody } from './json.ts';
import { buildQuery, fillPath, type ParameterValues } from './path.ts';
import type { DocumentRequest, OpenDocument, Reply, RequestHead, Transport, TransportRequest } from './transport.ts';
import { UnreadableBodyError } from './wrapped-body.ts';

export type { Call, DocumentCall, PublicCall } from './call.ts';

/** A call that was sent, or was to be sent when the connection failed. */
export interface ObservedCall {
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
  /** Milliseconds on the caller's clock. */
  readonly startMs: number;
  readonly durationMs: number;
  /** How often it was sent. */
  readonly attempts: number;
}

/** What a call brings along apart from its token. */
export interface CallScope {
  /** Ends calls at once, also those that wait. */
  readonly signal?: AbortSignal;
  /** Sent as `x-request-id`. */
  readonly requestId?: string;
  /** Told of each call when it is over, however it went: of a document, when that is read or given up. */
  readonly observe?: (call: ObservedCall) => void;
  /** Clock in milliseconds, from any start; `performance.now` unless given. */
  readonly now?: () => number;
}

/** For whom calls are made. */
export interface Caller extends CallScope {
  /** Null for nobody: every call fails with UpstreamUnauthenticatedError, without I/O. */
  readonly token: AccessToken | null;
}

/** Parameters of the token endpoint by name, in the order in which they are sent. */
export type TokenParameters = Readonly<Record<string, string>>;

/** The client of the service. It holds no token: whoever calls brings one. */
export interface ServiceClient {
  /** Binds calls to a caller. */
  bind(caller: Caller): Call;
  /** Binds calls for documents to a caller. */
  bindDocuments(caller: Caller): DocumentCall;
  /** How the token endpoint takes its parameters (ruling R3). */
  readonly tokenParams: 'headers' | 'form';
  /**
   * Sends the parameters of a grant to `POST /v1/token`; the functions of `tokens.ts` know what to send. Resolves with
   * any JSON body of a 2xx, and of a 4xx other than 429.
   *
   * @throws UpstreamError
   */
  sendGrant<Result>(parameters: TokenParameters, scope: CallScope, reader: BodyReader<Result>): Promise<Result>;
}

/** What a client is made of. */
export interface ServiceClientOptions {
  readonly transport: Transport;
  /** How the token endpoint takes its parameters: the setting of ruling R3. */
  readonly tokenParams: 'headers' | 'form';
  readonly log: Logger;
  /**
   * Told of every departure of an answer from the contract; the log has a line for the first of each kind in each
   * operation only.
   */
  readonly onDrift?: ObserveDrift;
}

interface EndpointInputs {
  readonly path?: ParameterValues;
  readonly query?: ParameterValues;
  readonly body?: unknown;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const scopeOf = ({ signal, requestId }: CallScope) => ({
  ...(signal === undefined ? {} : { signal }),
  ...(requestId === undefined ? {} : { requestId }),
});

const headFor = (name: EndpointName, inputs: EndpointInputs, token: AccessToken): RequestHead => {
  const endpoint: Endpoint = endpoints[name];
  const query = buildQuery(Object.keys(endpoint.query), inputs.query ?? {});
  const { body } = endpoint;
  return {
    operation: operationOf(name),
    method: endpoint.method,
    path: fillPath(endpoint.path, inputs.path ?? {}) + query,
    retry: endpoint.retry,
    token,
    ...(body === null || body === 'photo'
      ? {}
      : { body: { contentType: JSON_TYPE, text: encodeBody(body, inputs.body) } }),
  };
};

const requestFor = (name: CallableName, inputs: EndpointInputs, token: AccessToken): TransportRequest => ({
  ...headFor(name, inputs, token),
  answer: endpoints[name].response.kind === 'empty' ? 'ignored' : 'json',
});

const grantRequest = (parameters: TokenParameters, tokenParams: 'headers' | 'form'): TransportRequest => ({
  operation: operationOf('requestToken'),
  method: endpoints.requestToken.method,
  path: endpoints.requestToken.path,
  retry: endpoints.requestToken.retry,
  answer: 'json-or-refusal',
  token: null,
  // Assumption: R3.
  ...(tokenParams === 'headers'
    ? { credentials: parameters }
    : { body: { contentType: FORM_TYPE, text: new URLSearchParams(parameters).toString() } }),
});

/** Creates the client of the service. */
export const createServiceClient = ({ transport, tokenParams, log, onDrift }: ServiceClientOptions): ServiceClient => {
  const logged = new Set<string>();

  const reportDriftIn =
    (operation: string): ReportDrift =>
    (drift) => {
      onDrift?.(drift, operation);
      const kind = `${operation} ${drift.path} ${drift.problem}`;
      if (logged.has(kind)) return;
      logged.add(kind);
      log.warn({ operation, drift }, 'The service departs from its specification.');
    };

  const readReply = <Result>(operation: string, reply: Reply, reader: BodyReader<Result>): Result => {
    try {
      return reader(reply.json, reportDriftIn(operation));
    } catch (error) {
      if (error instanceof UnreadableBodyError) throw new UpstreamInvalidError({ operation, status: reply.status });
      throw error;
    }
  };

  /** Sends, and tells the observer of a failure; of a success the caller of this tells it when it is over. */
  const observing = async <Result>(
    operation: string,
    { observe, now = () => performance.now() }: CallScope,
    sending: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly tell: (status: number) => void }> => {
    const startMs = now();
    const tell = (status: number | null): void =>
      observe?.({ operation, status, startMs, durationMs: now() - startMs, attempts: 1 });
    try {
      return { result: await sending(), tell };
    } catch (error) {
      const neverLeft = error instanceof OperationCancelledError && !error.sent;
      if (error instanceof UpstreamError && !neverLeft) tell(error.status);
      throw error;
    }
  };

  const send = async (request: TransportRequest, scope: CallScope): Promise<Reply> => {
    const sending = () => transport.send({ ...request, ...scopeOf(scope) });
    const { result, tell } = await observing(request.operation, scope, sending);
    tell(result.status);
    return result;
  };

  const open = async (request: DocumentRequest, scope: CallScope): Promise<OpenDocument | null> => {
    const opening = () => transport.open({ ...request, ...scopeOf(scope) });
    const { result, tell } = await observing(request.operation, scope, opening);
    const { status, document } = result;
    if (document === null || document.body.closed) tell(status);
    else document.body.once('close', () => tell(status));
    return document;
  };

  const bind = (caller: Caller): Call => {
    async function call<Name extends CallableName>(name: Name, inputs: CallInputs<Name>): Promise<Answer>;
    async function call(name: CallableName, inputs: object): Promise<Answer> {
      const operation = operationOf(name);
      if (caller.token === null) throw new UpstreamUnauthenticatedError({ operation });
      const reply = await send(requestFor(name, inputs, caller.token), caller);
      return { read: (reader) => readReply(operation, reply, reader) };
    }
    return call;
  };

  const bindDocuments = (caller: Caller): DocumentCall => {
    async function call<Name extends DocumentName>(name: Name, inputs: CallInputs<Name>): Promise<OpenDocument | null>;
    async function call(name: DocumentName, inputs: object): Promise<OpenDocument | null> {
      if (caller.token === null) throw new UpstreamUnauthenticatedError({ operation: operationOf(name) });
      return open({ ...headFor(name, inputs, caller.token), format: pdfFormat }, caller);
    }
    return call;
  };

  return {
    bind,
    bindDocuments,
    tokenParams,
    sendGrant: async (parameters, scope, reader) => {
      const request = grantRequest(parameters, tokenParams);
      return readReply(request.operation, await send(request, scope), reader);
    },
  };
};
