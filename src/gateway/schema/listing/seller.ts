/** `Seller` with `Contact` and `UserProfile`: who sells, from the detail view. */
import type { ContactDetails } from '../../../contract/listings.ts';
import type { UserPublicProfile } from '../../../contract/user.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { readCompany, readProfile } from '../../../rest/decoding/untyped-profiles.ts';
import type { ListingDetail } from '../../listing-views/views.ts';
import { CompanyRef, companyOf } from '../account/company.ts';
import { builder } from '../core/builder.ts';
import { cacheKey } from '../core/node.ts';
import { neverNull, readableList, viewFields } from '../core/views.ts';

/** A profile whose id is known. */
type UserProfileModel = Read<typeof UserPublicProfile> & { readonly UserId: string };

/** A profile when its id is known; without one it could not be distinguished from others. */
export const userProfileOf = (profile: Read<typeof UserPublicProfile> | null): UserProfileModel | null =>
  profile === null || profile.UserId === null ? null : { ...profile, UserId: profile.UserId };

const profile = viewFields((model: UserProfileModel) => model);

/** `UserProfile`. */
export const UserProfileRef = builder.objectRef<UserProfileModel>('UserProfile').implement({
  description: 'Public profile of a user. Upstream `UserPublicProfile`.',
  fields: (t) => ({
    id: t.id(cacheKey('UserProfile', 'UserId')),
    databaseId: t.exposeID('UserId', { nullable: false, description: 'Upstream `UserId`.' }),
    username: t.exposeString('Username', { description: 'Username.' }),
    companyName: t.exposeString('Company', { description: 'Company of the user.' }),
    listingCount: t.exposeInt('ItemCount', { description: 'Number of listings of the user.' }),
    pictureUrl: t.exposeString('PictureUrl', { description: 'URL of the picture.' }),
    registeredAt: t.field(profile.instant('RegistrationDate', 'When the user registered.')),
    registeredAtText: t.string(profile.unparsed('RegistrationDate')),
  }),
});

const ContactRef = builder.objectRef<Read<typeof ContactDetails>>('Contact').implement({
  description: 'A contact of the seller. Upstream `ContactDetails`.',
  fields: (t) => ({
    fullName: t.exposeString('FullName', { description: 'Display name.' }),
    telephones: t.stringList({
      nullable: false,
      description: 'Telephone numbers, as upstream formats them.',
      resolve: (contact) => neverNull(() => readableList(contact, 'Telephones', 'getListing')),
    }),
    profile: t.field({
      type: UserProfileRef,
      description: 'Upstream `User`, as far as it is recognised.',
      resolve: ({ User }) => userProfileOf(readProfile(User)),
    }),
    userData: t.field({ type: 'JSON', description: 'Upstream `User`, unparsed.', resolve: ({ User }) => User }),
  }),
});

/** `Seller`. */
export const SellerRef = builder.objectRef<ListingDetail>('Seller').implement({
  description: "The seller, with everything in upstream's detail view.",
  fields: (t) => ({
    name: t.exposeString('Seller', { description: 'Upstream `Seller`.' }),
    kind: t.exposeString('SellerType', {
      description: 'Kind of seller, as free text of the service. Upstream `SellerType`.',
    }),
    telephone: t.exposeString('Telephone', { description: 'First telephone number to try.' }),
    telephones: t.stringList({
      nullable: false,
      description: 'All telephone numbers, as upstream formats them.',
      resolve: (detail) => neverNull(() => readableList(detail, 'Telephones', 'getListing')),
    }),
    contacts: t.field({
      type: [ContactRef],
      nullable: false,
      description: 'Contacts of the seller.',
      resolve: (detail) => neverNull(() => readableList(detail, 'Contacts', 'getListing')),
    }),
    company: t.field({
      type: CompanyRef,
      description: 'Upstream `Company`, as far as it is recognised.',
      resolve: ({ Company }) => companyOf(readCompany(Company)),
    }),
    profile: t.field({
      type: UserProfileRef,
      description: 'Upstream `User`, as far as it is recognised.',
      resolve: ({ User }) => userProfileOf(readProfile(User)),
    }),
    companyData: t.field({
      type: 'JSON',
      description: 'Upstream `Company`, unparsed.',
      resolve: ({ Company }) => Company,
    }),
    userData: t.field({ type: 'JSON', description: 'Upstream `User`, unparsed.', resolve: ({ User }) => User }),
  }),
});
