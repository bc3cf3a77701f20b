/** Requests and responses between Node's HTTP server and Yoga, for parameters that have been read already. */
import type { HttpResponse, RequestHead } from '../../../http1/message.ts';
import type { ResponseType } from '../../execution/http-result.ts';
import { sendText } from '../../http/send-text.ts';

/**
 * Makes the request that Yoga is given: the headers as they came, without those of the body that was read, and a type of response
 * that is chosen already. By itself Yoga would choose what else is accepted, and in ways that no response here is sent.
 */
export const fetchRequestOf = ({ method, headers }: RequestHead, type: ResponseType): Request => {
  const forwarded = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || name.startsWith('content-') || name === 'transfer-encoding') continue;
    forwarded.set(name, value);
  }
  forwarded.set('accept', type);
  return new Request('http://gateway/graphql', { method: method === 'POST' ? 'POST' : 'GET', headers: forwarded });
};

/** Sends the response of Yoga; nothing when the client is gone. */
export const sendFetchResponse = async (
  request: RequestHead,
  response: HttpResponse,
  fetched: Response,
): Promise<void> => {
  const { 'content-length': _length, ...headers } = Object.fromEntries(fetched.headers);
  await sendText(request, response, { status: fetched.status, headers, body: await fetched.text() });
};
