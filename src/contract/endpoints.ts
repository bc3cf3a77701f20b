/**
 * The endpoints of the specification, part 4: method, path, inputs, response, and how each may be used.
 *
 * Paths are relative to `{base_url}`; parameter names and casing are verbatim. A response that the specification leaves
 * "unspecified" is what `assumed` names (assumptions R7 and "What an unspecified response is taken to be").
 */
import { InvoiceType, PriceFor, RotateDirection, SortMode, ViewMode } from './codes.ts';
import {
  CreateOrUpdateResult,
  ItemDetail,
  ItemMiniData,
  ListItem,
  ListingDefinition,
  ListingResults,
  ListingUserInfo,
  MultiListingActionResult,
  MultiListingRequest,
  RelistAllRequest,
  ValidateResults,
} from './listings.ts';
import { PropertiesCollection, StringId } from './lookups.ts';
import { PhotoSpecs, UploadPhotoResult } from './photos.ts';
import { PremiumCostResult, PremiumOptionsRequest, PremiumOptionsStatusResult } from './premium-options.ts';
import { Section } from './sections.ts';
import { code, type FieldTable, type FieldType, int32, int64, list, string } from './structure.ts';
import { TokenResponse } from './tokens.ts';
import {
  AccountResult,
  PostUserDetailsRequest,
  ProfilePictureRequest,
  UserDetailsResponse,
  UserSectionsResponse,
} from './user.ts';
import { WatchItem } from './watching.ts';

/**
 * Callers that an endpoint is for, and whether its response may be shared between callers (assumption R41).
 *
 * - `public`: any valid token; the response is the same for everyone and may be cached for all.
 * - `application`: any valid token, an application's too; the response may differ by caller and is never shared.
 * - `user`: a user's token; the response is that user's and never shared.
 * - `sign-in`: no token; carries credentials.
 */
export type AccessClass = 'public' | 'application' | 'user' | 'sign-in';

/**
 * Class of calls by whether they may be repeated ("Which calls may be repeated" of the assumptions).
 *
 * - `safe`: may be sent again after any failure of the connection or of the service.
 * - `idempotent`: a repeat would do no harm, but it is sent again only when the connection was never made.
 * - `never`: a repeat could do something twice; a break after sending leaves the result unknown.
 */
export type RetryClass = 'safe' | 'idempotent' | 'never';

/** A query parameter. A list type is sent as a repeated parameter. */
export interface QueryParameter<Type extends FieldType = FieldType, Required extends boolean = boolean> {
  readonly type: Type;
  readonly required: Required;
}

/** Response of an endpoint. `empty` is any 2xx without a body that counts (assumption R37). */
export type ResponseType =
  | { readonly kind: 'empty' }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'json'; readonly type: FieldType };

/** One row of the endpoint table. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` for each path parameter. */
  readonly path: `/v1/${string}`;
  readonly access: AccessClass;
  readonly retry: RetryClass;
  readonly pathParameters: FieldTable;
  readonly query: { readonly [name: string]: QueryParameter };
  /** The JSON body, `photo` for an image file, null for none. */
  readonly body: FieldType | 'photo' | null;
  readonly response: ResponseType;
}

const required = <Type extends FieldType>(type: Type): QueryParameter<Type, true> => ({ type, required: true });
const optional = <Type extends FieldType>(type: Type): QueryParameter<Type, false> => ({ type, required: false });

const empty = { kind: 'empty' } as const;
const pdf = { kind: 'pdf' } as const;
const declared = <Type extends FieldType>(type: Type) => ({ kind: 'json', type }) as const;
/** A response that the specification does not declare: its type is an assumption. */
const assumed = declared;

const inputs = { pathParameters: {}, query: {}, body: null } as const;
const byId = { pathParameters: { id: int64 } } as const;
const photoIndex = { pathParameters: { id: int64, index: int32 } } as const;

const publicRead = { ...inputs, method: 'GET', access: 'public', retry: 'safe' } as const;
const applicationRead = { ...publicRead, access: 'application' } as const;
const userRead = { ...publicRead, access: 'user' } as const;
const userWrite = {
  ...inputs,
  method: 'POST',
  access: 'user',
  retry: 'never',
  response: empty,
} as const;
const repeatableWrite = { ...userWrite, retry: 'idempotent' } as const;

const page = { count: optional(int32), first: optional(int32) } as const;
const actionResult = { response: assumed(MultiListingActionResult) } as const;

