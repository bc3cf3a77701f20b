/** Operations that read everything of the canary service. */
import type { FieldName } from './canary-service.ts';

const lookup = '{ id key label }';
const entryFields = `
  databaseId title description listedAt listedAtText imageUrl thumbnailUrl priceSuffix price { amount } kind
  isHighlighted isWanted viewerIsWatching numericParams textParams section { key } category { key }`;
const companyFields = '{ databaseId name logoUrl kind }';
const profileFields = '{ databaseId username companyName listingCount pictureUrl registeredAt }';
const connection = `{
  edges { node { ${entryFields} } } nodes { id } totalCount categoryCounts { categoryKey count } mainCategory { key }
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
    ${entryFields} condition viewCount url section { label } category { label } photos { url }
    attributes { name label text value }
    seller { name kind telephone telephones company ${companyFields} companyData profile ${profileFields} userData
      contacts { fullName telephones profile { username } userData } }
    related(first: 1) { ${entryFields} }
    preview { databaseId status title description priceText isPriceSpecified hasBorder url imageUrl thumbnailUrl
      sellerName sellerDatabaseId }
    viewerInfo { isWatching receivedMessageCount unreadMessageCount
      startedThreads { databaseId userDatabaseId lastModifiedAt lastModifiedAtText } }
    premiumOptions { option isActive expires expiresAt }
  } }`,
  definition: `{ listingDefinition(id: 7) {
    databaseId title description price { amount } priceLabel condition contactTelephone assignedUserOrGroupId
    assignee { name } companyProfileId company { name } userReference paymentAuth firstListedAt firstListedAtText
    relistedAt relistedAtText viewCount section { key } category { key } locality { key }
    photos { index isMain url thumbnailUrl variants { sizeClass url } }
    property { propertyType { code } bedrooms { code } finishLevel { code } gardenOrYard { code } pool { code } }
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
    balance { amount } propertySellerType isPropertySellerTypeLocked companies ${companyFields}
    sharedUsers { databaseId isGroup name username }
    sections { section { key } label expiredCount }
    listings(sectionId: 2) ${connection} watchedListings ${connection}
    watchedListing(id: 7301) { title }
    accountEntries { edges { node { amount { amount } balance { amount } description receiptUrl recordedAt } }
      balance { amount } }
    premiumOptionsCost(options: [FEATURED]) { balance { amount } cost { amount } toPay { amount } }
    invoice(orderId: 1) { size }
  } }`,
  token: '{ tokenInfo { username ownerUsername expiresIn data } }',
  signIn: `mutation ($input: SignInInput!) { signIn(input: $input) {
    session { accessToken tokenType expiresIn refreshToken username ownerUsername ownerDatabaseId identity hasShares
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

/** Places at which a field comes out only where another has nothing. */
export const fallbacks: Readonly<Record<FieldName, string>> = {
  'ItemMiniData.FullPhotoUrl': 'Photo.isMain',
  'ItemMiniData.PhotoUrl': 'Photo.thumbnailUrl',
};
