/** The client of the service: binds calls to a caller, and turns endpoints of the contract into requests. */

import { type EndpointName, operationOf } from '../contract/endpoints.ts';
import type { Logger } from '../log/logger.ts';
import { type Caller, type CallScope, requestPartOf } from './call/call-scope.ts';
import type {
  Call,
  CallableName,
  CallInputs,
  DocumentCall,
  DocumentName,
  Reply,
  UploadCall,
  UploadName,
} from './call/call.ts';
import type { AccessToken } from './call/credentials.ts';
import type { ObserveDrift } from './call/drift.ts';
import { type FailureReason, failureReasonOf } from './call/failure-reason.ts';
import { failureIn, UpstreamFailure } from './call/failure.ts';
import { type ObservedCall, type OngoingCall, startCall } from './call/observed-call.ts';
import type { OutgoingPhoto } from './call/outgoing-photo.ts';
import type { JsonReply, JsonRequest } from './call/service-request.ts';
import { done } from './decoding/write-result.ts';
import { createDriftReporter } from './drift-reporter.ts';
import { createReplyReader } from './reply-reader.ts';
import { buildJsonRequest, buildRequest, buildTokenRequest } from './requests/build-request.ts';
import type { GrantSender } from './requests/grant-sender.ts';
import { type PhotoBodyForm, photoBodyOf } from './requests/photo-body.ts';
import type { Sender } from './resilience/resilient-sender.ts';

export type { ApplicationCall, Call, DocumentCall, PublicCall, UploadCall } from './call/call.ts';
export type { Caller, CallScope } from './call/call-scope.ts';
export type { ObservedCall } from './call/observed-call.ts';

/** The client of the service. It holds no token: whoever calls brings one. */
export interface ServiceClient extends GrantSender {
  /** Binds calls to a caller. */
  bind(caller: Caller): Call;
  /** Binds calls for documents to a caller. */
  bindDocuments(caller: Caller): DocumentCall;
  /** Binds uploads to a caller. */
  bindUploads(caller: Caller): UploadCall;
}

/** Dependencies and settings of a client. */
export interface ServiceClientOptions {
  /** A resilient sender, or a transport where a failure is to be seen as it is. */
  readonly transport: Sender;
  /** Form in which the token endpoint takes its parameters: the setting of ruling R3. */
  readonly tokenParams: 'headers' | 'form';
  /** Form in which the service takes photos: the setting of ruling R30; `multipart` unless given. */
  readonly photoBody?: PhotoBodyForm;
  readonly log: Logger;
  /** Called with every schema drift; the log has a line for the first of each kind in each operation only. */
  readonly onDrift?: ObserveDrift;
  /** Called with every call when it is over, as `observe` of its caller is. */
  readonly onCall?: (call: ObservedCall) => void;
  /** Called with the reason of every call that failed, sent or not, and of every response that could not be read. */
  readonly onFailure?: (reason: FailureReason) => void;
}

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
  const recordFailure = (error: unknown, scope: CallScope): void => {
    const failure = failureIn(error);
    if (failure === null) return;
    scope.onFailure?.(failure);
    const reason = failureReasonOf(failure);
    if (reason !== null) onFailure?.(reason);
  };

  /** Ends a call that failed. @throws its error */
  const fail = (call: OngoingCall, error: unknown, scope: CallScope): never => {
    call.fail(error);
    recordFailure(error, scope);
    throw error;
  };

  const replyTo = createReplyReader({
    driftReportFor: createDriftReporter(log, onDrift),
    onUnreadable: recordFailure,
  });

  const send = async (
    { operation, group, method, path, retry, token, credentials, body, expects, isUpload, isRefresh }: JsonRequest,
    scope: CallScope,
  ): Promise<Reply> => {
    const call = startCall({ operation, path }, scope, onCall);
    const { signal, timeLeftMs, requestId, clientAddress, caller } = scope;
    const { onSend } = call;
    const { traceparent, tracestate } = call.requestPart;
    // Written out: to copy an object and add to it takes V8 a hundred times as long.
    const request: JsonRequest = {
      operation,
      group,
      caller,
      method,
      path,
      retry,
      token,
      credentials,
      body,
      expects,
      isUpload,
      isRefresh,
      signal,
      timeLeftMs,
      requestId,
      clientAddress,
      traceparent,
      tracestate,
    };
    let reply: JsonReply;
    try {
      reply = await transport.send(request, onSend);
      call.succeed(reply.status);
    } catch (error) {
      return fail(call, error, scope);
    }
    const read = replyTo(request, reply, scope);
    if (expects === 'done') read.read(done);
    return read;
  };

  const bind = (caller: Caller): Call => {
    function call<Name extends CallableName>(name: Name, inputs: CallInputs<Name>): Promise<Reply>;
    function call(name: CallableName, inputs: object): Promise<Reply> {
      const { token } = caller;
      if (token === null) return Promise.reject(new UpstreamFailure('token_missing', { operation: operationOf(name) }));
      return send(buildJsonRequest(name, inputs, token), caller);
    }
    return call;
  };

  const bindDocuments = (caller: Caller): DocumentCall => {
    async function call<Name extends DocumentName>(name: Name, inputs: CallInputs<Name>): Promise<Buffer | null>;
    async function call(name: DocumentName, inputs: object): Promise<Buffer | null> {
      const request = buildRequest(name, inputs, tokenFor(name, caller));
      const ongoing = startCall(request, caller, onCall);
      try {
        const reply = await transport.open(
          { ...request, ...requestPartOf(caller), ...ongoing.requestPart },
          ongoing.onSend,
        );
        ongoing.succeed(reply.status);
        return reply.document;
      } catch (error) {
        return fail(ongoing, error, caller);
      }
    }
    return call;
  };

  const bindUploads = (caller: Caller): UploadCall => {
    async function call<Name extends UploadName>(
      name: Name,
      inputs: CallInputs<Name>,
      photo: OutgoingPhoto,
    ): Promise<Reply>;
    async function call(name: UploadName, inputs: object, photo: OutgoingPhoto): Promise<Reply> {
      const request = buildRequest(name, inputs, tokenFor(name, caller));
      return send({ ...request, body: photoBodyOf(photo, photoBody), expects: 'json', isUpload: true }, caller);
    }
    return call;
  };

  return {
    bind,
    bindDocuments,
    bindUploads,
    tokenParams,
    sendGrant: async (parameters, scope, reader) => {
      const request = buildTokenRequest(parameters, tokenParams);
      return (await send(request, scope)).read(reader);
    },
  };
};

/** The token of a caller. @throws UpstreamFailure when there is none */
const tokenFor = (name: EndpointName, { token }: Caller): AccessToken => {
  if (token === null) throw new UpstreamFailure('token_missing', { operation: operationOf(name) });
  return token;
};
