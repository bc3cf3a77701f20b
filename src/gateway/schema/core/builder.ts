/** The Pothos builder: how the GraphQL types are declared. It defines no types itself. */
import SchemaBuilder from '@pothos/core';
import type { IncomingPhoto } from '../../uploads/incoming-photo.ts';
import type { GatewayContext } from './context.ts';

/** Fields are nullable unless they say otherwise (the library's default): a failed call must not blank its neighbours. */
export const builder = new SchemaBuilder<{
  Context: GatewayContext;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    Upload: { Input: IncomingPhoto; Output: never };
  };
}>({});

builder.queryType({
  description:
    'Root of all queries. Everyone can read sections, categories, lookup lists and, by id, a listing with its short form and related listings. Signed-in users also have `viewer`: their watch list, own listings and account. There is no search, no list of the latest listings and none by category, because the service has none.',
});
builder.mutationType({
  description: 'Root of all mutations. Each takes one `input` and returns its own payload with `userErrors`.',
});
