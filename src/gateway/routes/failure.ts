/** Failures of routes: in JSON, with the codes of GraphQL errors. */
import { z } from 'zod';
import type { Logger } from '../../log/logger.ts';
import { failureIn } from '../../rest/call/failure.ts';
import { errorCodes, isErrorCode } from '../errors/error-codes.ts';
import { internalError } from '../errors/graphql-errors.ts';
import { errorForClient } from '../errors/upstream-errors.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { respondEarly } from '../http/refusal.ts';
import { sendJson } from '../http/router.ts';
import type { OperationRecord } from '../operation/operation-record.ts';

interface FailedRequest {
  readonly requestId: string;
  readonly record: OperationRecord;
  readonly log: Logger;
}

/** Says what is wrong with a request, which fails again when it is sent again. */
export const sendProblem = (
  response: GatewayResponse,
  status: number,
  code: string,
  message: string,
  requestId: string,
): void => sendJson(response, status, { code, message, requestId, retryable: false });

/** What an error itself asks for. */
const ownHttp = z
  .object({ status: z.number().optional(), headers: z.record(z.string(), z.string()).optional() })
  .catch({});

/** Describes what failed, with a fitting HTTP status, and records it. What is not meant for clients is logged and masked. */
export const failureOf = (error: unknown, { requestId, record, log }: FailedRequest) => {
  const known = errorForClient(error);
  if (known === null) log.error({ requestId, err: error }, 'A route failed.');
  const { message, extensions } = known ?? internalError();
  const code = isErrorCode(extensions['code']) ? extensions['code'] : 'INTERNAL_SERVER_ERROR';
  const { retryAfter, http, retryable, reason } = extensions;
  record.recordError({ code });
  const failure = failureIn(error);
  if (failure !== null) record.recordFailure(failure);
  const own = ownHttp.parse(http ?? {});
  return {
    status: own.status ?? errorCodes[code].httpStatus,
    /** Names and values in turn. */
    headers: [
      ...(code === 'UNAUTHENTICATED' ? ['WWW-Authenticate', 'Bearer'] : []),
      ...(typeof retryAfter === 'number' ? ['Retry-After', String(retryAfter)] : []),
      ...Object.entries(own.headers ?? {}).flat(),
    ],
    body: { code, message, requestId, retryable: retryable === true, ...(typeof reason === 'string' && { reason }) },
  };
};

/** Sends what failed. */
export const sendFailure = (response: GatewayResponse, error: unknown, request: FailedRequest): void => {
  const { status, headers, body } = failureOf(error, request);
  respondEarly(response, status, body, headers);
};
