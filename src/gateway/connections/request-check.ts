/** Refuses requests that are none to serve, before anything looks at what they ask. */
import type { IncomingMessage } from 'node:http';
import { isOtherScheme } from '../http/client-identity.ts';
import type { Refusal } from '../http/refusal.ts';
import type { ServerLimits } from './server-limits.ts';

/** A host or an address, and maybe a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The values of a header as they came: of some that come twice, Node shows the first alone. */
const valuesOf = ({ rawHeaders }: IncomingMessage, wanted: string): readonly string[] => {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
};

const isHostFine = (request: IncomingMessage): boolean => {
  const hosts = valuesOf(request, 'host');
  const [host] = hosts;
  if (host === undefined) return request.httpVersion === '1.0';
  return hosts.length === 1 && HOST.test(host) && HOST.test(request.headers.host ?? '');
};

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/** Makes of a target in absolute form the one that a server usually gets: its host stands for the header (RFC 9112, 3.2.2). */
export const useOriginForm = (request: IncomingMessage): void => {
  const [, host, target] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (host === undefined || target === undefined) return;
  request.headers.host = host;
  request.url = target.startsWith('/') ? target : `/${target}`;
};

const refuse = (status: number, code: Refusal['code'], message: string): Refusal => ({
  status,
  code,
  message,
  retryAfterS: null,
});

/** The values that may be the token of a caller, whichever header they come in, each once. */
const identitiesOf = (request: IncomingMessage): readonly string[] => {
  const values = [...valuesOf(request, 'authorization'), ...valuesOf(request, 'authorisation')];
  return [...new Set(values.filter((value) => !isOtherScheme(value)))];
};

/** Leaves of several headers the one with the token of the caller, as beside the password of a proxy in front. */
export const useOneIdentity = (request: IncomingMessage): void => {
  const { headers } = request;
  if (headers.authorization === undefined && headers['authorisation'] === undefined) return;
  const [identity] = identitiesOf(request);
  if (identity !== undefined) headers.authorization = identity;
};

const codingProblem = ({ headers }: IncomingMessage): Refusal | null => {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== '' && coding.toLowerCase() !== 'identity') {
    const refusal = refuse(415, 'BAD_REQUEST', 'Send the body as it is, without a Content-Encoding.');
    return { ...refusal, headers: ['Accept-Encoding', 'identity'] };
  }
  return null;
};

/** Says what is wrong with a request as such; null when nothing is. */
export const requestProblem = (
  request: IncomingMessage,
  { headers, bodyBytes }: Pick<ServerLimits, 'headers' | 'bodyBytes'>,
): Refusal | null => {
  if (request.rawHeaders.length / 2 > headers) {
    return refuse(431, 'BAD_REQUEST', `The request has more than ${headers} headers.`);
  }
  if (request.httpVersionMajor !== 1) return refuse(505, 'BAD_REQUEST', 'The gateway speaks HTTP/1.1 and HTTP/1.0.');
  if (/\S\s*,\s*chunked\s*$/i.test(request.headers['transfer-encoding'] ?? '')) {
    return refuse(501, 'BAD_REQUEST', 'Send the body as it is: the only transfer coding is chunked.');
  }
  if (!isHostFine(request)) return refuse(400, 'BAD_REQUEST', 'The request needs one header Host that names a host.');
  // Assumption: R2. Guessing which of two identities is meant could act for the wrong user.
  if (identitiesOf(request).length > 1) {
    return refuse(400, 'BAD_REQUEST', 'The headers Authorization and Authorisation say different things: send one.');
  }
  const problem = codingProblem(request);
  if (problem !== null) return problem;
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) {
    return refuse(413, 'REQUEST_TOO_LARGE', `The request is larger than ${bodyBytes} bytes.`);
  }
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return refuse(417, 'BAD_REQUEST', 'The header Expect takes nothing but "100-continue".');
  }
  return null;
};
