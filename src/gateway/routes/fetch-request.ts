/** Requests and answers between Node's HTTP server and the GraphQL server, for bodies that have been read already. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Makes the request that the GraphQL server is given: the headers as they came, without those of the body that was read.
 *
 * @param body JSON; null when the operation is handed over in another way
 */
export const fetchRequestOf = ({ headers }: IncomingMessage, body: string | null): Request => {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || name.startsWith('content-') || name === 'transfer-encoding') continue;
    kept.set(name, value);
  }
  kept.set('content-type', 'application/json');
  return new Request('http://gateway/graphql', { method: 'POST', headers: kept, body });
};

/** Answers with what the GraphQL server says. */
export const sendFetchAnswer = async (response: ServerResponse, answer: Response): Promise<void> => {
  const text = await answer.text();
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
};
