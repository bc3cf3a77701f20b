/** Operations as JSON by POST: answered without a detour over the GraphQL server. */
import type { GraphQLError } from 'graphql';
import { chain } from '../../concurrency/maybe-promise.ts';
import type { HttpResponse, RequestHead } from '../../http1/message.ts';
import type { Logger } from '../../log/logger.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { finishResult } from '../execution/finish-result.ts';
import { type AnswerType, answerOf } from '../execution/http-result.ts';
import type { RunOperation } from '../execution/run-operation.ts';
import type { WritableResult } from '../execution/shared-list-json.ts';
import { headerReader, readToken } from '../http/bearer-token.ts';
import { readGraphqlBody } from '../operation/graphql-request.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { nameDocument } from '../trusted-documents/request.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import { parseJson, readUtf8 } from './request-text.ts';
import { sendText, type TextAnswer } from './send-text.ts';

/** What answering takes. */
export interface JsonOperationOptions {
  readonly run: RunOperation;
  readonly trustedDocuments: TrustedDocuments;
  /** Answers a body that is no GraphQL request. */
  readonly answerOdd: AnswerParameters;
  /** Most bytes that a body may have, for the message of the refusal. */
  readonly maxBodyBytes: number;
  readonly log: Logger;
}

/** Which request is answered, and how. */
export interface AnsweredRequest {
  readonly request: RequestHead;
  readonly response: HttpResponse;
  readonly scope: OperationScope;
  readonly type: AnswerType;
}

/** Answers an operation whose parameters are read, by way of the GraphQL server. `readParameters` may throw BAD_REQUEST. */
export type AnswerParameters = (asked: AnsweredRequest, readParameters: () => object) => Promise<void>;

/** Answers an operation that came as JSON by POST; `body` is null when it is larger than it may be. */
export type AnswerJson = (asked: AnsweredRequest, body: Buffer | null) => void | Promise<void>;

const refusedBody = (body: Buffer | null, maxBodyBytes: number): GraphQLError =>
  body === null
    ? badRequest('REQUEST_TOO_LARGE', `The body of the request is larger than ${maxBodyBytes} bytes.`, { status: 413 })
    : badRequest('BAD_REQUEST', 'The body is not UTF-8.', { status: 400 });

/** What the GraphQL server is to check: an object, or a list, which would be a batch. @throws BAD_REQUEST for anything else */
const objectOf = (json: unknown): object => {
  if (typeof json === 'object' && json !== null) return json;
  const problem = json === undefined ? 'The body is not JSON.' : 'The body has to be a JSON object.';
  throw badRequest('BAD_REQUEST', problem, { status: 400 });
};

/** Creates what answers operations that come as JSON by POST. */
export const createJsonOperationHandler = ({
  run,
  trustedDocuments,
  answerOdd,
  maxBodyBytes,
  log,
}: JsonOperationOptions): AnswerJson => {
  const answer = (result: WritableResult, scope: OperationScope, type: AnswerType): TextAnswer =>
    answerOf(finishResult(result, scope, log), type);

  return (given, body) => {
    const { request, response, scope, type } = given;
    const refuse = (error: GraphQLError): void | Promise<void> =>
      sendText(request, response, answer({ errors: [error] }, scope, type));
    const text = body === null ? null : readUtf8(body);
    if (text === null) return refuse(refusedBody(body, maxBodyBytes));
    const params = parseJson(text);
    const named = nameDocument(params, trustedDocuments);
    if (named.error !== null) return refuse(named.error);
    const asked = readGraphqlBody(named.params);
    if (asked === null) return answerOdd(given, () => objectOf(params));
    scope.isTrusted = named.isTrusted;
    const asking = {
      scope,
      readToken: () => readToken(headerReader(request)),
      mayChange: true,
      bringsFile: false,
    };
    return chain(run(asked, asking), (result) => sendText(request, response, answer(result, scope, type)));
  };
};
