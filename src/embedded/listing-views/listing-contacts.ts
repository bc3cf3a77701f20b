/** Whom to contact about a listing. */
import type { ContactDetails } from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { getSeller, type Seller } from '../accounts/public-profiles.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import type { Service } from '../service/service.ts';

/** A user or group of the owner's account; `userId` is null for a group. */
interface Assignee {
  readonly name: string;
  readonly userId: number | null;
}

/** Finds a user or group with whom an account is shared. */
export const findAssignee = ({ database }: Service, ownerId: number, sharedId: WireInt64): Assignee | undefined =>
  database.find(
    'SELECT name, is_group, shared_id FROM shared_users WHERE owner_id = ? AND shared_id = ?',
    [ownerId, sharedId],
    (row) => ({ name: row.text('name'), userId: row.flag('is_group') ? null : row.integer('shared_id') }),
  );

/** Lists who is responsible for a listing: the user or group it is assigned to first, then its owner. */
export const listContacts = (service: Service, listing: ListingRow, owner: Seller): ContactDetails[] => {
  const telephones = [listing.contactTelephone];
  const contacts: ContactDetails[] = [{ FullName: owner.name, Telephones: telephones, User: owner.profile }];
  const assignee = listing.assignedTo === null ? undefined : findAssignee(service, listing.ownerId, listing.assignedTo);
  if (assignee === undefined) return contacts;
  const profile = assignee.userId === null ? null : getSeller(service, assignee.userId).profile;
  return [{ FullName: assignee.name, Telephones: telephones, User: profile }, ...contacts];
};
