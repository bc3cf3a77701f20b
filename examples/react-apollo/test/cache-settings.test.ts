import { gql, InMemoryCache } from '@apollo/client';
import { describe, expect, it } from 'vitest';
import { possibleTypesOf } from '../../../scripts/generate/cache-types.ts';
import { schema } from '../../../src/gateway/schema/schema.ts';

const possibleTypes = Object.fromEntries([...possibleTypesOf(schema)].map(([name, types]) => [name, [...types]]));

describe('The cache settings of docs/clients.md', () => {
  const lookups = gql`
    query Lookups {
      categories {
        __typename
        id
        ... on Lookup {
          label
        }
      }
    }
  `;
  const categories = [{ __typename: 'Category', id: 'Category:1', label: 'Cars' }];

  it('let a cache match fragments on interfaces', () => {
    const cache = new InMemoryCache({ possibleTypes });
    cache.writeQuery({ query: lookups, data: { categories } });
    expect(cache.readQuery({ query: lookups })).toEqual({ categories });
  });

  it('keep a flag that only lists know, when a detail has null', () => {
    const cache = new InMemoryCache({
      typePolicies: {
        Listing: {
          fields: {
            isHighlighted: {
              merge: (existing: boolean | null | undefined, incoming: boolean | null) => incoming ?? existing ?? null,
            },
          },
        },
      },
    });
    const listing = gql`
      query Listing {
        listing(id: "Listing:7") {
          __typename
          id
          isHighlighted
        }
      }
    `;
    for (const isHighlighted of [true, null]) {
      cache.writeQuery({
        query: listing,
        data: { listing: { __typename: 'Listing', id: 'Listing:7', isHighlighted } },
      });
    }
    expect(cache.readQuery({ query: listing })).toMatchObject({ listing: { isHighlighted: true } });
  });
});
