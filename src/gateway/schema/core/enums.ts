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

const upstream = <const Code extends number>(value: Code, more = '') => ({
  value,
  description: `Upstream ${value}${more}.`,
});

/** `ListingDefinition.PriceLabel`. */
export const PriceLabelRef = builder.enumType('PriceLabel', {
  description: 'What the price is for. Upstream `PriceLabel`.',
  values: {
    NO_LABEL: upstream(PriceLabel.None, ' (`None`). Not named NONE: Swift would read `.none` as no value'),
    PER_DAY: upstream(PriceLabel.PerDay),
    PER_WEEK: upstream(PriceLabel.PerWeek),
    PER_MONTH: upstream(PriceLabel.PerMonth),
  },
});

/** `Condition` of definitions and details. */
export const ListingConditionRef = builder.enumType('ListingCondition', {
  description: 'Condition of the item. Upstream `Condition`.',
  values: {
    ANY: upstream(Condition.Any),
    NOT_APPLICABLE: upstream(Condition.NA),
    USED: upstream(Condition.Used),
    NEW: upstream(Condition.New),
  },
});

/** `PaymentAuth` of definitions and of actions that cost. */
export const PaymentAuthRef = builder.enumType('PaymentAuth', {
  description: 'Whether the caller authorised a charge. Upstream `PaymentAuth`.',
  values: {
    UNDEFINED: upstream(PaymentAuth.Undefined),
    NOT_REQUIRED: upstream(PaymentAuth.NotRequired),
    AUTHORISED: upstream(PaymentAuth.Authorised),
  },
});

/** `Image.SizeClass`. */
export const PhotoSizeClassRef = builder.enumType('PhotoSizeClass', {
  description: 'Size class of one stored image. Upstream `SizeClass`.',
  values: { FULL_SIZE: upstream(SizeClass.FullSize), THUMB_SIZE: upstream(SizeClass.ThumbSize) },
});

/** `ExtraParamsType` of list entries and details. */
export const ListingKindRef = builder.enumType('ListingKind', {
  description: 'Which group of extra attributes a listing carries. Upstream `ExtraParamsType`.',
  values: {
    GENERAL: upstream(ExtraParamsType.None, ': no extra attributes'),
    VEHICLE: upstream(ExtraParamsType.Vehicle),
    PROPERTY: upstream(ExtraParamsType.Property),
  },
});

/** `UserDetailsResponse.PropertySellerType`. */
export const PropertySellerTypeRef = builder.enumType('PropertySellerType', {
  description: 'Role of the account holder in property listings. Upstream `PropertySellerType`.',
  values: {
    NOT_DEFINED: upstream(PropertySellerType.NotDefined),
    OWNER: upstream(PropertySellerType.Owner),
    BROKER: upstream(PropertySellerType.Broker),
    DEVELOPER: upstream(PropertySellerType.Developer),
    AGENT: upstream(PropertySellerType.Agent),
    MAIN_AGENCY_ACCOUNT: upstream(PropertySellerType.MainAgencyAC),
  },
});

/** `CompanyDetails.CompanyType`. */
export const CompanyKindRef = builder.enumType('CompanyKind', {
  description: 'Kind of company. Upstream `CompanyType`.',
  values: {
    UNDEFINED: upstream(CompanyType.Undefined),
    RECRUITER: upstream(CompanyType.Recruiter),
    PROPERTY: upstream(CompanyType.Property),
    CAR_AGENT: upstream(CompanyType.CarAgent),
    OTHER_COMPANY: upstream(CompanyType.OtherCompany),
    INDIVIDUAL: upstream(CompanyType.Individual),
  },
});

/** `pricefor` of `GET /v1/properties/filterprices`. */
export const FilterPriceListRef = builder.enumType('FilterPriceList', {
  description: 'Which list of price steps. Upstream `pricefor`.',
  values: {
    GENERIC: upstream(PriceFor.Generic),
    PROPERTY_FOR_SALE: upstream(PriceFor.PropertyForSale),
    PROPERTY_LONG_LET: upstream(PriceFor.PropertyLongLet),
    PROPERTY_SHORT_LET: upstream(PriceFor.PropertyShortLet),
    CARS: upstream(PriceFor.Cars),
  },
});

/** `sortmode` of `GET /v1/user/listings`. */
export const ListingSortRef = builder.enumType('ListingSort', {
  description: "Order of the caller's own listings. Upstream `sortmode`.",
  values: {
    MOST_RECENT: upstream(SortMode.MostRecent),
    PRICE_LOWEST_FIRST: upstream(SortMode.PriceLow),
    PRICE_HIGHEST_FIRST: upstream(SortMode.PriceHigh),
    ALPHABETICAL: upstream(SortMode.ItemAlpha),
  },
});

/** `viewmode` of `GET /v1/user/listings`. */
export const ListingViewModeRef = builder.enumType('ListingViewMode', {
  description: "Which of the caller's own listings. Upstream `viewmode`.",
  values: { ALL: upstream(ViewMode.ShowAll), EXPIRED: upstream(ViewMode.ShowExpired) },
});

/** `PremiumOptionStatus.Option`, and what the premium options endpoints take. */
export const PremiumOptionRef = builder.enumType('PremiumOption', {
  description: 'A paid option of a listing. Upstream `PremiumOptionStatus.Option`.',
  values: {
    NO_OPTION: upstream(PremiumOption.None, ' (`None`)'),
    FEATURED_3_DAYS: upstream(PremiumOption.Featured_3days),
    FEATURED_7_DAYS: upstream(PremiumOption.Featured_7days),
    FEATURED: upstream(PremiumOption.Featured),
  },
});

/** `invoicetype` of `GET /v1/user/invoice`. */
export const InvoiceKindRef = builder.enumType('InvoiceKind', {
  description: 'Upstream `invoicetype`.',
  values: { INVOICE: upstream(InvoiceType.Invoice), PROFORMA: upstream(InvoiceType.Proforma) },
});

/** `ValidateResult.ErrorType`. */
export const ListingFieldStatusRef = builder.enumType('ListingFieldStatus', {
  description: 'Outcome of checking one field of a listing. Upstream `ErrorType`.',
  values: {
    OK: upstream(ErrorType.OK),
    REQUIRED: upstream(ErrorType.Required),
    INVALID: upstream(ErrorType.Invalid),
  },
});

/** `MultiListingActionResult.Result`. */
export const MultiListingOutcomeRef = builder.enumType('MultiListingOutcome', {
  description: 'Outcome of an action on several listings. Upstream `MultiListingActionResult.Result`.',
  values: {
    SUCCESS: upstream(MultiListingResult.Success),
    FAILURE: upstream(MultiListingResult.Failure),
    PARTIAL_SUCCESS: upstream(MultiListingResult.PartialSuccess),
  },
});

/** `dir` of `POST /v1/listings/{id}/photos/{index}/rotate`. */
export const PhotoRotationRef = builder.enumType('PhotoRotation', {
  description: 'Upstream `dir`.',
  values: { ANTICLOCKWISE: upstream(RotateDirection.AntiClockwise), CLOCKWISE: upstream(RotateDirection.Clockwise) },
});
