/** A listing in full, as anybody who may see it reads it. */
import type { ItemDetail } from '../../contract/listings.ts';
import { findCompany, getSeller } from '../accounts/public-profiles.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { majorUnits } from '../listings/price-text.ts';
import { largeUrl, listPhotos } from '../photos/listing-photos.ts';
import type { Service } from '../service/service.ts';
import { numericParams, textParams } from './extra-params.ts';
import { describeListItem } from './list-item.ts';
import { listContacts } from './listing-contacts.ts';
import { listingUrl } from './listing-url.ts';

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