const valueList = { ...publicRead, response: declared(list(StringId)) } as const;

/** Every endpoint by a name of ours. */
export const endpoints = {
  requestToken: { ...userWrite, path: '/v1/token', access: 'sign-in', response: declared(TokenResponse) },
  queryToken: { ...applicationRead, path: '/v1/token/query', response: assumed(TokenResponse) },

  saveListing: { ...userWrite, path: '/v1/listings', body: ListingDefinition, response: assumed(CreateOrUpdateResult) },
  validateListing: {
    ...userWrite,
    path: '/v1/listings/validate',
    retry: 'safe',
    body: ListingDefinition,
    response: assumed(ValidateResults),
  },
  getListingDefinition: {
    ...userRead,
    ...byId,
    path: '/v1/listings/definition/{id}',
    response: assumed(ListingDefinition),
  },
  getListing: {
    ...applicationRead,
    ...byId,
    path: '/v1/listings/{id}',
    query: { related: optional(int32) },
    response: assumed(ItemDetail),
  },
  deleteListing: { ...repeatableWrite, ...byId, method: 'DELETE', path: '/v1/listings/{id}' },
  getListingMini: {
    ...applicationRead,
    ...byId,
    path: '/v1/listings/{id}/mini',
    query: { agentid: optional(int64) },
    response: assumed(ItemMiniData),
  },
  getListingUserInfo: { ...userRead, ...byId, path: '/v1/listings/{id}/userinfo', response: assumed(ListingUserInfo) },
  deleteListings: { ...repeatableWrite, ...actionResult, path: '/v1/listings/delete', body: MultiListingRequest },
  relistListings: { ...userWrite, ...actionResult, path: '/v1/listings/relist', body: MultiListingRequest },
  relistAllListings: { ...userWrite, ...actionResult, path: '/v1/listings/relistall', body: RelistAllRequest },
  getPhotoSpecs: {
    ...publicRead,
    path: '/v1/listings/photospecs',
    query: { categoryid: required(int64), sectionid: required(int64) },
    response: assumed(PhotoSpecs),
  },
  uploadPhoto: {
    ...userWrite,
    ...byId,
    path: '/v1/listings/{id}/photos',
    body: 'photo',
    response: assumed(UploadPhotoResult),
  },
  deletePhoto: { ...userWrite, ...photoIndex, method: 'DELETE', path: '/v1/listings/{id}/photos/{index}' },
  rotatePhoto: {
    ...userWrite,
    ...photoIndex,
    path: '/v1/listings/{id}/photos/{index}/rotate',
    query: { dir: optional(code(RotateDirection)) },
  },
  // Where the main photo is the first one, indices move: a repeat would make another photo the main one.
  setDefaultPhoto: { ...userWrite, ...photoIndex, path: '/v1/listings/{id}/photos/{index}/setdefault' },
  setPremiumOptions: {
    ...userWrite,
    ...byId,
    path: '/v1/listings/{id}/premiumoptions',
    body: PremiumOptionsRequest,
    response: assumed(PremiumOptionsStatusResult),
  },
  getPremiumOptions: {
    ...userRead,
    ...byId,
    path: '/v1/listings/{id}/premiumoptions',
    response: assumed(PremiumOptionsStatusResult),
  },
  watchListing: { ...repeatableWrite, ...byId, path: '/v1/listings/{id}/watch' },
  unwatchListing: { ...repeatableWrite, ...byId, path: '/v1/listings/{id}/unwatch' },
  watchListings: { ...repeatableWrite, path: '/v1/listings/watchmulti', body: list(WatchItem) },
  unwatchListings: { ...repeatableWrite, path: '/v1/listings/unwatchmulti', body: list(WatchItem) },

  getProperties: { ...publicRead, path: '/v1/properties', response: assumed(PropertiesCollection) },
  listCandidateStatuses: { ...valueList, path: '/v1/properties/candidatestatus' },
  listCategories: { ...valueList, path: '/v1/properties/categories' },
  listSectionCategories: { ...valueList, ...byId, path: '/v1/properties/categories/{id}' },
  listDoors: { ...valueList, path: '/v1/properties/doors' },
  listEducationLevels: { ...valueList, path: '/v1/properties/education' },
  listFilterPrices: {
    ...publicRead,
    path: '/v1/properties/filterprices',
    query: { pricefor: required(code(PriceFor)) },
    response: declared(list(int64)),
  },
  listFuels: { ...valueList, path: '/v1/properties/fuel' },
  listImportOrigins: { ...valueList, path: '/v1/properties/imported' },
  listJobTypes: { ...valueList, path: '/v1/properties/jobtypes' },
  listLocalities: { ...valueList, path: '/v1/properties/localities', query: { CountryId: required(int64) } },
  listBedrooms: { ...valueList, path: '/v1/properties/propertybedrooms' },
  listFinishLevels: { ...valueList, path: '/v1/properties/propertyfinish' },
  listGardens: { ...valueList, path: '/v1/properties/propertygarden' },
  listPools: { ...valueList, path: '/v1/properties/propertypool' },
  listPropertyTypes: { ...valueList, path: '/v1/properties/propertytypes' },
  listRegions: { ...valueList, path: '/v1/properties/regions', query: { CountryId: required(int64) } },
  listTransmissions: { ...valueList, path: '/v1/properties/transmission' },
  listVehicleMakes: { ...valueList, path: '/v1/properties/vehiclemakes' },
  listVehicleModels: { ...valueList, path: '/v1/properties/vehiclemodels' },

  listSections: {
    ...publicRead,
    path: '/v1/sections',
    query: { type: optional(string) },
    response: declared(list(Section)),
  },
  getSection: { ...publicRead, ...byId, path: '/v1/sections/{id}', response: assumed(Section) },

  getUserDetails: { ...userRead, path: '/v1/user/details', response: assumed(UserDetailsResponse) },
  updateUserDetails: { ...repeatableWrite, path: '/v1/user/details', body: PostUserDetailsRequest },
  listAccountEntries: { ...userRead, path: '/v1/user/account', query: page, response: assumed(AccountResult) },
  getInvoice: {
    ...userRead,
    path: '/v1/user/invoice',
    query: { orderid: required(int32), invoicetype: optional(code(InvoiceType)) },
    response: pdf,
  },
  listUserListings: {
    ...userRead,
    path: '/v1/user/listings',
    query: {
      section: required(int64),
      ...page,
      filter: optional(string),
      sortmode: optional(code(SortMode)),
      viewmode: optional(code(ViewMode)),
    },
    response: assumed(ListingResults),
  },
  getPremiumOptionsCost: {
    ...userRead,
    path: '/v1/user/premiumoptionscost',
    query: { options: required(list(int32)) },
    response: assumed(PremiumCostResult),
  },
  updateProfilePicture: { ...repeatableWrite, path: '/v1/user/profilepicture', body: ProfilePictureRequest },
  listUserSections: { ...userRead, path: '/v1/user/sections', response: assumed(UserSectionsResponse) },
  getWatchedListing: { ...userRead, ...byId, path: '/v1/user/watchedlisting/{id}', response: assumed(ListItem) },
  listWatchedListings: {
    ...userRead,
    path: '/v1/user/watchedlistings',
    query: page,
    response: assumed(ListingResults),
  },
} as const satisfies Record<string, Endpoint>;

