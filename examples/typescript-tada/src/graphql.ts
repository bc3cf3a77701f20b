/** The function that gives every operation its types, from the schema alone: nothing is generated when an operation changes. */
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/graphql-env.d.ts';

/** Makes a typed document from the text of an operation. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: {
    ID: string;
    /** RFC 3339, e.g. `2025-03-01T09:30:00Z`. */
    DateTime: string;
    /** What the service declares no type for. */
    JSON: unknown;
    Upload: File;
  };
}>();
