/** The client of the service: binds calls to a caller, and turns endpoints of the contract into requests. */

import { operationOf } from '../contract/endpoints.ts';
import type { Logger } from '../log/logger.ts';
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
} from './call/call.ts';
import { followCall } from './call/call-observer.ts';
import { type Caller, type CallScope, type ObservedCall, partOf } from './call/call-scope.ts';
import { pdfFormat } from './call/document-format.ts';
import type { ObserveDrift, ReportDrift } from './call/drift.ts';
import {
  UnreadableResultError,
  UpstreamError,
  UpstreamInvalidError,
  UpstreamRejectedError,
  UpstreamUnauthenticatedError,
} from './call/errors.ts';
import { type FailureReason, failureReasonOf } from './call/failure-reason.ts';
import type { OpenDocument } from './call/open-document.ts';
import { type OutgoingPhoto } from './call/outgoing-photo.ts';
import { RefusalBodyError } from './decoding/refusal.ts';
import { UnreadableBodyError } from './decoding/unwrap.ts';
import { grantRequest, headFor, requestFor } from './requests/endpoint-request.ts';
import type { GrantSender } from './requests/grant-sender.ts';
import { type PhotoBodyForm, photoBodyOf } from './requests/photo-body.ts';
import type { DocumentRequest, Reply, RequestHead, TransportRequest, UploadRequest } from './requests/transport.ts';
import type { Sender } from './resilience/resilient-sender.ts';
import { reasonIn } from './responses/status-error.ts';
import { createQueueShare, type FairQueue } from './transport/fair-queue.ts';

export type { ApplicationCall, Call, DocumentCall, PublicCall, UploadCall } from './call/call.ts';
export type { Caller, CallScope, ObservedCall } from './call/call-scope.ts';

/** The client of the service. It holds no token: whoever calls brings one. */
export interface ServiceClient extends GrantSender {
  /** Binds calls to a caller. */
  bind(caller: Caller): Call;
  /** Binds calls for documents to a caller. */
  bindDocuments(caller: Caller): DocumentCall;
  /** Binds uploads to a caller. */
  bindUploads(caller: Caller): UploadCall;
}

/** What a client is made of. */
export interface ServiceClientOptions {
  /** A guard, or a transport where a failure is to be seen as it is. */
  readonly transport: Sender;
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
  /** Told why, for every call that failed, sent or not, and every answer that could not be read. */
  readonly onFailure?: (reason: FailureReason) => void;
}

/** How many calls of one caller wait for a connection at a time. */
const QUEUE_SHARE = 4;

/** Creates the client of the service. */
export const createServiceClient = ({
  transport,
  tokenParams,
  photoBody = 'multipart',
  log,
  onDrift,
  onCall,
  onFailure,
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

  const noteFailure = (error: unknown, scope: CallScope): void => {
    if (!(error instanceof UpstreamError)) return;
    scope.onFailure?.(error);
    const reason = failureReasonOf(error);
    if (reason !== null) onFailure?.(reason);
  };

  const readReply = <Result>(
    request: RequestHead,
    { status, json, text }: Reply,
    scope: CallScope,
    reader: BodyReader<Result>,
  ): Result => {
    const { operation, retry, group } = request;
    try {
      return reader(json, reportDriftIn(operation), text);
    } catch (error) {
      if (error instanceof RefusalBodyError) {
        throw new UpstreamRejectedError({ operation, status, ...reasonIn(error.refusal) });
      }
      if (!(error instanceof UnreadableBodyError)) throw error;
      // A grant changes nothing that can be read again: what it uses up, its own function knows.
      const failure =
        retry === 'safe' || group === 'tokens'
          ? new UpstreamInvalidError({ operation, status })
          : new UnreadableResultError({ operation, status });
      noteFailure(failure, scope);
      throw failure;
    }
  };

  const answerOf = (request: RequestHead, reply: Reply, scope: CallScope): Answer => ({
    read: (reader) => readReply(request, reply, scope, reader),
  });

  /** Sends a request, when it has a share of the queue as soon as that has room for it. */
  const send = async (
    { operation, group, method, path, retry, token, credentials, body, answer }: TransportRequest,
    scope: CallScope,
    share: FairQueue | null,
  ): Promise<Answer> => {
    const entered = share === null ? null : share.enter();
    const leave = entered instanceof Promise ? await entered : entered;
    const followed = followCall(operation, scope, onCall);
    const { signal, timeLeftMs, requestId, clientAddress } = scope;
    const { traceparent, tracestate } = followed.part;
    const onSend = (): void => {
      leave?.();
      followed.part.onSend();
    };
    // Written out: to copy an object and add to it takes V8 a hundred times as long.
    const request: TransportRequest = {
      operation,
      group,
      method,
      path,
      retry,
      token,
      credentials,
      body,
      answer,
      signal,
      timeLeftMs,
      requestId,
      clientAddress,
      onSend,
      traceparent,
      tracestate,
    };
    try {
      const reply = await transport.send(request);
      followed.end(reply.status);
      return answerOf(request, reply, scope);
    } catch (error) {
      followed.fail(error);
      noteFailure(error, scope);
      throw error;
    } finally {
      leave?.();
    }
  };

  const upload = async (request: UploadRequest, scope: CallScope): Promise<Reply> => {
    const followed = followCall(request.operation, scope, onCall);
    try {
      const reply = await transport.upload({ ...request, ...partOf(scope), ...followed.part });
      followed.end(reply.status);
      return reply;
    } catch (error) {
      followed.fail(error);
      noteFailure(error, scope);
      throw error;
    }
  };

  /** A document is over when it is read or given up. */
  const open = async (request: DocumentRequest, scope: CallScope): Promise<OpenDocument | null> => {
    const followed = followCall(request.operation, scope, onCall);
    try {
      const { status, document } = await transport.open({ ...request, ...partOf(scope), ...followed.part });
      if (document === null || document.body.closed) followed.end(status);
      else document.body.once('close', () => followed.end(status));
      return document;
    } catch (error) {
      followed.fail(error);
      noteFailure(error, scope);
      throw error;
    }
  };

  const bind = (caller: Caller): Call => {
    const share = createQueueShare(QUEUE_SHARE);
    function call<Name extends CallableName>(name: Name, inputs: CallInputs<Name>): Promise<Answer>;
    function call(name: CallableName, inputs: object): Promise<Answer> {
      const { token } = caller;
      if (token === null) return Promise.reject(new UpstreamUnauthenticatedError({ operation: operationOf(name) }));
      return send(requestFor(name, inputs, token), caller, share);
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
      const head = headFor(name, inputs, caller.token);
      const reply = await upload({ ...head, content: photoBodyOf(photo, photoBody) }, caller);
      return answerOf(head, reply, caller);
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
      return (await send(request, scope, null)).read(reader);
    },
  };
};
