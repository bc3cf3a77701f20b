/** A listing in short form, which also says whether it is gone. */
import type { ItemMiniData } from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { getSeller } from '../accounts/accounts.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { priceText } from '../listings/price-text.ts';
import { largeUrl, thumbUrl } from '../photos/photos.ts';
import type { Service } from '../service/service.ts';
import { findAssignee } from './item-detail.ts';
import { listingUrl } from './listing-url.ts';

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

/** The response for a listing that never was, or that the caller may not see. */
export const describeMissingItem = (id: WireInt64): ItemMiniData => ({
  ...noValues,
  UniqueID: id,
});

/** The response for a listing that was deleted: its name, and that it is gone. */
export const describeDeletedItem = (listing: ListingRow): ItemMiniData => ({
  ...noValues,
  ItemFound: true,
  ItemDeleted: true,
  Name: listing.title,
  UniqueID: listing.id,
});

/**
 * Describes a listing in short form.
 *
 * @param agentId the agent to name as the seller, when the owner shares the account with them; null for the owner
 */
export const describeMiniItem = (service: Service, listing: ListingRow, agentId: WireInt64 | null): ItemMiniData => {
  const agent = agentId === null ? undefined : findAssignee(service, listing.ownerId, agentId);
  const price = priceText(listing);
  return {
    Border: listing.isHighlighted,
    IsPriceSpecified: price !== null,
    ItemDeleted: false,
    ItemFound: true,
    Desc: shorten(listing.description),
    DetailsUrl: listingUrl(service, listing.id),
    FullPhotoUrl: listing.mainPictureKey === null ? null : largeUrl(service, listing.mainPictureKey),
    Name: listing.title,
    PhotoUrl: listing.mainPictureKey === null ? null : thumbUrl(service, listing.mainPictureKey),
    Price: price,
    Seller: agent?.name ?? getSeller(service, listing.ownerId).name,
    SellerID: agent === undefined ? listing.ownerId : agentId,
    UniqueID: listing.id,
  };
};
