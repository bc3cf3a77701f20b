/** Requests and answers between Node's HTTP server and the GraphQL server, for parameters that have been read already. */
import type { HttpResponse, RequestHead } from '../../http1/message.ts';
import type { AnswerType } from '../execution/http-result.ts';
import { sendText } from './send-text.ts';

/**
 * Makes the request that the GraphQL server is given: the headers as they came, without those of the body that was read, and a type
 * of answer that is chosen already. By itself it would answer what else is accepted, and in ways that no answer here is sent.
 */
export const fetchRequestOf = ({ method, headers }: RequestHead, type: AnswerType): Request => {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || name.startsWith('content-') || name === 'transfer-encoding') continue;
    kept.set(name, value);
  }
  kept.set('accept', type);
  return new Request('http://gateway/graphql', { method: method === 'POST' ? 'POST' : 'GET', headers: kept });
};

/** Answers with what the GraphQL server says; with nothing when the client is gone. */
export const sendFetchAnswer = async (
  request: RequestHead,
  response: HttpResponse,
  answer: Response,
): Promise<void> => {
  const { 'content-length': _length, ...headers } = Object.fromEntries(answer.headers);
  await sendText(request, response, { status: answer.status, headers, body: await answer.text() });
};
