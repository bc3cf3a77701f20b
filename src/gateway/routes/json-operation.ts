/** Operations as JSON by POST: served without Yoga, on the fast path without a promise where nothing has to be waited for. */
import type { GraphQLError } from 'graphql';
import { chain } from '../../concurrency/maybe-promise.ts';
import { isBeyondBounds } from '../../json/json-bounds.ts';
import type { Logger } from '../../log/logger.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { responseOf } from '../execution/http-result.ts';
import { finishAndKeep } from '../execution/kept-result.ts';
import type { RunOperation } from '../execution/run-operation.ts';
import type { WritableResult } from '../execution/shared-list-json.ts';
import { sendText } from '../http/send-text.ts';
import { readGraphqlBody } from '../operation/graphql-request.ts';
import { nameDocument } from '../trusted-documents/request.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import type { GraphqlFallback, PendingOperation } from './graphql-fallback.ts';
import { MAX_REQUEST_VALUES, parseJson, readUtf8 } from './request-text.ts';

/** Options of the JSON handler. */
export interface JsonOperationOptions {
  readonly run: RunOperation;
  readonly trustedDocuments: TrustedDocuments;
  readonly fallback: GraphqlFallback;
  /** Most bytes that a body may have, for the message of the refusal. */
  readonly maxBodyBytes: number;
  readonly log: Logger;
}

/** Serves an operation that came as JSON by POST; `body` is null when it is larger than it may be. */
export type ServeJsonOperation = (pending: PendingOperation, body: Buffer | null) => void | Promise<void>;

/** Creates the function that serves operations as JSON by POST. */
export const createJsonOperationHandler =
  ({ run, trustedDocuments, fallback, maxBodyBytes, log }: JsonOperationOptions): ServeJsonOperation =>
  (pending, body) => {
    const { scope } = pending;
    const text = body === null ? null : readUtf8(body);
    if (text === null) return sendResult(pending, { errors: [refusedBody(body, maxBodyBytes)] }, log);
    if (isBeyondBounds(text, MAX_REQUEST_VALUES)) return sendResult(pending, { errors: [tooManyValues()] }, log);
    const params = parseJson(text);
    const named = nameDocument(params, trustedDocuments);
    if (named.error !== null) return sendResult(pending, { errors: [named.error] }, log);
    const request = readGraphqlBody(named.params);
    if (request === null) return fallback.serveParameters(pending, () => objectOf(params));
    scope.isTrusted = named.isTrusted;
    const running = run(request, { scope, mayChange: true, bringsFile: false });
    return chain(running, (result) => sendResult(pending, result, log));
  };

const sendResult = (
  { request, response, scope, type }: PendingOperation,
  result: WritableResult,
  log: Logger,
): void | Promise<void> =>
  chain(finishAndKeep(result, scope, log), (finished) => sendText(request, response, responseOf(finished, type)));

const refusedBody = (body: Buffer | null, maxBodyBytes: number): GraphQLError =>
  body === null
    ? badRequest('REQUEST_TOO_LARGE', `The body of the request is larger than ${maxBodyBytes} bytes.`, { status: 413 })
    : badRequest('BAD_REQUEST', 'The body is not UTF-8.', { status: 400 });

const tooManyValues = (): GraphQLError =>
  badRequest('REQUEST_TOO_LARGE', `The body has more than ${MAX_REQUEST_VALUES} values, or is nested too deeply.`, {
    status: 413,
  });

/** Value that Yoga is to check: an object, or a list, which would be a batch. @throws BAD_REQUEST for anything else */
const objectOf = (json: unknown): object => {
  if (typeof json === 'object' && json !== null) return json;
  const problem = json === undefined ? 'The body is not JSON.' : 'The body has to be a JSON object.';
  throw badRequest('BAD_REQUEST', problem, { status: 400 });
};
