/** A listing as those who edit it read it back. */
import type { ListingDefinition } from '../../contract/listings.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { majorUnits } from '../listings/price-text.ts';
import { describeImages, listPhotos } from '../photos/photos.ts';
import type { Service } from '../service/service.ts';

/** Describes a listing as its definition. */
export const describeDefinition = (service: Service, listing: ListingRow): ListingDefinition => ({
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
  Images: describeImages(service, listPhotos(service, listing.id)),
  Bedrooms: listing.bedrooms,
  FinishLevel: listing.finishLevel,
  GardenOrYard: listing.gardenOrYard,
  Pool: listing.pool,
  PropertyType: listing.propertyType,
  Doors: listing.doors,
  EngineSize: listing.engineSize,
  Fuel: listing.fuel,
  Imported: listing.imported,
  Mileage: listing.mileage,
  RegYear: listing.regYear,
  Transmission: listing.transmission,
  VehicleMake: listing.vehicleMake,
  VehicleModel: listing.vehicleModel,
});
