/** Who stands behind an account or a listing: `Company`, `SharedUser` and `UserProfile`, each only when its id is known. */
import type { CompanyDetails, SharedUser, UserPublicProfile } from '../../../contract/user.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { builder } from '../core/builder.ts';
import { CompanyKindRef } from '../core/enums.ts';
import { cacheKey, type Identified } from '../core/node.ts';
import { viewFields } from '../core/views.ts';

type CompanyModel = Identified<Read<typeof CompanyDetails>, 'Id'>;

const company = viewFields((model: CompanyModel) => model);

export const CompanyRef = builder.objectRef<CompanyModel>('Company').implement({
  description: 'A company of an account. Upstream `CompanyDetails`.',
  fields: (t) => ({
    id: t.id(cacheKey('Company', 'Id')),
    databaseId: t.exposeID('Id', { nullable: false, description: 'Upstream `Id`.' }),
    name: t.exposeString('Name', { description: 'Display name.' }),
    logoUrl: t.exposeString('Logo', { description: 'URL of the logo.' }),
    kind: t.expose('CompanyType', { type: CompanyKindRef, description: 'Kind of company.' }),
    kindCode: t.int(company.code('CompanyType')),
  }),
});

export const SharedUserRef = builder.objectRef<Identified<Read<typeof SharedUser>, 'Id'>>('SharedUser').implement({
  description: 'A user or group that shares an account.',
  fields: (t) => ({
    id: t.id(cacheKey('SharedUser', 'Id')),
    databaseId: t.exposeID('Id', { nullable: false, description: 'Upstream `Id`.' }),
    isGroup: t.exposeBoolean('IsGroup', { description: 'Whether this is a group of users, not a single user.' }),
    name: t.exposeString('Name', { description: 'Display name.' }),
    username: t.exposeString('Username', { description: 'Username for sign-in; null for a group.' }),
  }),
});

type UserProfileModel = Identified<Read<typeof UserPublicProfile>, 'UserId'>;

const profile = viewFields((model: UserProfileModel) => model);

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
