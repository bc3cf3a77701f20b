/** Types of the demo lookup values. */

/** A section; `type` is the word that `GET /v1/sections?type=` takes. */
export interface DemoSection {
  readonly id: number;
  readonly type: string;
  readonly name: string;
}

/** Limits of photos: how many a listing may carry, and the largest size in pixels. */
export interface DemoPhotoSpecs {
  readonly min: number;
  readonly max: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
}

/** The group of extra fields that listings of a category carry. */
export type CategoryFields = 'none' | 'vehicle' | 'property';

/** A category of a section; the list of them is ordered by section. */
export interface DemoCategory {
  readonly id: number;
  readonly sectionId: number;
  readonly name: string;
  readonly photoSpecs: DemoPhotoSpecs;
  readonly fields: CategoryFields;
}

/** One value of a lookup list: the key a listing stores and the words for it. */
export interface DemoLookupValue {
  readonly id: number;
  readonly item: string;
}

/** Names of the filter price lists, as the codes of `pricefor` name them. */
export type FilterPriceListName = 'Generic' | 'PropertyForSale' | 'PropertyLongLet' | 'PropertyShortLet' | 'Cars';

/** A region of a country. */
export interface DemoRegion {
  readonly id: number;
  readonly countryId: number;
  readonly name: string;
}

/** A locality and the region it lies in. */
export interface DemoLocality {
  readonly id: number;
  readonly countryId: number;
  readonly name: string;
  readonly regionId: number;
}

/** A vehicle make and its models; model names may repeat between makes, ids do not. */
export interface DemoVehicleMake {
  readonly id: number;
  readonly name: string;
  readonly models: readonly { readonly id: number; readonly name: string }[];
}
