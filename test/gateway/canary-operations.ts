/** Operations that read everything of the canary service, and where each field of it comes out. */
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

/** The operations by name. */
export const operations = {
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
    transmissions ${lookup} vehicleMakes ${lookup} vehicleModels { label make { label } }
    localities { key label countryId region { key label } } regions { key label countryId }
    cars: filterPrices(for: CARS) { amount } sale: filterPrices(for: PROPERTY_FOR_SALE) { amount }
    longLet: filterPrices(for: PROPERTY_LONG_LET) { amount } shortLet: filterPrices(for: PROPERTY_SHORT_LET) { amount }
  } }`,
  candidateStatuses: `{ lookups { candidateStatuses ${lookup} } }`,
  doors: `{ lookups { doors ${lookup} } }`,
  educationLevels: `{ lookups { educationLevels ${lookup} } }`,
  filterPrices: '{ lookups { filterPrices(for: GENERIC) { amount } } }',
  fuels: '{ lookups { fuels { code label } } }',
  importOrigins: `{ lookups { importOrigins ${lookup} } }`,
  jobTypes: `{ lookups { jobTypes ${lookup} } }`,
  localities: '{ lookups { localities(countryId: 39) { key label countryId region { key } } } }',
  bedrooms: `{ lookups { bedrooms ${lookup} } }`,
  finishLevels: `{ lookups { finishLevels ${lookup} } }`,
  gardens: `{ lookups { gardens ${lookup} } }`,
  pools: `{ lookups { pools ${lookup} } }`,
  propertyTypes: `{ lookups { propertyTypes ${lookup} } }`,
  regions: '{ lookups { regions(countryId: 39) { key label countryId } } }',
  transmissions: `{ lookups { transmissions ${lookup} } }`,
  vehicleMakes: `{ lookups { vehicleMakes ${lookup} } }`,
  vehicleModels: '{ lookups { vehicleModels { label make { label } } } }',
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

/** Credentials come from variables only. */
export const signInVariables = {
  input: { username: 'a', password: 'b', client: { clientId: 'c', clientSecret: 'd' } },
};

/** Name of an operation. */
export type OperationName = keyof typeof operations;

/**
 * Where a field comes out: operation, path in the data, and value. `is informed twice` marks a value that the caller named
 * already, so that it is there when the service leaves it out.
 */
type Seen = readonly [operation: OperationName, path: string, value: unknown, told?: 'is told twice'];

const inListing = (fields: Readonly<Record<string, readonly [path: string, value: unknown]>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [path, value]]): [string, Seen] => [
      name,
      ['listing', `listing.${path}`, value],
    ]),
  );

const inDefinition = (fields: Readonly<Record<string, readonly [path: string, value: unknown]>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [path, value]]): [string, Seen] => [
      `ListingDefinition.${name}`,
      ['definition', `listingDefinition.${path}`, value],
    ]),
  );

const inViewer = (fields: Readonly<Record<string, readonly [path: string, value: unknown]>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [path, value]]): [string, Seen] => [name, ['viewer', `viewer.${path}`, value]]),
  );

const params = (name: string) => ({
  Labels: [`${name} label`],
  Names: [name],
  Text: [`${name} text`],
  Values: [`${name} value`],
});

const inAggregate = (field: string, list: string, label: string): readonly [FieldName, Seen] => [
  `PropertiesCollection.${field}`,
  ['aggregate', `lookups.${list}.0.label`, label],
];

/** Where every field comes out. */
export const seenAt: Readonly<Record<FieldName, Seen>> = {
  // Without it, the service is asked what it says of the caller and the listing.
  'ListItem.IsWatched': ['listing', 'listing.related.0.viewerIsWatching', true, 'is told twice'],
  'StringId.Id': ['fuels', 'lookups.fuels.0.code', 7720],
  'StringId.Item': ['fuels', 'lookups.fuels.0.label', 'StringId Item'],
  'Region.CountryId': ['regions', 'lookups.regions.0.countryId', 7760],
  'Region.Id': ['regions', 'lookups.regions.0.key', '7956'],
  'Region.Name': ['regions', 'lookups.regions.0.label', 'Region Name'],
  'Locality.CountryId': ['localities', 'lookups.localities.0.countryId', 7800],
  'Locality.Id': ['localities', 'lookups.localities.0.key', '7801'],
  'Locality.Name': ['localities', 'lookups.localities.0.label', 'Locality Name'],
  'Locality.RegionId': ['localities', 'lookups.localities.0.region.key', '7956'],
  'VehicleModel.Model': ['vehicleModels', 'lookups.vehicleModels.0.label', 'VehicleModel Model'],
  'VehicleModel.ParentMake': ['vehicleModels', 'lookups.vehicleModels.0.make.label', 'all make'],
  'Section.SecType': ['sections', 'sections.0.type', 'Section SecType'],
  'Section.SectionID': ['sections', 'sections.0.key', '7958'],
  'Section.SectionName': ['section', 'section.label', 'one section name'],
  'PropertiesCollection.FilterPrices_Cars': ['aggregate', 'lookups.cars.0.amount', 7880],
  'PropertiesCollection.FilterPrices_PropertyForSale': ['aggregate', 'lookups.sale.0.amount', 7881],
  'PropertiesCollection.FilterPrices_PropertyLongLet': ['aggregate', 'lookups.longLet.0.amount', 7882],
  'PropertiesCollection.FilterPrices_PropertyShortLet': ['aggregate', 'lookups.shortLet.0.amount', 7883],
  ...Object.fromEntries([
    inAggregate('JobCandidateStatus', 'candidateStatuses', 'PropertiesCollection JobCandidateStatus'),
    inAggregate('JobEducation', 'educationLevels', 'PropertiesCollection JobEducation'),
    inAggregate('JobTypes', 'jobTypes', 'PropertiesCollection JobTypes'),
    inAggregate('PropertyBedrooms', 'bedrooms', 'PropertiesCollection PropertyBedrooms'),
    inAggregate('PropertyFinish', 'finishLevels', 'PropertiesCollection PropertyFinish'),
    inAggregate('PropertyGarden', 'gardens', 'PropertiesCollection PropertyGarden'),
    inAggregate('PropertyPool', 'pools', 'PropertiesCollection PropertyPool'),
    inAggregate('PropertyTypes', 'propertyTypes', 'PropertiesCollection PropertyTypes'),
    inAggregate('VehicleDoors', 'doors', 'PropertiesCollection VehicleDoors'),
    inAggregate('VehicleFuel', 'fuels', 'PropertiesCollection VehicleFuel'),
    inAggregate('VehicleImported', 'importOrigins', 'PropertiesCollection VehicleImported'),
    inAggregate('VehicleTransmission', 'transmissions', 'PropertiesCollection VehicleTransmission'),
    inAggregate('Localities', 'localities', 'PropertiesCollection Localities'),
    inAggregate('Regions', 'regions', 'PropertiesCollection Regions'),
    inAggregate('VehicleMakes', 'vehicleMakes', 'all make'),
    inAggregate('VehicleModels', 'vehicleModels', 'VehicleModel Model'),
  ]),
  'ListingDefinition.PKID': ['definition', 'listingDefinition.databaseId', '7', 'is told twice'],
  ...inDefinition({
    SectionId: ['section.key', '7081'],
    CategoryId: ['category.key', '7082'],
    LocalityId: ['locality.key', '7083'],
    Title: ['title', 'ListingDefinition Title'],
    Description: ['description', 'ListingDefinition Description'],
    Price: ['price.amount', 7086.5],
    PriceLabel: ['priceLabel', 'PER_MONTH'],
    Condition: ['condition', 'USED'],
    ContactTel: ['contactTelephone', 'ListingDefinition ContactTel'],
    AssignedUserOrGroupId: ['assignee.name', 'assignee of the definition'],
    CompanyProfileId: ['company.name', 'profile of the definition'],
    UserRef: ['userReference', 'ListingDefinition UserRef'],
    PaymentAuth: ['paymentAuth', 'AUTHORISED'],
    FirstListedUTC: ['firstListedAtText', '1992-06-24T15:33:20Z'],
    RelistedUTC: ['relistedAt', '1992-06-25T19:20:00Z'],
    Views: ['viewCount', 7096],
    Images: ['photos.0.variants.1.url', 'image thumb'],
    Bedrooms: ['property.bedrooms.code', 7098],
    FinishLevel: ['property.finishLevel.code', 7099],
    GardenOrYard: ['property.gardenOrYard.code', 7100],
    Pool: ['property.pool.code', 7101],
    PropertyType: ['property.propertyType.code', 7102],
    Doors: ['vehicle.doors.code', 7103],
    EngineSize: ['vehicle.engineSize', 7104],
    Fuel: ['vehicle.fuel.code', 7105],
    Imported: ['vehicle.imported.code', 7106],
    Mileage: ['vehicle.mileage', 7107],
    RegYear: ['vehicle.registrationYear', 7108],
    Transmission: ['vehicle.transmission.code', 7109],
    VehicleMake: ['vehicle.make.key', 'ListingDefinition VehicleMake'],
    VehicleModel: ['vehicle.model.key', 'ListingDefinition VehicleModel'],
  }),
  'Image.Index': ['definition', 'listingDefinition.photos.0.index', 5],
  'Image.Main': ['definition', 'listingDefinition.photos.0.isMain', true],
  'Image.SizeClass': ['definition', 'listingDefinition.photos.0.variants.1.sizeClass', 'THUMB_SIZE'],
  'Image.Url': ['definition', 'listingDefinition.photos.0.url', 'image full'],
  'ItemDetail.PKID': ['listing', 'listing.databaseId', '7', 'is told twice'],
  'ItemMiniData.UniqueID': ['listing', 'listing.preview.databaseId', '7', 'is told twice'],
  ...inListing({
    'ItemDetail.SectionId': ['section.key', '7041'],
    'ItemDetail.SectionName': ['section.label', 'ItemDetail SectionName'],
    'ItemDetail.CategoryId': ['category.key', '7043'],
    'ItemDetail.CategoryName': ['category.label', 'ItemDetail CategoryName'],
    'ItemDetail.Title': ['title', 'ItemDetail Title'],
    'ItemDetail.Description': ['description', 'ItemDetail Description'],
    'ItemDetail.DateAdded': ['listedAt', '1992-05-01T06:00:00Z'],
    'ItemDetail.Seller': ['seller.name', 'ItemDetail Seller'],
    'ItemDetail.SellerType': ['seller.kind', 'ItemDetail SellerType'],
    'ItemDetail.Telephone': ['seller.telephone', 'ItemDetail Telephone'],
    'ItemDetail.Url': ['url', 'ItemDetail Url'],
    'ItemDetail.PriceSuffix': ['priceSuffix', 'ItemDetail PriceSuffix'],
    'ItemDetail.Price': ['price.amount', 7053.5],
    'ItemDetail.Condition': ['condition', 'NEW'],
    'ItemDetail.ExtraParamsType': ['kind', 'VEHICLE'],
    'ItemDetail.IsWanted': ['isWanted', true],
    'ItemDetail.Views': ['viewCount', 7057],
    'ItemDetail.ImageUrls': ['photos.0.url', 'detail image'],
    'ItemDetail.Telephones': ['seller.telephones', ['detail telephones']],
    'ItemDetail.Contacts': ['seller.contacts.0.fullName', 'ContactDetails FullName'],
    'ItemDetail.Related': ['related.0.title', 'ListItem Title'],
    'ItemDetail.Company': ['seller.companyData.Name', 'CompanyDetails Name'],
    'ItemDetail.User': ['seller.userData.Username', 'UserPublicProfile Username'],
    'ItemDetail.N_Params': ['numericParams', params('detail number')],
    'ItemDetail.S_Params': ['textParams', params('detail string')],
    'ContactDetails.FullName': ['seller.contacts.0.fullName', 'ContactDetails FullName'],
    'ContactDetails.Telephones': ['seller.contacts.0.telephones', ['contact telephone']],
    'ContactDetails.User': ['seller.contacts.0.profile.username', 'UserPublicProfile Username'],
    'ListItem.SectionId': ['related.0.section.key', '7001'],
    'ListItem.CategoryId': ['related.0.category.key', '7002'],
    'ListItem.Title': ['related.0.title', 'ListItem Title'],
    'ListItem.Description': ['related.0.description', 'ListItem Description'],
    'ListItem.DateAddedUTC': ['related.0.listedAtText', '1992-03-13T15:20:00Z'],
    'ListItem.FullImageUrl': ['related.0.imageUrl', 'ListItem FullImageUrl'],
    'ListItem.ImageUrl': ['related.0.thumbnailUrl', 'ListItem ImageUrl'],
    'ListItem.PriceSuffix': ['related.0.priceSuffix', 'ListItem PriceSuffix'],
    'ListItem.Price': ['related.0.price.amount', 7009.5],
    'ListItem.ExtraParamsType': ['related.0.kind', 'PROPERTY'],
    'ListItem.IsHighlighted': ['related.0.isHighlighted', true],
    'ListItem.IsWanted': ['related.0.isWanted', true],
    'ListItem.N_Params': ['related.0.numericParams', params('entry number')],
    'ListItem.S_Params': ['related.0.textParams', params('entry string')],
    'ItemExtraParams.Labels': ['attributes.0.label', 'detail number label'],
    'ItemExtraParams.Names': ['attributes.0.name', 'detail number'],
    'ItemExtraParams.Text': ['attributes.0.text', 'detail number text'],
    'ItemExtraParams.Values': ['attributes.0.value', 'detail number value'],
    'ItemMiniData.Border': ['preview.hasBorder', true],
    'ItemMiniData.IsPriceSpecified': ['preview.isPriceSpecified', true],
    'ItemMiniData.ItemDeleted': ['preview.status', 'DELETED'],
    'ItemMiniData.Desc': ['preview.description', 'ItemMiniData Desc'],
    'ItemMiniData.DetailsUrl': ['preview.url', 'ItemMiniData DetailsUrl'],
    'ItemMiniData.FullPhotoUrl': ['preview.imageUrl', 'ItemMiniData FullPhotoUrl'],
    'ItemMiniData.Name': ['preview.title', 'ItemMiniData Name'],
    'ItemMiniData.PhotoUrl': ['preview.thumbnailUrl', 'ItemMiniData PhotoUrl'],
    'ItemMiniData.Price': ['preview.priceText', 'ItemMiniData Price'],
    'ItemMiniData.Seller': ['preview.sellerName', 'ItemMiniData Seller'],
    'ItemMiniData.SellerID': ['preview.sellerDatabaseId', '7131'],
    'ListingUserInfo.IsWatching': ['viewerInfo.isWatching', true],
    'ListingUserInfo.ReceivedMsgs': ['viewerInfo.receivedMessageCount', 7161],
    'ListingUserInfo.UnreadMsgs': ['viewerInfo.unreadMessageCount', 7162],
    'ListingUserInfo.StartedThreads': ['viewerInfo.startedThreads.0.databaseId', '7241'],
    'UserThread.LastModified': ['viewerInfo.startedThreads.0.lastModifiedAt', '1992-12-10T15:06:40Z'],
    'UserThread.ThreadID': ['viewerInfo.startedThreads.0.databaseId', '7241'],
    'UserThread.UserID': ['viewerInfo.startedThreads.0.userDatabaseId', '7242'],
    'PremiumOptionsStatusResult.options': ['premiumOptions.0.option', 'FEATURED_7_DAYS'],
    'PremiumOptionStatus.Option': ['premiumOptions.0.option', 'FEATURED_7_DAYS'],
    'PremiumOptionStatus.Active': ['premiumOptions.0.isActive', true],
    'PremiumOptionStatus.Expires': ['premiumOptions.0.expires', true],
    'PremiumOptionStatus.Expiry': ['premiumOptions.0.expiresAt', '1994-02-03T18:26:40Z'],
    'UserPublicProfile.Company': ['seller.profile.companyName', 'UserPublicProfile Company'],
    'UserPublicProfile.ItemCount': ['seller.profile.listingCount', 7281],
    'UserPublicProfile.PictureUrl': ['seller.profile.pictureUrl', 'UserPublicProfile PictureUrl'],
    'UserPublicProfile.RegistrationDate': ['seller.profile.registeredAt', '1993-01-29T09:33:20Z'],
    'UserPublicProfile.UserId': ['seller.profile.databaseId', '7284'],
    'UserPublicProfile.Username': ['seller.profile.username', 'UserPublicProfile Username'],
  }),
  'PhotoSpecs.Max': ['photoSpecs', 'photoSpecs.maxCount', 7640],
  'PhotoSpecs.MaxHeight': ['photoSpecs', 'photoSpecs.maxHeight', 7641],
  'PhotoSpecs.MaxWidth': ['photoSpecs', 'photoSpecs.maxWidth', 7642],
  'PhotoSpecs.Min': ['photoSpecs', 'photoSpecs.minCount', 7643],
  ...inViewer({
    'ListItem.PKID': ['listings.edges.0.node.databaseId', '7301'],
    'ListingResults.CategoryCounts': ['listings.categoryCounts', [{ categoryKey: '7401', count: 7402 }]],
    'ListingResults.Items': ['watchedListings.edges.0.node.title', 'ListItem Title'],
    'ListingResults.LastResultID': ['listings.lastResultDatabaseId', '7202'],
    'ListingResults.MainCategory': ['listings.mainCategory.key', '7203'],
    'ListingResults.MainSection': ['listings.mainSection.key', '7204'],
    'ListingResults.MainSecType': ['listings.mainSectionType', 'ListingResults MainSecType'],
    'ListingResults.TotalResults': ['listings.totalCount', 7207],
    'UserDetailsResponse.UserID': ['databaseId', '7400'],
    'UserDetailsResponse.Username': ['username', 'UserDetailsResponse Username'],
    'UserDetailsResponse.Name': ['name', 'UserDetailsResponse Name'],
    'UserDetailsResponse.Email': ['email', 'UserDetailsResponse Email'],
    'UserDetailsResponse.Company': ['companyName', 'UserDetailsResponse Company'],
    'UserDetailsResponse.AccountType': ['accountType', 'UserDetailsResponse AccountType'],
    'UserDetailsResponse.ProfileImage': ['profileImageUrl', 'UserDetailsResponse ProfileImage'],
    'UserDetailsResponse.Telephone': ['telephone', 'UserDetailsResponse Telephone'],
    'UserDetailsResponse.TelRestrictedUntil': ['telephoneRestrictedUntil', '1993-06-23T01:46:40Z'],
    'UserDetailsResponse.TelVerified': ['telephoneVerifiedAtText', '1993-06-24T05:33:20Z'],
    'UserDetailsResponse.VatNumber': ['vatNumber', 'UserDetailsResponse VatNumber'],
    'UserDetailsResponse.Balance': ['balance.amount', 7411.5],
    'UserDetailsResponse.TelRestricted': ['isTelephoneRestricted', true],
    'UserDetailsResponse.PropertySellerType': ['propertySellerType', 'AGENT'],
    'UserDetailsResponse.PropertySellerTypeLocked': ['isPropertySellerTypeLocked', true],
    'UserDetailsResponse.Companies': ['companies.0.name', 'CompanyDetails Name'],
    'UserDetailsResponse.SharedUsers': ['sharedUsers.0.name', 'SharedUser Name'],
    'CompanyDetails.Id': ['companies.0.databaseId', '7320'],
    'CompanyDetails.Logo': ['companies.0.logoUrl', 'CompanyDetails Logo'],
    'CompanyDetails.Name': ['companies.0.name', 'CompanyDetails Name'],
    'CompanyDetails.CompanyType': ['companies.0.kind', 'PROPERTY'],
    'SharedUser.Id': ['sharedUsers.0.databaseId', '7360'],
    'SharedUser.IsGroup': ['sharedUsers.0.isGroup', true],
    'SharedUser.Name': ['sharedUsers.0.name', 'SharedUser Name'],
    'SharedUser.Username': ['sharedUsers.0.username', 'SharedUser Username'],
    'UserSectionsResponse.Expired': ['sections.0.expiredCount', 8301],
    'UserSectionsResponse.SectionNames': ['sections.0.label', 'user section'],
    'UserSectionsResponse.Sections': ['sections.0.section.key', '8302'],
    'AccountEntry.Amount': ['accountEntries.edges.0.node.amount.amount', 7480.5],
    'AccountEntry.Balance': ['accountEntries.edges.0.node.balance.amount', 7481.5],
    'AccountEntry.Description': ['accountEntries.edges.0.node.description', 'AccountEntry Description'],
    'AccountEntry.ReceiptUrl': ['accountEntries.edges.0.node.receiptUrl', 'AccountEntry ReceiptUrl'],
    'AccountEntry.TimeStamp': ['accountEntries.edges.0.node.recordedAt', '1993-09-19T00:53:20Z'],
    'AccountResult.AccountEntries': ['accountEntries.edges.0.node.description', 'AccountEntry Description'],
    'AccountResult.Balance': ['accountEntries.balance.amount', 7521.5],
    'PremiumCostResult.Balance': ['premiumOptionsCost.balance.amount', 7560.5],
    'PremiumCostResult.Cost': ['premiumOptionsCost.cost.amount', 7561.5],
    'PremiumCostResult.ToPay': ['premiumOptionsCost.toPay.amount', 7562.5],
  }),
  'TokenResponse.Access_token': ['signIn', 'signIn.session.accessToken', 'access-token-value'],
  'TokenResponse.OwnerUsername': ['token', 'tokenInfo.ownerUsername', 'TokenResponse OwnerUsername'],
  'TokenResponse.ThirdPartyProfilePic': [
    'signIn',
    'signIn.session.thirdPartyProfilePictureUrl',
    'TokenResponse ThirdPartyProfilePic',
  ],
  'TokenResponse.Token_type': ['signIn', 'signIn.session.tokenType', 'TokenResponse Token_type'],
  'TokenResponse.Username': ['token', 'tokenInfo.username', 'TokenResponse Username'],
  'TokenResponse.Expires_in': ['token', 'tokenInfo.expiresIn', 7688],
  'TokenResponse.HasShares': ['signIn', 'signIn.session.hasShares', true],
  'TokenResponse.Identity': ['signIn', 'signIn.session.identity', '7690'],
  'TokenResponse.OwnerId': ['signIn', 'signIn.session.ownerDatabaseId', '7691'],
  'TokenResponse.Refresh_token': ['signIn', 'signIn.session.refreshToken', 'refresh-token-value'],
};

/** Fields that have no value of their own in any response, and why. */
export const unseen: Readonly<Record<FieldName, string>> = {
  'ItemMiniData.ItemFound': 'It is true wherever `status` tells anything else.',
  'ListingResults.Results': 'It counts `Items`, which are there themselves.',
  'TokenResponse.Error': 'It refuses a grant: `userErrors` tells no reason.',
  'TokenResponse.Error_description': 'Likewise.',
  'TokenResponse.Message': 'Likewise.',
};
