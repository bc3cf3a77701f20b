/** One GraphQL request over `fetch`. */
import type { TadaDocumentNode } from 'gql.tada';
import { print } from 'graphql';

/** An entry of `errors`, as far as programs need it. */
export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string };
}

/** What the gateway answers. With errors, the fields that they name are null, and the others are good. */
export interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly AnswerError[];
}

/** Sends an operation. Rejects with what `fetch` rejects with when there is no answer, or none in JSON. */
export const send = async <Data, Variables>(
  endpoint: string,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  accessToken: string | null,
): Promise<Answer<Data>> => {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify({ query: print(document), variables }),
  });
  return (await response.json()) as Answer<Data>;
};
