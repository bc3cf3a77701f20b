/** `UserProfile`: what others see of a user. */
import type { UserPublicProfile } from '../../../contract/user.ts';
import { type Read, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import { globalId } from '../../arguments/global-id.ts';
import { builder } from '../core/builder.ts';

/** A profile whose id is known. */
type UserProfileModel = Read<typeof UserPublicProfile> & { readonly UserId: string };

/** A profile when its id is known; without one it could not be distinguished from others. */
export const userProfileOf = (profile: Read<typeof UserPublicProfile> | null): UserProfileModel | null =>
  profile === null || profile.UserId === null ? null : { ...profile, UserId: profile.UserId };

/** `UserProfile`. */
export const UserProfileRef = builder.objectRef<UserProfileModel>('UserProfile').implement({
  description: 'Public profile of a user. Upstream `UserPublicProfile`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'A key for caches, not for `Query.node`.',
      resolve: ({ UserId }) => globalId('UserProfile', UserId),
    }),
    databaseId: t.exposeID('UserId', { nullable: false, description: 'Upstream `UserId`.' }),
    username: t.exposeString('Username', { description: 'Username.' }),
    companyName: t.exposeString('Company', { description: 'Company of the user.' }),
    listingCount: t.exposeInt('ItemCount', { description: 'Number of listings of the user.' }),
    pictureUrl: t.exposeString('PictureUrl', { description: 'URL of the picture.' }),
    registeredAt: t.field({
      type: 'DateTime',
      description: 'When the user registered.',
      resolve: ({ RegistrationDate }) => readInstant(RegistrationDate),
    }),
    registeredAtText: t.string({
      description: 'Upstream `RegistrationDate`, unparsed.',
      resolve: (profile) => textIn(profile, 'RegistrationDate'),
    }),
  }),
});
