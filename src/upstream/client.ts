/** The client of the service: binds calls to a caller, and turns endpoints of the contract into requests. */
import { performance } from 'node:perf_hooks';
import { operationOf } from '../contract/endpoints.ts';
import type { Logger } from '../log.ts';
import type {
  Answer,
  BodyReader,
  Call,
  CallableName,
  CallInputs,
  DocumentCall,
  DocumentName,
  UploadCall,
  UploadName,
} from './call.ts';
import type { StartCallSpan } from './call-trace.ts';
import type { AccessToken } from './credentials.ts';
import { pdfFormat } from './document-format.ts';
import type { ObserveDrift, ReportDrift } from './drift.ts';
import { grantRequest, headFor, requestFor, type TokenParameters } from './endpoint-request.ts';
import {
  OperationCancelledError,
  UpstreamError,
  UpstreamInvalidError,
  UpstreamUnauthenticatedError,
} from './errors.ts';
import { type OutgoingPhoto, type PhotoBodyForm, photoBodyOf } from './photo-body.ts';
import type { DocumentRequest, OpenDocument, Reply, Transport, TransportRequest, UploadRequest } from './transport.ts';
import { UnreadableBodyError } from './wrapped-body.ts';

export type { Call, DocumentCall, PublicCall, UploadCall } from './call.ts';

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
  /** Follows each call in a trace. */
  readonly startSpan?: StartCallSpan;
  /** Clock in milliseconds, from any start; `performance.now` unless given. */
  readonly now?: () => number;
}

/** For whom calls are made. */
export interface Caller extends CallScope {
  /** Null for nobody: every call fails with UpstreamUnauthenticatedError, without I/O. */
  readonly token: AccessToken | null;
}

/** The client of the service. It holds no token: whoever calls brings one. */
export interface ServiceClient {
  /** Binds calls to a caller. */
  bind(caller: Caller): Call;
  /** Binds calls for documents to a caller. */
  bindDocuments(caller: Caller): DocumentCall;
  /** Binds uploads to a caller. */
  bindUploads(caller: Caller): UploadCall;
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
  /** How the service takes photos: the setting of ruling R30; `multipart` unless given. */
  readonly photoBody?: PhotoBodyForm;
  readonly log: Logger;
  /**
   * Told of every departure of an answer from the contract; the log has a line for the first of each kind in each
   * operation only.
   */
  readonly onDrift?: ObserveDrift;
  /** Told of every call when it is over, as `observe` of its caller is. */
  readonly onCall?: (call: ObservedCall) => void;
}

const scopeOf = ({ signal, requestId }: CallScope) => ({
  ...(signal === undefined ? {} : { signal }),
  ...(requestId === undefined ? {} : { requestId }),
});

/** Creates the client of the service. */
export const createServiceClient = ({
  transport,
  tokenParams,
  photoBody = 'multipart',
  log,
  onDrift,
  onCall,
}: ServiceClientOptions): ServiceClient => {
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
    { observe, startSpan, now = () => performance.now() }: CallScope,
    sending: (trace: Pick<TransportRequest, 'traceparent'>) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly tell: (status: number) => void }> => {
    const startMs = now();
    const span = startSpan?.(operation);
    const tell = (status: number | null, error: UpstreamError | null = null): void => {
      const call = { operation, status, startMs, durationMs: now() - startMs, attempts: 1 };
      observe?.(call);
      onCall?.(call);
      span?.end({ status, attempts: call.attempts, error });
    };
    try {
      return { result: await sending(span === undefined ? {} : { traceparent: span.traceparent }), tell };
    } catch (error) {
      const failure = error instanceof UpstreamError ? error : null;
      const neverLeft = error instanceof OperationCancelledError && !error.sent;
      if (neverLeft) span?.end({ status: null, attempts: 0, error });
      else tell(failure?.status ?? null, failure);
      throw error;
    }
  };

  const exchange = async (
    operation: string,
    scope: CallScope,
    sending: (trace: Pick<TransportRequest, 'traceparent'>) => Promise<Reply>,
  ): Promise<Reply> => {
    const { result, tell } = await observing(operation, scope, sending);
    tell(result.status);
    return result;
  };

  const send = (request: TransportRequest, scope: CallScope): Promise<Reply> =>
    exchange(request.operation, scope, (trace) => transport.send({ ...request, ...scopeOf(scope), ...trace }));

  const upload = (request: UploadRequest, scope: CallScope): Promise<Reply> =>
    exchange(request.operation, scope, (trace) => transport.upload({ ...request, ...scopeOf(scope), ...trace }));

  const open = async (request: DocumentRequest, scope: CallScope): Promise<OpenDocument | null> => {
    const opening = (trace: Pick<TransportRequest, 'traceparent'>) =>
      transport.open({ ...request, ...scopeOf(scope), ...trace });
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

  const bindUploads = (caller: Caller): UploadCall => {
    async function call<Name extends UploadName>(
      name: Name,
      inputs: CallInputs<Name>,
      photo: OutgoingPhoto,
    ): Promise<Answer>;
    async function call(name: UploadName, inputs: object, photo: OutgoingPhoto): Promise<Answer> {
      const operation = operationOf(name);
      if (caller.token === null) {
        photo.stream.destroy();
        throw new UpstreamUnauthenticatedError({ operation });
      }
      const request = { ...headFor(name, inputs, caller.token), content: photoBodyOf(photo, photoBody) };
      const reply = await upload(request, caller);
      return { read: (reader) => readReply(operation, reply, reader) };
    }
    return call;
  };

  return {
    bind,
    bindDocuments,
    bindUploads,
    tokenParams,
    sendGrant: async (parameters, scope, reader) => {
      const request = grantRequest(parameters, tokenParams);
      return readReply(request.operation, await send(request, scope), reader);
    },
  };
};
