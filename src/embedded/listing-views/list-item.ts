/** A listing as lists show it. */
import type { ListItem } from '../../contract/listings.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { majorUnits } from '../listings/price-text.ts';
import { largeUrl, thumbUrl } from '../photos/listing-photos.ts';
import type { Service } from '../service/service.ts';
import { numericParams, textParams } from './extra-params.ts';

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
