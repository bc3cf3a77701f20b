/** Enums of the schema that stand for numeric codes of the service; the tables are in `contract/codes.ts`. An unknown code does not come here. */
import {
  CompanyType,
  Condition,
  ErrorType,
  ExtraParamsType,
  InvoiceType,
  MultiListingResult,
  PaymentAuth,
  PremiumOption,
  PriceFor,
  PriceLabel,
  PropertySellerType,
  RotateDirection,
  SizeClass,
  SortMode,
  ViewMode,
} from '../../../contract/codes.ts';
import { builder } from './builder.ts';

/** Values of an enum, each described by its code and what is to be said of that. */
const upstream = <const Code extends number>(
  codes: Readonly<Record<string, Code | readonly [code: Code, note: string]>>,
) =>
  Object.fromEntries(
    Object.entries(codes).map(([name, code]) => {
      const [value, note] = typeof code === 'number' ? ([code, ''] as const) : code;
      return [name, { value, description: `Upstream ${value}${note}.` }];
    }),
  );

export const PriceLabelRef = builder.enumType('PriceLabel', {
  description: 'What the price is for. Upstream `PriceLabel`.',
  values: upstream({
    NO_LABEL: [PriceLabel.None, ' (`None`). Not named NONE: Swift would read `.none` as no value'],
    PER_DAY: PriceLabel.PerDay,
    PER_WEEK: PriceLabel.PerWeek,
    PER_MONTH: PriceLabel.PerMonth,
  }),
});

export const ListingConditionRef = builder.enumType('ListingCondition', {
  description: 'Condition of the item. Upstream `Condition`.',
  values: upstream({ ANY: Condition.Any, NOT_APPLICABLE: Condition.NA, USED: Condition.Used, NEW: Condition.New }),
});

export const PaymentAuthRef = builder.enumType('PaymentAuth', {
  description: 'Whether the caller authorised a charge. Upstream `PaymentAuth`.',
  values: upstream({
    UNDEFINED: PaymentAuth.Undefined,
    NOT_REQUIRED: PaymentAuth.NotRequired,
    AUTHORISED: PaymentAuth.Authorised,
  }),
});

export const PhotoSizeClassRef = builder.enumType('PhotoSizeClass', {
  description: 'Size class of one stored image. Upstream `SizeClass`.',
  values: upstream({ FULL_SIZE: SizeClass.FullSize, THUMB_SIZE: SizeClass.ThumbSize }),
});

export const ListingKindRef = builder.enumType('ListingKind', {
  description: 'Which group of extra attributes a listing carries. Upstream `ExtraParamsType`.',
  values: upstream({
    GENERAL: [ExtraParamsType.None, ': no extra attributes'],
    VEHICLE: ExtraParamsType.Vehicle,
    PROPERTY: ExtraParamsType.Property,
  }),
});

export const PropertySellerTypeRef = builder.enumType('PropertySellerType', {
  description: 'Role of the account holder in property listings. Upstream `PropertySellerType`.',
  values: upstream({
    NOT_DEFINED: PropertySellerType.NotDefined,
    OWNER: PropertySellerType.Owner,
    BROKER: PropertySellerType.Broker,
    DEVELOPER: PropertySellerType.Developer,
    AGENT: PropertySellerType.Agent,
    MAIN_AGENCY_ACCOUNT: PropertySellerType.MainAgencyAC,
  }),
});

export const CompanyKindRef = builder.enumType('CompanyKind', {
  description: 'Kind of company. Upstream `CompanyType`.',
  values: upstream({
    UNDEFINED: CompanyType.Undefined,
    RECRUITER: CompanyType.Recruiter,
    PROPERTY: CompanyType.Property,
    CAR_AGENT: CompanyType.CarAgent,
    OTHER_COMPANY: CompanyType.OtherCompany,
    INDIVIDUAL: CompanyType.Individual,
  }),
});

export const FilterPriceListRef = builder.enumType('FilterPriceList', {
  description: 'Which list of price steps. Upstream `pricefor`.',
  values: upstream({
    GENERIC: PriceFor.Generic,
    PROPERTY_FOR_SALE: PriceFor.PropertyForSale,
    PROPERTY_LONG_LET: PriceFor.PropertyLongLet,
    PROPERTY_SHORT_LET: PriceFor.PropertyShortLet,
    CARS: PriceFor.Cars,
  }),
});

export const ListingSortRef = builder.enumType('ListingSort', {
  description: "Order of the caller's own listings. Upstream `sortmode`.",
  values: upstream({
    MOST_RECENT: SortMode.MostRecent,
    PRICE_LOWEST_FIRST: SortMode.PriceLow,
    PRICE_HIGHEST_FIRST: SortMode.PriceHigh,
    ALPHABETICAL: SortMode.ItemAlpha,
  }),
});

export const ListingViewModeRef = builder.enumType('ListingViewMode', {
  description: "Which of the caller's own listings. Upstream `viewmode`.",
  values: upstream({ ALL: ViewMode.ShowAll, EXPIRED: ViewMode.ShowExpired }),
});

export const PremiumOptionRef = builder.enumType('PremiumOption', {
  description: 'A paid option of a listing. Upstream `PremiumOptionStatus.Option`.',
  values: upstream({
    NO_OPTION: [PremiumOption.None, ' (`None`)'],
    FEATURED_3_DAYS: PremiumOption.Featured_3days,
    FEATURED_7_DAYS: PremiumOption.Featured_7days,
    FEATURED: PremiumOption.Featured,
  }),
});

export const InvoiceKindRef = builder.enumType('InvoiceKind', {
  description: 'Upstream `invoicetype`.',
  values: upstream({ INVOICE: InvoiceType.Invoice, PROFORMA: InvoiceType.Proforma }),
});

export const ListingFieldStatusRef = builder.enumType('ListingFieldStatus', {
  description: 'Outcome of checking one field of a listing. Upstream `ErrorType`.',
  values: upstream({ OK: ErrorType.OK, REQUIRED: ErrorType.Required, INVALID: ErrorType.Invalid }),
});

export const MultiListingOutcomeRef = builder.enumType('MultiListingOutcome', {
  description: 'Outcome of an action on several listings. Upstream `MultiListingActionResult.Result`.',
  values: upstream({
    SUCCESS: MultiListingResult.Success,
    FAILURE: MultiListingResult.Failure,
    PARTIAL_SUCCESS: MultiListingResult.PartialSuccess,
  }),
});

export const PhotoRotationRef = builder.enumType('PhotoRotation', {
  description: 'Upstream `dir`.',
  values: upstream({ ANTICLOCKWISE: RotateDirection.AntiClockwise, CLOCKWISE: RotateDirection.Clockwise }),
});
