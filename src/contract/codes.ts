/** Every numeric code of the specification, with its name verbatim (part 2 and, for parameters, part 4). */

/** `ListingDefinition.PriceLabel`. */
export const PriceLabel = { None: 0, PerDay: 1, PerWeek: 2, PerMonth: 3 } as const;

/** `ListingDefinition.Condition`, `ItemDetail.Condition`. */
export const Condition = { NA: 0, Used: 1, New: 2, Any: -1 } as const;

/** `PaymentAuth` of listings, relist and multi-listing requests. */
export const PaymentAuth = { Undefined: 0, NotRequired: 1, Authorised: 2 } as const;

/** `Image.SizeClass`. */
export const SizeClass = { FullSize: 0, ThumbSize: 1 } as const;

/** `ItemDetail.ExtraParamsType`, `ListItem.ExtraParamsType`. */
export const ExtraParamsType = { None: 0, Vehicle: 1, Property: 2 } as const;

/** `ValidateResult.ErrorType`. */
export const ErrorType = { OK: 0, Required: 1, Invalid: 2 } as const;

/** `MultiListingActionResult.Result`. */
export const MultiListingResult = { Success: 0, Failure: 1, PartialSuccess: 2 } as const;

/** `PremiumOptionStatus.Option`. */
export const PremiumOption = { None: 0, Featured_3days: 1, Featured_7days: 2, Featured: 3 } as const;

/** `UserDetailsResponse.PropertySellerType`. */
export const PropertySellerType = {
  NotDefined: 0,
  Owner: 1,
  Broker: 2,
  Developer: 3,
  Agent: 4,
  MainAgencyAC: 5,
} as const;

/** `CompanyDetails.CompanyType`. */
export const CompanyType = {
  Undefined: 0,
  Recruiter: 1,
  Property: 2,
  CarAgent: 3,
  OtherCompany: 9,
  Individual: 10,
} as const;

/** Query parameter `pricefor` of `GET /v1/properties/filterprices`. */
export const PriceFor = { Generic: 0, PropertyForSale: 1, PropertyLongLet: 2, PropertyShortLet: 3, Cars: 4 } as const;

/** Query parameter `invoicetype` of `GET /v1/user/invoice`. */
export const InvoiceType = { Invoice: 0, Proforma: 1 } as const;

/** Query parameter `sortmode` of `GET /v1/user/listings`. */
export const SortMode = { MostRecent: 0, PriceLow: 1, PriceHigh: 2, ItemAlpha: 3 } as const;

/** Query parameter `viewmode` of `GET /v1/user/listings`. */
export const ViewMode = { ShowAll: 0, ShowExpired: 1 } as const;

/** Query parameter `dir` of `POST /v1/listings/{id}/photos/{index}/rotate`. */
export const RotateDirection = { AntiClockwise: 0, Clockwise: 1 } as const;