/** Names of the endpoints. */
export type EndpointName = keyof typeof endpoints;

/** All of them, in the order of the table. */
export const endpointNames: readonly EndpointName[] = Object.keys(endpoints).filter(
  (name): name is EndpointName => name in endpoints,
);

type NamesWithAccess<Access extends AccessClass> = {
  [Name in EndpointName]: (typeof endpoints)[Name]['access'] extends Access ? Name : never;
}[EndpointName];

/** Names of the endpoints whose responses may be shared between callers. */
export type PublicEndpointName = NamesWithAccess<'public'>;

/** Names of the endpoints that take the token of an application. */
export type ApplicationEndpointName = NamesWithAccess<'public' | 'application'>;

/** Names of the endpoints that are called with a token: all but the one that grants them. */
export type CallableName = NamesWithAccess<'public' | 'application' | 'user'>;

const operations = new Map(Object.entries(endpoints).map(([name, { method, path }]) => [name, `${method} ${path}`]));

/** Name of an endpoint in logs, errors and traces: method and template, no ids. */
export const operationOf = (name: EndpointName): string => operations.get(name) ?? name;

/** Names of the endpoints that fulfil a condition, as `operationOf` gives them. */
export const operationsOf = (fulfils: (endpoint: Endpoint) => boolean = () => true): ReadonlySet<string> =>
  new Set(endpointNames.filter((name) => fulfils(endpoints[name])).map(operationOf));
