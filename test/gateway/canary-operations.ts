/** Operations that read everything of the canary service. */
import type { FieldName } from './canary-service.ts';

const lookup = '{ id key label }';
const entryFields = `
  databaseId title description listedAt listedAtText imageUrl thumbnailUrl priceSuffix price { amount } priceText kind kindCode
  isHighlighted isWanted viewerIsWatching numericParams textParams section { key } category { key }`;
const companyFields = '{ databaseId name logoUrl kind kindCode }';
const profileFields = '{ databaseId username companyName listingCount pictureUrl registeredAt registeredAtText }';
const connection = `{
  edges { node { ${entryFields} } } nodes { id } totalCount categoryCounts { category { key } categoryKey count } mainCategory { key }
  mainSection { key } mainSectionType lastResultDatabaseId }`;

/** Lists whose entries have an id, a key and a label. */
const lists = [
  'candidateStatuses',
  'doors',
  'educationLevels',
  'importOrigins',
  'jobTypes',
  'bedrooms',
  'finishLevels',
  'gardens',
  'pools',
  'propertyTypes',
  'transmissions',
  'vehicleMakes',
] as const;

const withSelections = {
  listing: `{ listing(id: 7) {
    ${entryFields} condition conditionCode viewCount url section { label } category { label } photos { url }
    attributes { name label text value }
    seller { name kind telephone telephones company ${companyFields} companyData profile ${profileFields} userData
      contacts { fullName telephones profile { username } userData } }
    related(first: 1) { ${entryFields} }
    preview { databaseId listing { databaseId } status title description priceText isPriceSpecified hasBorder url imageUrl thumbnailUrl
      sellerName sellerDatabaseId }
    viewerInfo { isWatching receivedMessageCount unreadMessageCount
      startedThreads { databaseId userDatabaseId lastModifiedAt lastModifiedAtText } }
    premiumOptions { option optionCode isActive expires expiresAt expiresAtText }
  } }`,
  definition: `{ listingDefinition(id: 7) {
    databaseId listing { databaseId } title description price { amount } priceText priceLabel priceLabelCode condition
    conditionCode contactTelephone assignedUserOrGroupId
    assignee { name } companyProfileId company { name } userReference paymentAuth paymentAuthCode firstListedAt firstListedAtText
    relistedAt relistedAtText viewCount section { key } category { key } locality { key }
    photos { index isMain url thumbnailUrl variants { sizeClass sizeClassCode url } }
    property { propertyType { code } bedrooms { code } bedroomCount finishLevel { code } gardenOrYard { code } pool { code } }
    vehicle { make { key } model { key } registrationYear fuel { code } transmission { code } imported { code }
      doors { code } mileage engineSize }
  } }`,
  photoSpecs: '{ photoSpecs(sectionId: 2, categoryId: 3) { minCount maxCount maxWidth maxHeight } }',
  aggregate: `{ lookups {
    candidateStatuses ${lookup} educationLevels ${lookup} jobTypes ${lookup} bedrooms ${lookup} finishLevels ${lookup}
    gardens ${lookup} pools ${lookup} propertyTypes ${lookup} doors ${lookup} fuels ${lookup} importOrigins ${lookup}
    transmissions ${lookup} vehicleMakes ${lookup} vehicleModels { key label make { key label } }
    localities { key label countryId region { key label } } regions { key label countryId }
    cars: filterPrices(for: CARS) { amount } sale: filterPrices(for: PROPERTY_FOR_SALE) { amount }
    longLet: filterPrices(for: PROPERTY_LONG_LET) { amount } shortLet: filterPrices(for: PROPERTY_SHORT_LET) { amount }
  } }`,
  filterPrices: '{ lookups { filterPrices(for: GENERIC) { amount } } }',
  fuels: '{ lookups { fuels { code label } } }',
  localities: '{ lookups { localities(countryId: 39) { key label countryId region { key } } } }',
  regions: '{ lookups { regions(countryId: 39) { key label countryId } } }',
  vehicleModels: '{ lookups { vehicleModels { key label make { key label } } } }',
  sections: '{ sections { key label type categories { key label } } categories { key label } }',
  section: '{ section(id: 2) { key label type } }',
  viewer: `{ viewer {
    databaseId username name email companyName accountType profileImageUrl telephone isTelephoneRestricted
    telephoneRestrictedUntil telephoneRestrictedUntilText telephoneVerifiedAt telephoneVerifiedAtText vatNumber
    balance { amount } balanceText propertySellerType propertySellerTypeCode isPropertySellerTypeLocked companies ${companyFields}
    sharedUsers { databaseId isGroup name username }
    sections { section { key } label expiredCount }
    listings(sectionId: 2) ${connection} watchedListings ${connection}
    watchedListing(id: 7301) { title }
    accountEntries { edges { node { amount { amount } amountText balance { amount } balanceText description receiptUrl
      recordedAt recordedAtText } } balance { amount } balanceText }
    premiumOptionsCost(options: [FEATURED]) { balance { amount } balanceText cost { amount } costText toPay { amount }
      toPayText }
    invoice(orderId: 1) { size }
  } }`,
  token: '{ tokenInfo { username ownerUsername expiresIn data } }',
  signIn: `mutation ($input: SignInInput!) { signIn(input: $input) {
    session { accessToken tokenType expiresIn expiresAt refreshToken username ownerUsername ownerDatabaseId identity hasShares
      thirdPartyProfilePictureUrl }
    userErrors { code message }
  } }`,
} as const;

/** The operations by name. */
export const operations: typeof withSelections & Readonly<Record<string, string>> = {
  ...withSelections,
  ...Object.fromEntries(lists.map((list) => [list, `{ lookups { ${list} ${lookup} } }`])),
};

/** Credentials come from variables only. */
export const signInVariables = {
  input: { username: 'a', password: 'b', client: { clientId: 'c', clientSecret: 'd' } },
};

/** Fields that have no value of their own in any response, and why. */
export const unseen: Readonly<Record<FieldName, string>> = {
  'ItemMiniData.ItemFound': 'It is true wherever `status` tells anything else.',
  'ListingResults.Results': 'It counts `Items`, which are there themselves.',
  'TokenResponse.Error': 'It refuses a grant: `userErrors` tells no reason.',
  'TokenResponse.Error_description': 'Likewise.',
  'TokenResponse.Message': 'Likewise.',
};

/** Fields that the caller named already, or that are asked for elsewhere: what they say is there without them too. */
export const toldTwice: readonly FieldName[] = [
  'ListItem.IsWatched',
  'ListingDefinition.PKID',
  'ItemDetail.PKID',
  'ItemMiniData.UniqueID',
];

/** Coordinates that no operation here asks for: what they show is worked out of several fields, or of a canary's value is nothing. */
export const notAsked: readonly string[] = [
  'AccountEntry.orderId',
  'Listing.locality',
  'Listing.property',
  'Listing.vehicle',
  'Listing.viewerIsOwner',
];

/** Places at which a field comes out only where another has nothing. */
export const fallbacks: Readonly<Record<FieldName, string>> = {
  'ItemMiniData.FullPhotoUrl': 'Photo.isMain',
  'ItemMiniData.PhotoUrl': 'Photo.thumbnailUrl',
};
