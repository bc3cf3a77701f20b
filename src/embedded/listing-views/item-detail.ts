/** The detail of a listing. */
import type { ContactDetails, ItemDetail } from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { type Seller, findCompany, getSeller } from '../accounts/accounts.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { majorUnits } from '../listings/price-text.ts';
import { largeUrl, listPhotos } from '../photos/photos.ts';
import type { Service } from '../service/service.ts';
import { numericParams, textParams } from './extra-params.ts';
import { listingUrl } from './listing-url.ts';
import { describeListItem } from './user-listings.ts';

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
const listContacts = (service: Service, listing: ListingRow, owner: Seller): ContactDetails[] => {
  const telephones = [listing.contactTelephone];
  const contacts: ContactDetails[] = [{ FullName: owner.name, Telephones: telephones, User: owner.profile }];
  const assignee = listing.assignedTo === null ? undefined : findAssignee(service, listing.ownerId, listing.assignedTo);
  if (assignee === undefined) return contacts;
  const profile = assignee.userId === null ? null : getSeller(service, assignee.userId).profile;
  return [{ FullName: assignee.name, Telephones: telephones, User: profile }, ...contacts];
};

/** Describes a listing in full. */
export const describeItem = (service: Service, listing: ListingRow, related: readonly ListingRow[]): ItemDetail => {
  const owner = getSeller(service, listing.ownerId);
  const company = listing.companyId === null ? undefined : findCompany(service, listing.companyId);
  return {
    PKID: listing.id,
    SectionId: listing.sectionId,
    SectionName: listing.sectionName,
    CategoryId: listing.categoryId,
    CategoryName: listing.categoryName,
    Title: listing.title,
    Description: listing.description,
    DateAdded: new Date(listing.listedAt).toISOString(),
    Seller: company?.Name ?? owner.name,
    SellerType: owner.accountType,
    Telephone: listing.contactTelephone,
    Url: listingUrl(service, listing.id),
    PriceSuffix: listing.priceSuffix,
    Price: majorUnits(listing.priceCents),
    Condition: listing.condition,
    ExtraParamsType: listing.extraParamsType,
    IsWanted: listing.isWanted,
    Views: listing.views,
    // Assumption: R17: the index of a photo is its position here.
    ImageUrls: listPhotos(service, listing.id).map(({ pictureKey }) => largeUrl(service, pictureKey)),
    Telephones: [listing.contactTelephone],
    Contacts: listContacts(service, listing, owner),
    Related: related.map((each) => describeListItem(service, each)),
    // Assumption: R20: CompanyDetails and UserPublicProfile.
    Company: company ?? null,
    User: owner.profile,
    N_Params: numericParams(listing, service.labels),
    S_Params: textParams(listing),
  };
};
