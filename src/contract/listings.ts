/** Listing structures: specification, part 2. */
import { Condition, ErrorType, ExtraParamsType, MultiListingResult, PaymentAuth, PriceLabel } from './codes.ts';
import { Image } from './photos.ts';
import { boolean, code, double, int32, int64, list, string, structure, untyped, type Wire } from './structure.ts';

/** A listing as created, validated and read back by its owner. */
export const ListingDefinition = structure('ListingDefinition', {
  PKID: int64,
  SectionId: int64,
  CategoryId: int64,
  LocalityId: int64,
  Title: string,
  Description: string,
  Price: double,
  PriceLabel: code(PriceLabel),
  Condition: code(Condition),
  ContactTel: string,
  AssignedUserOrGroupId: int64,
  CompanyProfileId: int64,
  UserRef: string,
  PaymentAuth: code(PaymentAuth),
  FirstListedUTC: string,
  RelistedUTC: string,
  Views: int32,
  Images: list(list(Image)),
  Bedrooms: int32,
  FinishLevel: int32,
  GardenOrYard: int32,
  Pool: int32,
  PropertyType: int32,
  Doors: int32,
  EngineSize: int32,
  Fuel: int32,
  Imported: int32,
  Mileage: int32,
  RegYear: int32,
  Transmission: int32,
  VehicleMake: string,
  VehicleModel: string,
});
export type ListingDefinition = Wire<typeof ListingDefinition>;

/** Fields without which a listing cannot be saved. */
export const requiredListingFields = [
  'SectionId',
  'CategoryId',
  'LocalityId',
  'Title',
  'Description',
  'Price',
  'Condition',
  'ContactTel',
] as const satisfies readonly (keyof ListingDefinition)[];

/** Fields that only property listings carry. */
export const propertyListingFields = [
  'Bedrooms',
  'FinishLevel',
  'GardenOrYard',
  'Pool',
  'PropertyType',
] as const satisfies readonly (keyof ListingDefinition)[];

/** Fields that only vehicle listings carry. */
export const vehicleListingFields = [
  'Doors',
  'EngineSize',
  'Fuel',
  'Imported',
  'Mileage',
  'RegYear',
  'Transmission',
  'VehicleMake',
  'VehicleModel',
] as const satisfies readonly (keyof ListingDefinition)[];

/** A contact of a listing. */
export const ContactDetails = structure('ContactDetails', {
  FullName: string,
  Telephones: list(string),
  User: untyped,
});
export type ContactDetails = Wire<typeof ContactDetails>;

/** A listing in a list. */
export const ListItem = structure('ListItem', {
  PKID: int64,
  SectionId: int32,
  CategoryId: int32,
  Title: string,
  Description: string,
  DateAddedUTC: string,
  FullImageUrl: string,
  ImageUrl: string,
  PriceSuffix: string,
  Price: double,
  ExtraParamsType: code(ExtraParamsType),
  IsHighlighted: boolean,
  IsWanted: boolean,
  IsWatched: boolean,
  N_Params: untyped,
  S_Params: untyped,
});
export type ListItem = Wire<typeof ListItem>;

/** Detailed listing information. */
export const ItemDetail = structure('ItemDetail', {
  PKID: int64,
  SectionId: int64,
  SectionName: string,
  CategoryId: int64,
  CategoryName: string,
  Title: string,
  Description: string,
  DateAdded: string,
  Seller: string,
  SellerType: string,
  Telephone: string,
  Url: string,
  PriceSuffix: string,
  Price: double,
  Condition: code(Condition),
  ExtraParamsType: code(ExtraParamsType),
  IsWanted: boolean,
  Views: int32,
  ImageUrls: list(string),
  Telephones: list(string),
  Contacts: list(ContactDetails),
  Related: list(ListItem),
  Company: untyped,
  User: untyped,
  N_Params: untyped,
  S_Params: untyped,
});
export type ItemDetail = Wire<typeof ItemDetail>;

/** Attributes of a listing as four parallel arrays (assumption R18). */
export const ItemExtraParams = structure('ItemExtraParams', {
  Labels: list(string),
  Names: list(string),
  Text: list(string),
  Values: list(string),
});
export type ItemExtraParams = Wire<typeof ItemExtraParams>;

/** Short listing information. */
export const ItemMiniData = structure('ItemMiniData', {
  Border: boolean,
  IsPriceSpecified: boolean,
  ItemDeleted: boolean,
  ItemFound: boolean,
  Desc: string,
  DetailsUrl: string,
  FullPhotoUrl: string,
  Name: string,
  PhotoUrl: string,
  Price: string,
  Seller: string,
  SellerID: int64,
  UniqueID: int64,
});
export type ItemMiniData = Wire<typeof ItemMiniData>;

/** A page of listings. */
export const ListingResults = structure('ListingResults', {
  CategoryCounts: list(list(int32)),
  Items: list(ListItem),
  LastResultID: int64,
  MainCategory: int64,
  MainSection: int64,
  MainSecType: string,
  Results: int32,
  TotalResults: int32,
});
export type ListingResults = Wire<typeof ListingResults>;

/** A conversation about a listing. */
export const UserThread = structure('UserThread', { LastModified: string, ThreadID: int64, UserID: int64 });
export type UserThread = Wire<typeof UserThread>;

/** Relation of the caller to a listing. */
export const ListingUserInfo = structure('ListingUserInfo', {
  IsWatching: boolean,
  ReceivedMsgs: int32,
  UnreadMsgs: int32,
  StartedThreads: list(UserThread),
});

/** Result of creating or updating a listing. */
export const CreateOrUpdateResult = structure('CreateOrUpdateResult', {
  Error: string,
  PKID: int64,
  Success: boolean,
  ValidationResults: untyped,
});
export type CreateOrUpdateResult = Wire<typeof CreateOrUpdateResult>;

/** Result of checking one field of a listing. */
export const ValidateResult = structure('ValidateResult', {
  Field: string,
  Error: string,
  ErrorType: code(ErrorType),
});
export type ValidateResult = Wire<typeof ValidateResult>;

/** Result of checking a listing. */
export const ValidateResults = structure('ValidateResults', { CanProceed: boolean, Results: list(ValidateResult) });

/** Body of an action on several listings. */
export const MultiListingRequest = structure('MultiListingRequest', {
  Items: list(int64),
  PaymentAuth: code(PaymentAuth),
});
export type MultiListingRequest = Wire<typeof MultiListingRequest>;

/** Body of relisting all expired listings. */
export const RelistAllRequest = structure('RelistAllRequest', { PaymentAuth: code(PaymentAuth) });

/** A listing on which an action failed. */
export const ItemError = structure('ItemError', { ID: int64, Error: string });
export type ItemError = Wire<typeof ItemError>;

/** Result of an action on several listings. */
export const MultiListingActionResult = structure('MultiListingActionResult', {
  Result: code(MultiListingResult),
  Items: list(int64),
  Errors: list(ItemError),
});
export type MultiListingActionResult = Wire<typeof MultiListingActionResult>;
