/** Requests and answers between Node's HTTP server and the GraphQL server, for bodies that have been read already. */
import type { Answer, RequestHead } from '../edge/exchange.ts';
import { queryOf } from '../http-router.ts';
import { sendText } from './send-text.ts';

/**
 * Makes the request that the GraphQL server is given: the headers as they came, without those of the body that was read.
 *
 * @param body JSON; null when there is none, or the operation is handed over in another way
 */
export const fetchRequestOf = (request: RequestHead, body: string | null): Request => {
  const { method = 'GET', headers } = request;
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || name.startsWith('content-') || name === 'transfer-encoding') continue;
    kept.set(name, value);
  }
  kept.set('content-type', 'application/json');
  return new Request(`http://gateway/graphql?${queryOf(request)}`, { method, headers: kept, body });
};

/** Answers with what the GraphQL server says; with nothing when the client is gone. */
export const sendFetchAnswer = async (request: RequestHead, response: Answer, answer: Response): Promise<void> => {
  const { 'content-length': _length, ...headers } = Object.fromEntries(answer.headers);
  await sendText(request, response, { status: answer.status, headers, body: await answer.text() });
};
