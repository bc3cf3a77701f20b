/** A listing as the database holds it, with what is joined to it for the caller who asks. */
import { Condition, ExtraParamsType, PaymentAuth, PriceLabel } from '../../contract/codes.ts';
import type { ListingDefinition, propertyListingFields, vehicleListingFields } from '../../contract/listings.ts';
import type { CodeOf, WireInt64 } from '../../contract/structure.ts';
import type { Database, SqlValue } from '../database/database.ts';
import type { Row } from '../database/row.ts';
import type { Service } from '../service/service.ts';

/** A code of `ExtraParamsType`: which extra fields the listings of a category carry. */
export type ExtraParamsTypeCode = CodeOf<typeof ExtraParamsType>;

const extraParamsTypes: ReadonlyMap<string, ExtraParamsTypeCode> = new Map([
  ['vehicle', ExtraParamsType.Vehicle],
  ['property', ExtraParamsType.Property],
]);

/** Reads which extra fields a category has. */
const readExtraParamsType = (row: Row, column: string): ExtraParamsTypeCode =>
  extraParamsTypes.get(row.text(column)) ?? ExtraParamsType.None;

/** Details of a property or a vehicle, named as in the contract; null for those not given. */
export type ListingExtras = Pick<
  ListingDefinition,
  (typeof propertyListingFields)[number] | (typeof vehicleListingFields)[number]
>;

const readExtras = (row: Row): ListingExtras => ({
  Bedrooms: row.optionalInteger('bedrooms'),
  FinishLevel: row.optionalInteger('finish_level'),
  GardenOrYard: row.optionalInteger('garden_or_yard'),
  Pool: row.optionalInteger('pool'),
  PropertyType: row.optionalInteger('property_type'),
  Doors: row.optionalInteger('doors'),
  EngineSize: row.optionalInteger('engine_size'),
  Fuel: row.optionalInteger('fuel'),
  Imported: row.optionalInteger('imported'),
  Mileage: row.optionalInteger('mileage'),
  RegYear: row.optionalInteger('reg_year'),
  Transmission: row.optionalInteger('transmission'),
  VehicleMake: row.optionalText('vehicle_make'),
  VehicleModel: row.optionalText('vehicle_model'),
});

/** The columns of the details: that of `GardenOrYard` is `garden_or_yard`. */
export const columnsOfExtras = (extras: ListingExtras): Record<string, SqlValue> =>
  Object.fromEntries(
    Object.entries(extras).map(([field, value]) => [field.replaceAll(/\B(?=[A-Z])/g, '_').toLowerCase(), value]),
  );

const readListing = (row: Row) => ({
  id: row.integer('id'),
  ownerId: row.integer('owner_id'),
  sectionId: row.integer('section_id'),
  sectionName: row.text('section_name'),
  categoryId: row.integer('category_id'),
  categoryName: row.text('category_name'),
  extraParamsType: readExtraParamsType(row, 'category_fields'),
  localityId: row.integer('locality_id'),
  title: row.text('title'),
  description: row.text('description'),
  priceCents: row.optionalInteger('price_cents'),
  priceLabel: row.code('price_label', PriceLabel),
  priceSuffix: row.optionalText('price_suffix'),
  condition: row.code('condition', Condition),
  contactTelephone: row.text('contact_telephone'),
  assignedTo: row.optionalInteger('assigned_to'),
  companyId: row.optionalInteger('company_id'),
  userRef: row.optionalText('user_ref'),
  paymentAuth: row.code('payment_auth', PaymentAuth),
  isWanted: row.flag('is_wanted'),
  isTest: row.flag('is_test'),
  isHighlighted: row.flag('is_highlighted'),
  isWatched: row.flag('is_watched'),
  views: row.integer('views'),
  firstListedAt: row.integer('first_listed_at'),
  relistedAt: row.optionalInteger('relisted_at'),
  /** When it was listed or last relisted. */
  listedAt: row.integer('listed_at'),
  expiresAt: row.integer('expires_at'),
  deletedAt: row.optionalInteger('deleted_at'),
  extras: readExtras(row),
  /** Key of the picture of the main photo; null when the listing has no photo. */
  mainPictureKey: row.optionalText('main_picture_key'),
});

/** Times are epoch milliseconds, prices integer cents (null = none given), codes those of the contract. */
export type ListingRow = ReturnType<typeof readListing>;

/** The marketplace trades in euros; whole amounts are shown without cents. */
const euros = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** The price for display, e.g. `€1,250 per month`; null when none is given. */
export const priceText = ({ priceCents, priceSuffix }: ListingRow): string | null =>
  priceCents === null ? null : [euros.format(priceCents / 100), priceSuffix].filter(Boolean).join(' ');

/** What a caller may set of a listing, checked. */
export type ListingDraft = Pick<
  ListingRow,
  | 'sectionId'
  | 'categoryId'
  | 'localityId'
  | 'title'
  | 'description'
  | 'priceCents'
  | 'priceLabel'
  | 'condition'
  | 'contactTelephone'
  | 'assignedTo'
  | 'companyId'
  | 'userRef'
  | 'paymentAuth'
  | 'extras'
>;

/**
 * Reads listings.
 *
 * @param viewerId whose watch list counts; null for somebody who did not sign in
 * @param rest what follows FROM: joins, conditions and order; the listing is `listings`
 * @param parameters values for `rest`
 */
export const selectListings = (
  service: Service,
  viewerId: number | null,
  rest: string,
  parameters: readonly SqlValue[],
): ListingRow[] =>
  service.database.list(
    `SELECT listings.*, listing_section.name AS section_name, listing_category.name AS category_name,
       listing_category.fields AS category_fields,
       (SELECT picture_key FROM photos WHERE listing_id = listings.id
        ORDER BY position, id LIMIT 1) AS main_picture_key,
       EXISTS (SELECT 1 FROM premium_options WHERE listing_id = listings.id AND bought_at <= ?
         AND coalesce(premium_options.expires_at, listings.expires_at) > ?) AS is_highlighted,
       EXISTS (SELECT 1 FROM watches WHERE listing_id = listings.id AND user_id = ?) AS is_watched
     FROM listings
     JOIN sections AS listing_section ON listing_section.id = listings.section_id
     JOIN categories AS listing_category ON listing_category.id = listings.category_id
     ${rest}`,
    [service.now(), service.now(), viewerId, ...parameters],
    readListing,
  );

/** Finds a listing by id, in whatever state it is. */
export const findListing = (service: Service, viewerId: number | null, id: WireInt64): ListingRow | undefined =>
  selectListings(service, viewerId, 'WHERE listings.id = ?', [id])[0];

/** Finds the section of a category, and which extra fields its listings have. */
export const findCategory = (database: Database, id: number) =>
  database.find('SELECT section_id, fields FROM categories WHERE id = ?', [id], (row) => ({
    sectionId: row.integer('section_id'),
    extraParamsType: readExtraParamsType(row, 'fields'),
  }));

/** Returns whether there is a section. */
export const hasSection = (database: Database, id: number): boolean =>
  database.has('SELECT 1 FROM sections WHERE id = ?', [id]);
