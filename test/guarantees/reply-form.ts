/** What a reply of the gateway has to look like, whatever happened to the service or was sent to the gateway. */
import { isErrorCode } from '../../src/gateway/errors/error-codes.ts';
import type { Reply } from './http-client.ts';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as JSON; undefined when it is none. */
export const jsonOf = ({ text }: Reply): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const errorsOf = (reply: Reply): readonly unknown[] => {
  const body = jsonOf(reply);
  return isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
};

/** Codes of the errors of a reply. */
export const codesIn = (reply: Reply): readonly unknown[] =>
  errorsOf(reply).map((error) =>
    isObject(error) && isObject(error['extensions']) ? error['extensions']['code'] : null,
  );

const problemOfError = (error: unknown): string | null => {
  if (!isObject(error) || typeof error['message'] !== 'string') return 'an error has no message';
  const { extensions } = error;
  if (!isObject(extensions)) return 'an error has no extensions';
  const { code, requestId, retryable } = extensions;
  if (!isErrorCode(code)) return `the code ${String(code)} is unknown`;
  if (code === 'INTERNAL_SERVER_ERROR') return `the gateway made a mistake: ${JSON.stringify(error)}`;
  if (typeof requestId !== 'string') return `an error with ${code} has no request id`;
  return typeof retryable === 'boolean' ? null : `an error with ${code} does not say whether to try again`;
};

/** Statuses that `/graphql` responds with when nothing is wrong with the gateway; 503 and 429 ask to slow down. */
const isStatus = ({ status }: Reply): boolean => status === 200 || (status >= 400 && status < 500) || status === 503;

/** What is wrong with a reply of `/graphql`; null when it is one. A 503 is one when it says when to come back. */
export const problemOfGraphql = (reply: Reply): string | null => {
  if (!reply.isComplete) return 'the connection ended within the reply';
  if (!isStatus(reply)) return `the status is ${reply.status}`;
  if (reply.status === 503 && reply.headers['retry-after'] === undefined) return 'a 503 does not say when to come back';
  const body = jsonOf(reply);
  if (!isObject(body)) return `it is no JSON object: ${reply.text.slice(0, 200)}`;
  if (!('data' in body) && !Array.isArray(body['errors']))
    return `it has neither data nor errors: ${reply.text.slice(0, 200)}`;
  for (const error of errorsOf(reply)) {
    const problem = problemOfError(error);
    if (problem !== null) return problem;
  }
  return null;
};

/**
 * What is wrong with a reply of a route beside `/graphql`; null when it is one: a file, or JSON with a known code. A file
 * that the service cuts off is cut off here too, so that nobody takes it for the whole.
 */
export const problemOfRoute = (reply: Reply): string | null => {
  if (!reply.isComplete && reply.headers['content-type'] !== 'application/pdf') return 'the connection ended within it';
  if (reply.status < 400) return null;
  const body = jsonOf(reply);
  if (!isObject(body)) return `it is no JSON object: ${reply.text.slice(0, 200)}`;
  const { code } = body;
  if (code === 'INTERNAL_SERVER_ERROR' || reply.status === 500) return `the gateway made a mistake: ${reply.text}`;
  if (typeof code !== 'string' || !/^[A-Z_]+$/.test(code)) return `it has no code: ${reply.text.slice(0, 200)}`;
  return null;
};
