/** `SharedUser`: a user or group that shares an account. */
import type { SharedUser } from '../../../contract/user.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { builder } from '../core/builder.ts';
import { cacheKey } from '../core/node.ts';

/** A shared user whose id is known. */
type SharedUserModel = Read<typeof SharedUser> & { readonly Id: string };

/** A shared user when its id is known; without one it could not be distinguished from others. */
export const sharedUserOf = (user: Read<typeof SharedUser>): SharedUserModel | null =>
  user.Id === null ? null : { ...user, Id: user.Id };

/** `SharedUser`. */
export const SharedUserRef = builder.objectRef<SharedUserModel>('SharedUser').implement({
  description: 'A user or group that shares an account.',
  fields: (t) => ({
    id: t.id(cacheKey('SharedUser', 'Id')),
    databaseId: t.exposeID('Id', { nullable: false, description: 'Upstream `Id`.' }),
    isGroup: t.exposeBoolean('IsGroup', { description: 'Whether this is a group of users, not a single user.' }),
    name: t.exposeString('Name', { description: 'Display name.' }),
    username: t.exposeString('Username', { description: 'Username for sign-in; null for a group.' }),
  }),
});
