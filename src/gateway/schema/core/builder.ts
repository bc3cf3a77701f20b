/** The Pothos builder: how the GraphQL types are declared. It defines no types itself. */
import SchemaBuilder from '@pothos/core';
import type { PhotoFile } from '../../uploads/photo-file.ts';
import type { GatewayContext } from './context.ts';

/** Fields are nullable unless they say otherwise (the library's default): a failed call must not blank its neighbours. */
export const builder = new SchemaBuilder<{
  Context: GatewayContext;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    Upload: { Input: PhotoFile; Output: never };
  };
}>({});

builder.queryType({
  description:
    'Where reading starts. For everyone: sections, categories and lookup lists. By its id: a listing, its short form, and the listings related to it. For a person who is signed in: `viewer`, with their watch list, their own listings and their account. The service has no search, no list of the latest, and none by category, and so there is none here.',
});
builder.mutationType({
  description: 'Where changing starts. Each takes one `input` and returns a payload of its own with `userErrors`.',
});
