/** The short way of an ordinary operation: JSON by POST, answered with JSON, without a detour over the GraphQL server. */
import type { Logger } from '../../log.ts';
import type { Answer, RequestHead } from '../edge/exchange.ts';
import { badRequest } from '../errors.ts';
import { headerReader, readToken } from '../identity.ts';
import { chain } from '../maybe-promise.ts';
import { finishResult } from '../operation/finished-result.ts';
import { readGraphqlBody } from '../operation/graphql-request.ts';
import { type AnswerType, answerOf, answerTypeFor } from '../operation/http-answer.ts';
import type { RunOperation } from '../operation/run-operation.ts';
import type { WritableResult } from '../operation/serialised-lists.ts';
import type { OperationScope } from '../operation-scope.ts';
import { nameDocument } from '../trusted-documents/request.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import { fetchRequestOf, sendFetchAnswer } from './fetch-request.ts';
import { sendText, type TextAnswer } from './send-text.ts';

/** What answering takes. */
export interface JsonOperationOptions {
  readonly run: RunOperation;
  readonly trustedDocuments: TrustedDocuments;
  /** Answers what is not ordinary: an answer of another type is wanted, or the body is no GraphQL request. */
  readonly answerOdd: (request: Request, scope: OperationScope) => Response | Promise<Response>;
  readonly log: Logger;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Answers an operation that came as JSON by POST; `text` is null when the body is larger than it may be. */
export type AnswerJson = (
  request: RequestHead,
  response: Answer,
  scope: OperationScope,
  text: string | null,
) => void | Promise<void>;

/** Creates what answers operations that come as JSON by POST. */
export const createJsonOperationHandler = ({
  run,
  trustedDocuments,
  answerOdd,
  log,
}: JsonOperationOptions): AnswerJson => {
  const answer = (result: WritableResult, scope: OperationScope, type: AnswerType): TextAnswer =>
    answerOf(finishResult(result, scope, log), type);

  const sendOdd = async (request: RequestHead, response: Answer, scope: OperationScope, text: string): Promise<void> =>
    sendFetchAnswer(request, response, await answerOdd(fetchRequestOf(request, text), scope));

  return (request, response, scope, text) => {
    const type = answerTypeFor(request.headers.accept);
    if (text === null) {
      const tooLarge = badRequest('REQUEST_TOO_LARGE', 'Request body too large', { status: 413 });
      return sendText(request, response, answer({ errors: [tooLarge] }, scope, type ?? 'application/json'));
    }
    const named = type === null ? null : nameDocument(parse(text), trustedDocuments);
    if (type !== null && named?.error != null) {
      return sendText(request, response, answer({ errors: [named.error] }, scope, type));
    }
    const asked = readGraphqlBody(named?.params);
    if (type === null || asked === null) {
      return sendOdd(request, response, scope, text);
    }
    scope.isTrusted = named?.isTrusted ?? false;
    const asking = {
      scope,
      readToken: () => readToken(headerReader(request)),
      mayChange: true,
      bringsFile: false,
    };
    return chain(run(asked, asking), (result) => sendText(request, response, answer(result, scope, type)));
  };
};
