/** The GraphQL schema: the files of types and mutations that no other file imports, then the schema made of all. */
import './account/user-mutations.ts';
import './account/user.ts';
import './core/scalars.ts';
import './listing-mutations/delete-and-relist.ts';
import './listing-mutations/listing-photos.ts';
import './listing/premium-options.ts';
import './listing-mutations/save-listing.ts';
import './listing-mutations/watching.ts';
import './listing/listing.ts';
import './lookup/lookups.ts';
import './section/section-category.ts';
import './session/session.ts';
import { GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { notePrices } from '../pricing/price-notes.ts';
import { builder } from './core/builder.ts';
import { countUserErrors } from './core/user-error.ts';

const built = builder.toSchema();
countUserErrors(built.getMutationType());
notePrices(built);

/** The GraphQL schema. */
export const schema = new GraphQLSchema({
  ...built.toConfig(),
  description:
    'Listings of a classifieds marketplace. Start with `Query.listing` for a listing, `Query.viewer` for the signed-in user, `Query.lookups` for the options of forms, and `Mutation.signIn` for an access token.',
});

/** The schema as text, for users, for clients' code generators and for comparison. */
export const printSchemaText = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
