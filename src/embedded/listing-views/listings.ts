/** Reading a listing: GET /v1/listings/{id}, its short and editable forms, and how the caller is related to it. */
import type {
  ContactDetails,
  ItemDetail,
  ItemMiniData,
  ListingDefinition,
  UserThread,
} from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { type Seller, findAssignee, findCompany, getSeller } from '../accounts/accounts.ts';
import { badRequest } from '../core/refusal.ts';
import { listingUrl, majorUnits, pictureUrl } from '../core/written-values.ts';
import { getEditableListing, getVisibleListing, isVisible, listRelated, mayEdit } from '../listings/listing-access.ts';
import { findListing, type ListingRow, priceText } from '../listings/listing-row.ts';
import { describeImages, listPictureKeys } from '../photos/photos.ts';
import type { Handler, Service } from '../service/service.ts';
import { numericParams, textParams } from './extra-params.ts';
import { describeListItem } from './user-listings.ts';

/** Lists who is responsible for a listing: the user or group it is assigned to first, then its owner. */
const listContacts = (service: Service, listing: ListingRow, owner: Seller): ContactDetails[] => {
  const telephones = [listing.contactTelephone];
  const contacts: ContactDetails[] = [{ FullName: owner.name, Telephones: telephones, User: owner.profile }];
  const assignee = listing.assignedTo === null ? undefined : findAssignee(service, listing.ownerId, listing.assignedTo);
  if (assignee === undefined) return contacts;
  const profile = assignee.userId === null ? null : getSeller(service, assignee.userId).profile;
  return [{ FullName: assignee.name, Telephones: telephones, User: profile }, ...contacts];
};

