/** `UserProfile`: what others see of a user. */
import type { UserPublicProfile } from '../../../contract/user.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { builder } from '../core/builder.ts';
import { cacheKey } from '../core/node.ts';
import { viewFields } from '../core/view-fields.ts';

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
