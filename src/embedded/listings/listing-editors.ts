/** Users who may read and change the definition of a listing beside its owner. */
import type { Database } from '../database/database.ts';
import type { ListingRow } from './listing-row.ts';

/**
 * Returns whether a user may edit a listing: its owner, a user with whom the owner shares the account, or a member of the
 * group that the listing is assigned to. Null is an application, which is none of them.
 */
export const mayEdit = (
  database: Database,
  listing: Pick<ListingRow, 'ownerId' | 'assignedTo'>,
  userId: number | null,
): boolean =>
  userId !== null &&
  (listing.ownerId === userId ||
    database.get(
      `SELECT EXISTS (SELECT 1 FROM shared_users WHERE owner_id = ? AND shared_id = ? AND is_group = 0)
       OR EXISTS (SELECT 1 FROM group_members JOIN shared_users ON shared_id = group_id AND is_group = 1
                  WHERE owner_id = ? AND group_id = ? AND user_id = ?) AS may_edit`,
      [listing.ownerId, userId, listing.ownerId, listing.assignedTo, userId],
      (row) => row.flag('may_edit'),
    ));
