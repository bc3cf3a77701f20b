/** The short way of an ordinary operation: JSON by POST, answered with JSON, without a detour over the GraphQL server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';
import { badRequest } from '../errors.ts';
import { headerReader, readToken } from '../identity.ts';
import { finishResult } from '../operation/finished-result.ts';
import { readGraphqlBody } from '../operation/graphql-request.ts';
import { type AnswerType, answerOf, answerTypeFor } from '../operation/http-answer.ts';
import type { RunOperation } from '../operation/run-operation.ts';
import type { WritableResult } from '../operation/serialised-lists.ts';
import type { OperationScope } from '../operation-scope.ts';
import { nameDocument } from '../trusted-documents/request.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import { fetchRequestOf, sendFetchAnswer } from './fetch-request.ts';
import { readBody } from './request-body.ts';
import { sendText, type TextAnswer } from './send-text.ts';

/** What answering takes. */
export interface JsonOperationOptions {
  readonly run: RunOperation;
  readonly trustedDocuments: TrustedDocuments;
  readonly maxBodyBytes: number;
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

/** Creates the handler of operations that come as JSON by POST. */
export const createJsonOperationHandler = ({
  run,
  trustedDocuments,
  maxBodyBytes,
  answerOdd,
  log,
}: JsonOperationOptions) => {
  const answer = (result: WritableResult, scope: OperationScope, type: AnswerType): TextAnswer =>
    answerOf(finishResult(result, scope, log), type);

  return async (request: IncomingMessage, response: ServerResponse, scope: OperationScope): Promise<void> => {
    const type = answerTypeFor(request.headers.accept);
    const text = await readBody(request, maxBodyBytes);
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
      return sendFetchAnswer(request, response, await answerOdd(fetchRequestOf(request, text), scope));
    }
    scope.isTrusted = named?.isTrusted ?? false;
    const asking = {
      scope,
      readToken: () => readToken(headerReader(request)),
      mayChange: true,
      bringsFile: false,
    };
    const result = run(asked, asking);
    return sendText(request, response, answer(result instanceof Promise ? await result : result, scope, type));
  };
};
