/** The GraphQL schema: every file that declares a type, then the schema made of them. */
import './account/account-entries.ts';
import './account/invoice.ts';
import './account/own-listings.ts';
import './account/premium-options-cost.ts';
import './account/user-mutations.ts';
import './account/user-section.ts';
import './account/user.ts';
import './account/watched-listing.ts';
import './listing/listing.ts';
import './listing/listing-definition.ts';
import './listing/listing-preview.ts';
import './listing/photo-specs.ts';
import './listing/premium-options.ts';
import './listing/viewer-info.ts';
import './listing-mutations/watch-listing.ts';
import './listing-mutations/delete-listings.ts';
import './listing-mutations/photo-mutations.ts';
import './listing-mutations/relist-listings.ts';
import './listing-mutations/save-listing.ts';
import './listing-mutations/set-premium-options.ts';
import './listing-mutations/validate-listing.ts';
import './listing-mutations/watch-listings.ts';
import './lookup/lookups.ts';
import './core/node.ts';
import './listing-mutations/upload-listing-photo.ts';
import './core/scalars.ts';
import './section/category.ts';
import './section/section.ts';
import './session/session-mutations.ts';
import './session/token-info.ts';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './core/builder.ts';

/** The GraphQL schema. */
export const schema = builder.toSchema();

/** The schema as text, for people, for clients' code generators and for comparison. */
export const printSchemaText = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
