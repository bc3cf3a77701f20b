/** What an answer of the service comes to: a reply or an error. */
import type { Dispatcher } from 'undici';
import { errorForConnection } from './connection-error.ts';
import { type UpstreamError, UpstreamInvalidError, UpstreamTooLargeError } from './errors.ts';
import { parseJson } from './json.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { BodyEncodingError, BodyTooLargeError, readTextBody } from './response-body.ts';
import { errorForStatus, isRejection, readRetryAfter, readServiceMessage } from './status-error.ts';
import type { Reply, TransportRequest } from './transport-request.ts';

type Response = Dispatcher.ResponseData;

/** How far a request has got. */
export interface Progress {
  /** Whether the service may have seen it. */
  sent: boolean;
  /** HTTP status of the answer; null until its headers are there. */
  status: number | null;
  /** What the call has come to, while the rest of the body is still read. */
  verdict: UpstreamError | null;
}

/** Where the result of a request goes. Only the first counts. */
export interface Outcome {
  resolve(reply: Reply): void;
  reject(error: UpstreamError): void;
}

/** Bounds within which answers are read. */
export interface ResponseLimits {
  readonly maxJsonBytes: number;
  readonly maxErrorBytes: number;
}

const headerOf = (response: Response, name: string): string | null => {
  const header = response.headers[name];
  return (Array.isArray(header) ? header[0] : header) ?? null;
};

const readText = (response: Response, maxBytes: number): Promise<string> => {
  const length = headerOf(response, 'content-length');
  return readTextBody(
    response.body,
    {
      contentEncoding: (headerOf(response, 'content-encoding') ?? '').trim().toLowerCase(),
      contentLength: length === null ? null : Number(length),
    },
    maxBytes,
  );
};

const parseObject = (text: string): JsonObject | null => {
  try {
    const json = parseJson(text);
    return isJsonObject(json) ? json : null;
  } catch {
    return null;
  }
};

/** Reads away what is left of a small body, so that its connection can be used again; ends that of a large one. */
const drain = async (response: Response, maxBytes: number): Promise<void> => {
  try {
    await response.body.dump({ limit: maxBytes });
  } catch {
    // The answer is known already; the connection is gone.
  }
};

const readJson = async (request: TransportRequest, response: Response, maxBytes: number): Promise<unknown> => {
  const { operation, retry } = request;
  const status = response.statusCode;
  try {
    return parseJson(await readText(response, maxBytes));
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new UpstreamTooLargeError({ operation, status });
    if (error instanceof SyntaxError || error instanceof BodyEncodingError) {
      throw new UpstreamInvalidError({ operation, status, retryable: retry === 'safe' });
    }
    throw errorForConnection({ operation, retry, status }, error);
  }
};

/** Creates the reader of answers. It settles the outcome as soon as it is known and resolves when the body is done with. */
export const createResponseReader = ({ maxJsonBytes, maxErrorBytes }: ResponseLimits, now: () => number) => {
  const readFailure = async (
    request: TransportRequest,
    response: Response,
    progress: Progress,
    outcome: Outcome,
  ): Promise<void> => {
    const status = response.statusCode;
    const failed = {
      operation: request.operation,
      status,
      isSafe: request.retry === 'safe',
      retryAfterSeconds: readRetryAfter(headerOf(response, 'retry-after'), now()),
      serviceMessage: null,
    };
    progress.verdict = errorForStatus(failed);
    const isRefusal = request.answer === 'json-or-refusal' && status >= 400 && status < 500 && status !== 429;
    if (!isRefusal && !isRejection(status)) {
      outcome.reject(progress.verdict);
      await drain(response, maxErrorBytes);
      return;
    }
    const text = await readText(response, maxErrorBytes).catch(() => '');
    const refusal = isRefusal ? parseObject(text) : null;
    if (refusal !== null) outcome.resolve({ status, json: refusal });
    else outcome.reject(errorForStatus({ ...failed, serviceMessage: readServiceMessage(text) }));
  };

  return async (request: TransportRequest, response: Response, progress: Progress, outcome: Outcome): Promise<void> => {
    const status = response.statusCode;
    progress.status = status;
    if (status < 200 || status > 299) {
      await readFailure(request, response, progress, outcome);
    } else if (request.answer === 'ignored') {
      // Assumption: R37. Any 2xx is a success, whatever its body.
      outcome.resolve({ status, json: undefined });
      await drain(response, maxErrorBytes);
    } else {
      outcome.resolve({ status, json: await readJson(request, response, maxJsonBytes) });
    }
  };
};
