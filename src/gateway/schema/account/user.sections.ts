/** `UserSection`: a section in which the caller has listings. */
import type { UserSection } from '../../../upstream/decoding/user-sections.ts';
import { pageSizes } from '../../arguments/paging.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { ListingConnectionRef } from '../listing/listing-connection.ts';
import { ownListings } from '../listing/model/connection-prices.ts';
import { sectionLink } from '../section/section-model.ts';
import { SectionRef } from '../section/section.ts';
import { userSections } from './account-prices.ts';
import { ownListingsArguments, readOwnListings } from './own-listings.ts';
import { UserRef } from './user.ts';

const UserSectionRef = builder.objectRef<UserSection>('UserSection').implement({
  description: 'A section in which the caller has listings.',
  fields: (t) => ({
    section: t.field({
      type: SectionRef,
      description: 'The section.',
      resolve: ({ sectionId, name }) => sectionLink(sectionId, name),
    }),
    label: t.exposeString('name', { description: 'Upstream `SectionNames`.' }),
    expiredCount: t.exposeInt('expiredCount', {
      description: "Number of expired listings; null if upstream's arrays do not match.",
    }),
    listings: t.field({
      type: ListingConnectionRef,
      description: `The caller's listings in this section. ${pageSizes}`,
      extensions: priced(ownListings),
      args: ownListingsArguments,
      resolve: ({ sectionId }, args, context) => readOwnListings(sectionId, args, context),
    }),
  }),
});

builder.objectField(UserRef, 'sections', (t) =>
  t.field({
    type: [UserSectionRef],
    nullable: { list: true, items: false },
    description: 'Sections in which the caller has listings.',
    extensions: priced(userSections),
    resolve: async (_viewer, _args, { loaders }) => [...(await loaders.userSections.load('viewer'))],
  }),
);
