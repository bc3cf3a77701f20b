/** A listing as lists show it. */
import type { ListItem } from '../contract/listings.ts';
import { numericParams, textParams } from './extra-params.ts';
import { largeUrl, thumbUrl } from './listing-photos.ts';
import type { ListingRow } from './listing-row.ts';
import { majorUnits } from './price-text.ts';
import type { Service } from './service.ts';

/** Describes a listing as a list entry; its pictures are those of the main photo. */
export const describeListItem = (service: Service, listing: ListingRow): ListItem => ({
  PKID: listing.id,
  SectionId: listing.sectionId,
  CategoryId: listing.categoryId,
  Title: listing.title,
  Description: listing.description,
  DateAddedUTC: new Date(listing.listedAt).toISOString(),
  FullImageUrl: listing.mainPictureKey === null ? null : largeUrl(service, listing.mainPictureKey),
  ImageUrl: listing.mainPictureKey === null ? null : thumbUrl(service, listing.mainPictureKey),
  PriceSuffix: listing.priceSuffix,
  Price: majorUnits(listing.priceCents),
  ExtraParamsType: listing.extraParamsType,
  IsHighlighted: listing.isHighlighted,
  IsWanted: listing.isWanted,
  IsWatched: listing.isWatched,
  N_Params: numericParams(listing, service.labels),
  S_Params: textParams(listing),
});
