import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { expect, it } from 'vitest';
import { sha256Of } from '../../../src/gateway/documents/document-text.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../../test/support/scripted-gateway.ts';

const listing = 'query Listing($id: ID!) { listing(id: $id) { title } }';

it.each(['off', 'prefer'] as const)(
  "TRUSTED_DOCUMENTS=%s: Apollo's automatic persisted queries work, by sending the text",
  async (mode) => {
    await using gateway = await startScriptedGateway({
      trustedDocuments: { mode, entries: [{ id: 'listing-1', text: listing }] },
    });
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A boat' } });
    const sent: string[] = [];
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: ApolloLink.from([
        new PersistedQueryLink({ sha256: sha256Of }),
        new HttpLink({
          uri: new URL('/graphql', gateway.url).href,
          headers: { authorization: `Bearer ${CALLER_TOKEN}` },
          fetch: (input, init) => {
            sent.push(typeof init?.body === 'string' ? init.body : '');
            return fetch(input, init);
          },
        }),
      ]),
    });
    const { data } = await client.query({ query: gql(listing), variables: { id: '7' } });
    expect(data).toMatchObject({ listing: { title: 'A boat' } });
    expect(sent.map((body) => body.includes('"query"'))).toEqual([false, true]);
    client.stop();
  },
);
