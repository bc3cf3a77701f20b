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
  'StringId.Id': ['fuels', 'lookups.fuels.0.code', 7953],
  'StringId.Item': ['fuels', 'lookups.fuels.0.label', 'one fuel'],
  'Region.CountryId': ['regions', 'lookups.regions.0.countryId', 7957],
  'Region.Id': ['regions', 'lookups.regions.0.key', '7956'],
  'Region.Name': ['regions', 'lookups.regions.0.label', 'one region'],
  'Locality.CountryId': ['localities', 'lookups.localities.0.countryId', 7954],
  'Locality.Id': ['localities', 'lookups.localities.0.key', '7955'],
  'Locality.Name': ['localities', 'lookups.localities.0.label', 'one locality'],
  'Locality.RegionId': ['localities', 'lookups.localities.0.region.key', '7956'],
  'VehicleModel.Model': ['vehicleModels', 'lookups.vehicleModels.0.label', 'all model'],
  'VehicleModel.ParentMake': ['vehicleModels', 'lookups.vehicleModels.0.make.label', 'all make'],
  'Section.SecType': ['sections', 'sections.0.type', 'section type'],
  'Section.SectionID': ['sections', 'sections.0.key', '7958'],
  'Section.SectionName': ['section', 'section.label', 'one section name'],
  'PropertiesCollection.FilterPrices_Cars': ['aggregate', 'lookups.cars.0.amount', 7901],
  'PropertiesCollection.FilterPrices_PropertyForSale': ['aggregate', 'lookups.sale.0.amount', 7902],
  'PropertiesCollection.FilterPrices_PropertyLongLet': ['aggregate', 'lookups.longLet.0.amount', 7903],
  'PropertiesCollection.FilterPrices_PropertyShortLet': ['aggregate', 'lookups.shortLet.0.amount', 7904],
  ...Object.fromEntries([
    inAggregate('JobCandidateStatus', 'candidateStatuses', 'all candidate'),
    inAggregate('JobEducation', 'educationLevels', 'all education'),
    inAggregate('JobTypes', 'jobTypes', 'all job'),
    inAggregate('PropertyBedrooms', 'bedrooms', 'all bedrooms'),
    inAggregate('PropertyFinish', 'finishLevels', 'all finish'),
    inAggregate('PropertyGarden', 'gardens', 'all garden'),
    inAggregate('PropertyPool', 'pools', 'all pool'),
    inAggregate('PropertyTypes', 'propertyTypes', 'all property'),
    inAggregate('VehicleDoors', 'doors', 'all doors'),
    inAggregate('VehicleFuel', 'fuels', 'all fuel'),
    inAggregate('VehicleImported', 'importOrigins', 'all imported'),
    inAggregate('VehicleTransmission', 'transmissions', 'all transmission'),
    inAggregate('Localities', 'localities', 'all locality'),
    inAggregate('Regions', 'regions', 'all region'),
    inAggregate('VehicleMakes', 'vehicleMakes', 'all make'),
    inAggregate('VehicleModels', 'vehicleModels', 'all model'),
  ]),
  'ListingDefinition.PKID': ['definition', 'listingDefinition.databaseId', '7', 'is told twice'],
  ...inDefinition({
    SectionId: ['section.key', '7601'],
    CategoryId: ['category.key', '7602'],
    LocalityId: ['locality.key', '7603'],
    Title: ['title', 'definition title'],
    Description: ['description', 'definition description'],
    Price: ['price.amount', 7604.5],
    PriceLabel: ['priceLabel', 'PER_MONTH'],
    Condition: ['condition', 'USED'],
    ContactTel: ['contactTelephone', 'definition telephone'],
    AssignedUserOrGroupId: ['assignee.name', 'assignee of the definition'],
    CompanyProfileId: ['company.name', 'profile of the definition'],
    UserRef: ['userReference', 'definition reference'],
    PaymentAuth: ['paymentAuth', 'AUTHORISED'],
    FirstListedUTC: ['firstListedAtText', '2023-01-02T03:04:05Z'],
    RelistedUTC: ['relistedAt', '2024-01-02T03:04:05Z'],
    Views: ['viewCount', 7607],
    Images: ['photos.0.variants.1.url', 'image thumb'],
    Bedrooms: ['property.bedrooms.code', 7608],
    FinishLevel: ['property.finishLevel.code', 7609],
    GardenOrYard: ['property.gardenOrYard.code', 7610],
    Pool: ['property.pool.code', 7611],
    PropertyType: ['property.propertyType.code', 7612],
    Doors: ['vehicle.doors.code', 7613],
    EngineSize: ['vehicle.engineSize', 7614],
    Fuel: ['vehicle.fuel.code', 7615],
    Imported: ['vehicle.imported.code', 7616],
    Mileage: ['vehicle.mileage', 7617],
    RegYear: ['vehicle.registrationYear', 7618],
    Transmission: ['vehicle.transmission.code', 7619],
    VehicleMake: ['vehicle.make.key', 'definition make'],
    VehicleModel: ['vehicle.model.key', 'definition model'],
  }),
  'Image.Index': ['definition', 'listingDefinition.photos.0.index', 5],
  'Image.Main': ['definition', 'listingDefinition.photos.0.isMain', true],
  'Image.SizeClass': ['definition', 'listingDefinition.photos.0.variants.1.sizeClass', 'THUMB_SIZE'],
  'Image.Url': ['definition', 'listingDefinition.photos.0.url', 'image full'],
  'ItemDetail.PKID': ['listing', 'listing.databaseId', '7', 'is told twice'],
  'ItemMiniData.UniqueID': ['listing', 'listing.preview.databaseId', '7', 'is told twice'],
  ...inListing({
    'ItemDetail.SectionId': ['section.key', '7001'],
    'ItemDetail.SectionName': ['section.label', 'detail section'],
    'ItemDetail.CategoryId': ['category.key', '7002'],
    'ItemDetail.CategoryName': ['category.label', 'detail category'],
    'ItemDetail.Title': ['title', 'detail title'],
    'ItemDetail.Description': ['description', 'detail description'],
    'ItemDetail.DateAdded': ['listedAt', '2020-01-02T03:04:05Z'],
    'ItemDetail.Seller': ['seller.name', 'detail seller'],
    'ItemDetail.SellerType': ['seller.kind', 'detail seller type'],
    'ItemDetail.Telephone': ['seller.telephone', 'detail telephone'],
    'ItemDetail.Url': ['url', 'detail url'],
    'ItemDetail.PriceSuffix': ['priceSuffix', 'detail suffix'],
    'ItemDetail.Price': ['price.amount', 7003.5],
    'ItemDetail.Condition': ['condition', 'NEW'],
    'ItemDetail.ExtraParamsType': ['kind', 'VEHICLE'],
    'ItemDetail.IsWanted': ['isWanted', true],
    'ItemDetail.Views': ['viewCount', 7004],
    'ItemDetail.ImageUrls': ['photos.0.url', 'detail image'],
    'ItemDetail.Telephones': ['seller.telephones', ['detail telephones']],
    'ItemDetail.Contacts': ['seller.contacts.0.fullName', 'contact name'],
    'ItemDetail.Related': ['related.0.title', 'entry title'],
    'ItemDetail.Company': ['seller.companyData.Name', 'Company name'],
    'ItemDetail.User': ['seller.userData.Username', 'profile username'],
    'ItemDetail.N_Params': ['numericParams', params('detail number')],
    'ItemDetail.S_Params': ['textParams', params('detail string')],
    'ContactDetails.FullName': ['seller.contacts.0.fullName', 'contact name'],
    'ContactDetails.Telephones': ['seller.contacts.0.telephones', ['contact telephone']],
    'ContactDetails.User': ['seller.contacts.0.profile.username', 'profile username'],
    'ListItem.SectionId': ['related.0.section.key', '7302'],
    'ListItem.CategoryId': ['related.0.category.key', '7303'],
    'ListItem.Title': ['related.0.title', 'entry title'],
    'ListItem.Description': ['related.0.description', 'entry description'],
    'ListItem.DateAddedUTC': ['related.0.listedAtText', '2022-01-02T03:04:05Z'],
    'ListItem.FullImageUrl': ['related.0.imageUrl', 'entry full image'],
    'ListItem.ImageUrl': ['related.0.thumbnailUrl', 'entry image'],
    'ListItem.PriceSuffix': ['related.0.priceSuffix', 'entry suffix'],
    'ListItem.Price': ['related.0.price.amount', 7304.5],
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
    'ItemMiniData.Desc': ['preview.description', 'mini description'],
    'ItemMiniData.DetailsUrl': ['preview.url', 'mini url'],
    'ItemMiniData.FullPhotoUrl': ['preview.imageUrl', 'mini full photo'],
    'ItemMiniData.Name': ['preview.title', 'mini name'],
    'ItemMiniData.PhotoUrl': ['preview.thumbnailUrl', 'mini photo'],
    'ItemMiniData.Price': ['preview.priceText', 'mini price'],
    'ItemMiniData.Seller': ['preview.sellerName', 'mini seller'],
    'ItemMiniData.SellerID': ['preview.sellerDatabaseId', '7701'],
    'ListingUserInfo.IsWatching': ['viewerInfo.isWatching', true],
    'ListingUserInfo.ReceivedMsgs': ['viewerInfo.receivedMessageCount', 7703],
    'ListingUserInfo.UnreadMsgs': ['viewerInfo.unreadMessageCount', 7704],
    'ListingUserInfo.StartedThreads': ['viewerInfo.startedThreads.0.databaseId', '7705'],
    'UserThread.LastModified': ['viewerInfo.startedThreads.0.lastModifiedAt', '2019-01-02T03:04:05Z'],
    'UserThread.ThreadID': ['viewerInfo.startedThreads.0.databaseId', '7705'],
    'UserThread.UserID': ['viewerInfo.startedThreads.0.userDatabaseId', '7706'],
    'PremiumOptionsStatusResult.options': ['premiumOptions.0.option', 'FEATURED_7_DAYS'],
    'PremiumOptionStatus.Option': ['premiumOptions.0.option', 'FEATURED_7_DAYS'],
    'PremiumOptionStatus.Active': ['premiumOptions.0.isActive', true],
    'PremiumOptionStatus.Expires': ['premiumOptions.0.expires', true],
    'PremiumOptionStatus.Expiry': ['premiumOptions.0.expiresAt', '2018-01-02T03:04:05Z'],
    'UserPublicProfile.Company': ['seller.profile.companyName', 'profile company'],
    'UserPublicProfile.ItemCount': ['seller.profile.listingCount', 7201],
    'UserPublicProfile.PictureUrl': ['seller.profile.pictureUrl', 'profile picture'],
    'UserPublicProfile.RegistrationDate': ['seller.profile.registeredAt', '2021-01-02T03:04:05Z'],
    'UserPublicProfile.UserId': ['seller.profile.databaseId', '7202'],
    'UserPublicProfile.Username': ['seller.profile.username', 'profile username'],
  }),
  'PhotoSpecs.Max': ['photoSpecs', 'photoSpecs.maxCount', 7801],
  'PhotoSpecs.MaxHeight': ['photoSpecs', 'photoSpecs.maxHeight', 7802],
  'PhotoSpecs.MaxWidth': ['photoSpecs', 'photoSpecs.maxWidth', 7803],
  'PhotoSpecs.Min': ['photoSpecs', 'photoSpecs.minCount', 7804],
  ...inViewer({
    'ListItem.PKID': ['listings.edges.0.node.databaseId', '7301'],
    'ListingResults.CategoryCounts': ['listings.categoryCounts', [{ categoryKey: '7401', count: 7402 }]],
    'ListingResults.Items': ['watchedListings.edges.0.node.title', 'entry title'],
    'ListingResults.LastResultID': ['listings.lastResultDatabaseId', '7403'],
    'ListingResults.MainCategory': ['listings.mainCategory.key', '7404'],
    'ListingResults.MainSection': ['listings.mainSection.key', '7405'],
    'ListingResults.MainSecType': ['listings.mainSectionType', 'main section type'],
    'ListingResults.TotalResults': ['listings.totalCount', 7406],
    'UserDetailsResponse.UserID': ['databaseId', '8001'],
    'UserDetailsResponse.Username': ['username', 'user username'],
    'UserDetailsResponse.Name': ['name', 'user name'],
    'UserDetailsResponse.Email': ['email', 'user email'],
    'UserDetailsResponse.Company': ['companyName', 'user company'],
    'UserDetailsResponse.AccountType': ['accountType', 'user account type'],
    'UserDetailsResponse.ProfileImage': ['profileImageUrl', 'user image'],
    'UserDetailsResponse.Telephone': ['telephone', 'user telephone'],
    'UserDetailsResponse.TelRestrictedUntil': ['telephoneRestrictedUntil', '2017-01-02T03:04:05Z'],
    'UserDetailsResponse.TelVerified': ['telephoneVerifiedAtText', '2016-01-02T03:04:05Z'],
    'UserDetailsResponse.VatNumber': ['vatNumber', 'user vat'],
    'UserDetailsResponse.Balance': ['balance.amount', 8002.5],
    'UserDetailsResponse.TelRestricted': ['isTelephoneRestricted', true],
    'UserDetailsResponse.PropertySellerType': ['propertySellerType', 'AGENT'],
    'UserDetailsResponse.PropertySellerTypeLocked': ['isPropertySellerTypeLocked', true],
    'UserDetailsResponse.Companies': ['companies.0.name', 'Company name'],
    'UserDetailsResponse.SharedUsers': ['sharedUsers.0.name', 'shared name'],
    'CompanyDetails.Id': ['companies.0.databaseId', '7101'],
    'CompanyDetails.Logo': ['companies.0.logoUrl', 'company-logo'],
    'CompanyDetails.Name': ['companies.0.name', 'Company name'],
    'CompanyDetails.CompanyType': ['companies.0.kind', 'PROPERTY'],
    'SharedUser.Id': ['sharedUsers.0.databaseId', '8003'],
    'SharedUser.IsGroup': ['sharedUsers.0.isGroup', true],
    'SharedUser.Name': ['sharedUsers.0.name', 'shared name'],
    'SharedUser.Username': ['sharedUsers.0.username', 'shared username'],
    'UserSectionsResponse.Expired': ['sections.0.expiredCount', 8301],
    'UserSectionsResponse.SectionNames': ['sections.0.label', 'user section'],
    'UserSectionsResponse.Sections': ['sections.0.section.key', '8302'],
    'AccountEntry.Amount': ['accountEntries.edges.0.node.amount.amount', 8101.5],
    'AccountEntry.Balance': ['accountEntries.edges.0.node.balance.amount', 8102.5],
    'AccountEntry.Description': ['accountEntries.edges.0.node.description', 'movement'],
    'AccountEntry.ReceiptUrl': ['accountEntries.edges.0.node.receiptUrl', 'receipt'],
    'AccountEntry.TimeStamp': ['accountEntries.edges.0.node.recordedAt', '2015-01-02T03:04:05Z'],
    'AccountResult.AccountEntries': ['accountEntries.edges.0.node.description', 'movement'],
    'AccountResult.Balance': ['accountEntries.balance.amount', 8103.5],
    'PremiumCostResult.Balance': ['premiumOptionsCost.balance.amount', 8201.5],
    'PremiumCostResult.Cost': ['premiumOptionsCost.cost.amount', 8202.5],
    'PremiumCostResult.ToPay': ['premiumOptionsCost.toPay.amount', 8203.5],
  }),
  'TokenResponse.Access_token': ['signIn', 'signIn.session.accessToken', 'access-token-value'],
  'TokenResponse.OwnerUsername': ['token', 'tokenInfo.ownerUsername', 'owner username'],
  'TokenResponse.ThirdPartyProfilePic': ['signIn', 'signIn.session.thirdPartyProfilePictureUrl', 'third party picture'],
  'TokenResponse.Token_type': ['signIn', 'signIn.session.tokenType', 'Bearer-type'],
  'TokenResponse.Username': ['token', 'tokenInfo.username', 'token username'],
  'TokenResponse.Expires_in': ['token', 'tokenInfo.expiresIn', 7501],
  'TokenResponse.HasShares': ['signIn', 'signIn.session.hasShares', true],
  'TokenResponse.Identity': ['signIn', 'signIn.session.identity', '7502'],
  'TokenResponse.OwnerId': ['signIn', 'signIn.session.ownerDatabaseId', '7503'],
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
