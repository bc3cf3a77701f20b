import { ApolloClient, gql, HttpLink, type TypedDocumentNode } from '@apollo/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountName } from '../../../test/support/accounts.ts';
import { sampled } from '../../../test/support/effort.ts';
import { type World, startWorld } from '../../../test/support/world.ts';
import { createCache } from '../src/cache.ts';

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface Answer {
  readonly viewer: { readonly id: string; readonly list: Page };
}

const page = 'edges { cursor node { id } } pageInfo { hasNextPage endCursor }';

const account: TypedDocumentNode<Answer, { first: number; after?: string | null }> = gql`
  query Account($first: Int!, $after: String) { viewer { id list: accountEntries(first: $first, after: $after) { ${page} } } }`;
const watched: TypedDocumentNode<Answer, { first: number; after?: string | null }> = gql`
  query Watched($first: Int!, $after: String) { viewer { id list: watchedListings(first: $first, after: $after) { ${page} } } }`;
const own: TypedDocumentNode<Answer, { first: number; after?: string | null }> = gql`
  query Own($first: Int!, $after: String) { viewer { id list: listings(sectionId: 1, first: $first, after: $after) { ${page} } } }`;

describe('An endless list in Apollo Client, with the cache of examples/react-apollo', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const createClient = async (name: AccountName): Promise<ApolloClient> =>
    new ApolloClient({
      cache: createCache(),
      link: new HttpLink({
        uri: new URL('/graphql', world.url).href,
        headers: { authorization: `Bearer ${await world.signIn(name)}` },
      }),
    });

  /** Loads page after page as a person who scrolls to the end does. @returns how many were loaded, and what is there then */
  const scroll = async (name: AccountName, query: typeof account, first: number) => {
    const client = await createClient(name);
    const list = client.watchQuery({ query, variables: { first } });
    const subscription = list.subscribe({});
    const read = () => client.readQuery({ query, variables: { first } })?.viewer.list;
    await client.query({ query, variables: { first } });
    let pages = 1;
    for (let shown = read(); shown?.pageInfo.hasNextPage === true && pages < 50; shown = read()) {
      await list.fetchMore({ variables: { after: shown.pageInfo.endCursor } });
      pages += 1;
    }
    subscription.unsubscribe();
    const shown = read();
    return { pages, ids: shown?.edges.map(({ node }) => node.id) ?? [], endCursor: shown?.pageInfo.endCursor };
  };

  it.each(
    sampled(4, [
      ['agent', 'accountEntries', account],
      ['seller', 'accountEntries', account],
      ['seller', 'watchedListings', watched],
      ['seller', 'listings', own],
    ] as const),
  )('shows %s everything once in %s, whatever the size of the pages', async (name, _field, query) => {
    const whole = await scroll(name, query, 100);
    expect(whole.ids.length).toBeGreaterThan(15);
    expect(new Set(whole.ids).size).toBe(whole.ids.length);
    for (const first of [5, 7, whole.ids.length]) expect((await scroll(name, query, first)).ids).toEqual(whole.ids);
  });

  it('ends at an empty page, and keeps the cursor before it', async () => {
    const { ids } = await scroll('agent', account, 100);
    const { pages, ids: shown, endCursor } = await scroll('agent', account, ids.length);
    expect([pages, shown]).toEqual([2, ids]);
    expect(endCursor).toEqual(expect.any(String));
  });
});
