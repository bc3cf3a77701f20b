/** The GraphQL schema: every file that declares a type, then the schema made of them. */
import './account/account-entries.ts';
import './account/invoice.ts';
import './account/own-listings.ts';
import './account/premium-options-cost.ts';
import './account/user-changes.ts';
import './account/user-section.ts';
import './account/user.ts';
import './account/watched-listing.ts';
import './listing/listing.ts';
import './listing/listing-definition.ts';
import './listing/listing-preview.ts';
import './listing/photo-specs.ts';
import './listing/premium-options.ts';
import './listing/viewer-info.ts';
import './listing/watching.ts';
import './listing-changes/delete-listings.ts';
import './listing-changes/photo-changes.ts';
import './listing-changes/relist-listings.ts';
import './listing-changes/save-listing.ts';
import './listing-changes/set-premium-options.ts';
import './listing-changes/validate-listing.ts';
import './listing-changes/watching-several.ts';
import './lookup/lookups.ts';
import './node.ts';
import './photo-upload/upload-listing-photo.ts';
import './scalars.ts';
import './section/category.ts';
import './section/section.ts';
import './session/session-mutations.ts';
import './session/token-info.ts';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';

/** The GraphQL schema. */
export const schema = builder.toSchema();

/** The schema as text, for people, for clients' code generators and for comparison. */
export const printSchemaText = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