const describeItem = (service: Service, listing: ListingRow, related: readonly ListingRow[]): ItemDetail => {
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
    ImageUrls: listPictureKeys(service, listing.id).map((key) => pictureUrl(service, key, 'large')),
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

/** GET /v1/listings/{id}. Counts a view unless the caller owns the listing. */
export const getListing: Handler<'getListing'> = ({ path, query, caller, http }, service) => {
  const relatedCount = query.related ?? 0;
  if (relatedCount < 0) throw badRequest("Query parameter 'related' must be 0 or more.");
  const listing = getVisibleListing(service, caller.userId, path.id);
  const countsAsView = caller.userId !== listing.ownerId && http.method !== 'HEAD';
  if (countsAsView) service.database.run('UPDATE listings SET views = views + 1 WHERE id = ?', [listing.id]);
  const related = listRelated(service, caller.userId, listing, relatedCount);
  return describeItem(service, { ...listing, views: listing.views + (countsAsView ? 1 : 0) }, related);
};

const DESCRIPTION_LENGTH = 160;

/** The beginning of a text, broken between words. */
const shorten = (text: string): string =>
  text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/u, '')}…`;

const noValues: ItemMiniData = {
  Border: null,
  IsPriceSpecified: null,
  ItemDeleted: false,
  ItemFound: false,
  Desc: null,
  DetailsUrl: null,
  FullPhotoUrl: null,
  Name: null,
  PhotoUrl: null,
  Price: null,
  Seller: null,
  SellerID: null,
  UniqueID: null,
};

/**
 * Describes a listing in short form.
 *
 * @param agentId the agent to name as the seller, when the owner shares the account with them; null for the owner
 */
const describeMiniItem = (service: Service, listing: ListingRow, agentId: WireInt64 | null): ItemMiniData => {
  const agent = agentId === null ? undefined : findAssignee(service, listing.ownerId, agentId);
  const price = priceText(listing);
  return {
    Border: listing.isHighlighted,
    IsPriceSpecified: price !== null,
    ItemDeleted: false,
    ItemFound: true,
    Desc: shorten(listing.description),
    DetailsUrl: listingUrl(service, listing.id),
    FullPhotoUrl: pictureUrl(service, listing.mainPictureKey, 'large'),
    Name: listing.title,
    PhotoUrl: pictureUrl(service, listing.mainPictureKey, 'thumb'),
    Price: price,
    Seller: agent?.name ?? getSeller(service, listing.ownerId).name,
    SellerID: agent === undefined ? listing.ownerId : agentId,
    UniqueID: listing.id,
  };
};

/**
 * GET /v1/listings/{id}/mini: also responds for listings that are gone, of which it gives the name, and for those that never were
 * or that the caller may not see.
 */
export const getListingMini: Handler<'getListingMini'> = ({ path, query, caller }, service) => {
  const listing = findListing(service, caller.userId, path.id);
  const missing = { ...noValues, UniqueID: path.id };
  if (listing === undefined) return missing;
  const wasVisible = !listing.isTest || mayEdit(service, listing, caller.userId);
  if (listing.deletedAt !== null && wasVisible) {
    return { ...missing, ItemFound: true, ItemDeleted: true, Name: listing.title };
  }
  if (!isVisible(service, listing, caller.userId)) return missing;
  return describeMiniItem(service, listing, query.agentid);
};

const describeDefinition = (service: Service, listing: ListingRow): ListingDefinition => ({
  PKID: listing.id,
  SectionId: listing.sectionId,
  CategoryId: listing.categoryId,
  LocalityId: listing.localityId,
  Title: listing.title,
  Description: listing.description,
  Price: majorUnits(listing.priceCents),
  PriceLabel: listing.priceLabel,
  Condition: listing.condition,
  ContactTel: listing.contactTelephone,
  AssignedUserOrGroupId: listing.assignedTo,
  CompanyProfileId: listing.companyId,
  UserRef: listing.userRef,
  PaymentAuth: listing.paymentAuth,
  FirstListedUTC: new Date(listing.firstListedAt).toISOString(),
  RelistedUTC: listing.relistedAt === null ? null : new Date(listing.relistedAt).toISOString(),
  Views: listing.views,
  Images: describeImages(service, listing.id),
  ...listing.extras,
});

/** GET /v1/listings/definition/{id}: for those who may edit the listing; 403 for others who may see it. */
export const getListingDefinition: Handler<'getListingDefinition'> = ({ path, caller }, service) =>
  describeDefinition(service, getEditableListing(service, caller.userId, path.id));

/** The conversations about a listing that a user takes part in: all for its owner, their own for others. */
const TAKES_PART = 'listing_id = ? AND (starter_id = ? OR listings.owner_id = ?)';

/** Lists conversations, the one with the latest message first. */
const listThreads = ({ database }: Service, listingId: number, userId: number): UserThread[] =>
  database.list(
    `SELECT threads.id, starter_id, max(sent_at) AS last_sent_at FROM threads
     JOIN listings ON listings.id = listing_id
     LEFT JOIN messages ON thread_id = threads.id
     WHERE ${TAKES_PART} GROUP BY threads.id ORDER BY last_sent_at DESC NULLS LAST, threads.id`,
    [listingId, userId, userId],
    (row) => ({
      LastModified: row.optionalInstant('last_sent_at'),
      ThreadID: row.integer('id'),
      UserID: row.integer('starter_id'),
    }),
  );

const countReceived = ({ database }: Service, listingId: number, userId: number) =>
  database.get(
    `SELECT count(*) AS received, count(*) FILTER (WHERE is_read = 0) AS unread FROM messages
     JOIN threads ON threads.id = thread_id
     JOIN listings ON listings.id = listing_id
     WHERE ${TAKES_PART} AND sender_id <> ?`,
    [listingId, userId, userId, userId],
    (row) => ({ received: row.integer('received'), unread: row.integer('unread') }),
  );

/** GET /v1/listings/{id}/userinfo. `UserID` of a thread is who started it; times are ISO 8601 in UTC. */
export const getListingUserInfo: Handler<'getListingUserInfo'> = ({ path, caller }, service) => {
  const listing = getVisibleListing(service, caller.userId, path.id);
  const { received, unread } = countReceived(service, listing.id, caller.userId);
  return {
    IsWatching: listing.isWatched,
    ReceivedMsgs: received,
    UnreadMsgs: unread,
    StartedThreads: listThreads(service, listing.id, caller.userId),
  };
};
