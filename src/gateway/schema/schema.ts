/** The GraphQL schema: every file that declares a type, then the schema made of them. */
import './account/invoice.ts';
import './account/update-profile-picture.ts';
import './account/update-user-details.ts';
import './account/user.account-entries.ts';
import './account/user.listings.ts';
import './account/user.premium-options-cost.ts';
import './account/user.sections.ts';
import './account/user.ts';
import './account/user.watched-listing.ts';
import './account/user.watched-listings.ts';
import './core/node.ts';
import './core/scalars.ts';
import './listing/listing-definition.ts';
import './listing/listing-preview.ts';
import './listing/listing.premium-options.ts';
import './listing/listing.related.ts';
import './listing/listing.ts';
import './listing/listing.viewer-info.ts';
import './listing/photo-specs.ts';
import './listing-mutations/create-listing.ts';
import './listing-mutations/delete-listing-photo.ts';
import './listing-mutations/delete-listing.ts';
import './listing-mutations/delete-listings.ts';
import './listing-mutations/relist-all-listings.ts';
import './listing-mutations/relist-listings.ts';
import './listing-mutations/rotate-listing-photo.ts';
import './listing-mutations/set-default-listing-photo.ts';
import './listing-mutations/set-listing-premium-options.ts';
import './listing-mutations/unwatch-listing.ts';
import './listing-mutations/unwatch-listings.ts';
import './listing-mutations/update-listing.ts';
import './listing-mutations/upload-listing-photo.ts';
import './listing-mutations/validate-listing.ts';
import './listing-mutations/watch-listing.ts';
import './listing-mutations/watch-listings.ts';
import './lookup/lookups.ts';
import './section/category.ts';
import './section/section.ts';
import './session/refresh-session.ts';
import './session/sign-in.ts';
import './session/start-client-session.ts';
import './session/token-info.ts';
import { GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { notePrices } from '../pricing/price-notes.ts';
import { builder } from './core/builder.ts';
import { countUserErrors } from './core/count-user-errors.ts';

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
