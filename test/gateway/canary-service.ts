/** A service whose every field has a value of its own, so that it can be informed where each comes out of the gateway. */
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { pdfHeaders, pdfOf } from '../support/pdf.ts';
import type { ScriptedUpstream } from '../support/scripted-upstream.ts';

/** A field of a structure, e.g. `ItemDetail.Title`. */
export type FieldName = `${string}.${string}`;

type Fields = Readonly<Record<string, unknown>>;

/** Builds the responses; a field that is left out is left out wherever its structure stands. */
export const createAnswers = (leftOut: FieldName | null): Partial<Record<EndpointName, unknown>> => {
  const of = (structure: string, fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => `${structure}.${name}` !== leftOut));

  const stringId = (Id: number, Item: string): Fields => of('StringId', { Id, Item });
  const params = (name: string): Fields =>
    of('ItemExtraParams', {
      Labels: [`${name} label`],
      Names: [name],
      Text: [`${name} text`],
      Values: [`${name} value`],
    });
  const company = of('CompanyDetails', { Id: 7101, Logo: 'company-logo', Name: 'Company name', CompanyType: 2 });
  const profile = of('UserPublicProfile', {
    Company: 'profile company',
    ItemCount: 7201,
    PictureUrl: 'profile picture',
    RegistrationDate: '2021-01-02T03:04:05Z',
    UserId: 7202,
    Username: 'profile username',
  });
  const entry = of('ListItem', {
    PKID: 7301,
    SectionId: 7302,
    CategoryId: 7303,
    Title: 'entry title',
    Description: 'entry description',
    DateAddedUTC: '2022-01-02T03:04:05Z',
    FullImageUrl: 'entry full image',
    ImageUrl: 'entry image',
    PriceSuffix: 'entry suffix',
    Price: 7304.5,
    ExtraParamsType: 2,
    IsHighlighted: true,
    IsWanted: true,
    IsWatched: true,
    N_Params: params('entry number'),
    S_Params: params('entry string'),
  });
  const results = of('ListingResults', {
    CategoryCounts: [[7401, 7402]],
    Items: [entry],
    LastResultID: 7403,
    MainCategory: 7404,
    MainSection: 7405,
    MainSecType: 'main section type',
    Results: 1,
    TotalResults: 7406,
  });
  const token = of('TokenResponse', {
    Access_token: 'access-token-value',
    OwnerUsername: 'owner username',
    ThirdPartyProfilePic: 'third party picture',
    Token_type: 'Bearer-type',
    Username: 'token username',
    Expires_in: 7501,
    HasShares: true,
    Identity: 7502,
    OwnerId: 7503,
    Refresh_token: 'refresh-token-value',
  });

  return {
    requestToken: token,
    queryToken: token,
    getListing: of('ItemDetail', {
      PKID: 7,
      SectionId: 7001,
      SectionName: 'detail section',
      CategoryId: 7002,
      CategoryName: 'detail category',
      Title: 'detail title',
      Description: 'detail description',
      DateAdded: '2020-01-02T03:04:05Z',
      Seller: 'detail seller',
      SellerType: 'detail seller type',
      Telephone: 'detail telephone',
      Url: 'detail url',
      PriceSuffix: 'detail suffix',
      Price: 7003.5,
      Condition: 2,
      ExtraParamsType: 1,
      IsWanted: true,
      Views: 7004,
      ImageUrls: ['detail image'],
      Telephones: ['detail telephones'],
      Contacts: [of('ContactDetails', { FullName: 'contact name', Telephones: ['contact telephone'], User: profile })],
      Related: [entry],
      Company: company,
      User: profile,
      N_Params: params('detail number'),
      S_Params: params('detail string'),
    }),
    getListingDefinition: of('ListingDefinition', {
      PKID: 7,
      SectionId: 7601,
      CategoryId: 7602,
      LocalityId: 7603,
      Title: 'definition title',
      Description: 'definition description',
      Price: 7604.5,
      PriceLabel: 3,
      Condition: 1,
      ContactTel: 'definition telephone',
      AssignedUserOrGroupId: 7605,
      CompanyProfileId: 7606,
      UserRef: 'definition reference',
      PaymentAuth: 2,
      FirstListedUTC: '2023-01-02T03:04:05Z',
      RelistedUTC: '2024-01-02T03:04:05Z',
      Views: 7607,
      Images: [
        [
          of('Image', { Index: 5, Main: true, SizeClass: 0, Url: 'image full' }),
          of('Image', { Index: 5, Main: true, SizeClass: 1, Url: 'image thumb' }),
        ],
      ],
      Bedrooms: 7608,
      FinishLevel: 7609,
      GardenOrYard: 7610,
      Pool: 7611,
      PropertyType: 7612,
      Doors: 7613,
      EngineSize: 7614,
      Fuel: 7615,
      Imported: 7616,
      Mileage: 7617,
      RegYear: 7618,
      Transmission: 7619,
      VehicleMake: 'definition make',
      VehicleModel: 'definition model',
    }),
    getListingMini: of('ItemMiniData', {
      Border: true,
      IsPriceSpecified: true,
      ItemDeleted: true,
      ItemFound: true,
      Desc: 'mini description',
      DetailsUrl: 'mini url',
      FullPhotoUrl: 'mini full photo',
      Name: 'mini name',
      PhotoUrl: 'mini photo',
      Price: 'mini price',
      Seller: 'mini seller',
      SellerID: 7701,
      UniqueID: 7,
    }),
    getListingUserInfo: of('ListingUserInfo', {
      IsWatching: true,
      ReceivedMsgs: 7703,
      UnreadMsgs: 7704,
      StartedThreads: [of('UserThread', { LastModified: '2019-01-02T03:04:05Z', ThreadID: 7705, UserID: 7706 })],
    }),
    getPhotoSpecs: of('PhotoSpecs', { Max: 7801, MaxHeight: 7802, MaxWidth: 7803, Min: 7804 }),
    getPremiumOptions: of('PremiumOptionsStatusResult', {
      options: [of('PremiumOptionStatus', { Option: 2, Active: true, Expires: true, Expiry: '2018-01-02T03:04:05Z' })],
    }),
    getProperties: of('PropertiesCollection', {
      FilterPrices_Cars: [7901],
      FilterPrices_PropertyForSale: [7902],
      FilterPrices_PropertyLongLet: [7903],
      FilterPrices_PropertyShortLet: [7904],
      JobCandidateStatus: [stringId(1, 'all candidate')],
      JobEducation: [stringId(1, 'all education')],
      JobTypes: [stringId(1, 'all job')],
      PropertyBedrooms: [stringId(1, 'all bedrooms')],
      PropertyFinish: [stringId(1, 'all finish')],
      PropertyGarden: [stringId(1, 'all garden')],
      PropertyPool: [stringId(1, 'all pool')],
      PropertyTypes: [stringId(1, 'all property')],
      VehicleDoors: [stringId(1, 'all doors')],
      VehicleFuel: [stringId(1, 'all fuel')],
      VehicleImported: [stringId(1, 'all imported')],
      VehicleTransmission: [stringId(1, 'all transmission')],
      Localities: [of('Locality', { CountryId: 125, Id: 7905, Name: 'all locality', RegionId: 7906 })],
      Regions: [of('Region', { CountryId: 125, Id: 7906, Name: 'all region' })],
      VehicleMakes: ['all make'],
      VehicleModels: [of('VehicleModel', { Model: 'all model', ParentMake: 'all make' })],
    }),
    listCategories: [stringId(7950, 'one category')],
    listSectionCategories: [stringId(7951, 'one section category')],
    listFilterPrices: [7952],
    listCandidateStatuses: [stringId(1, 'one candidate')],
    listDoors: [stringId(1, 'one doors')],
    listEducationLevels: [stringId(1, 'one education')],
    listFuels: [stringId(7953, 'one fuel')],
    listImportOrigins: [stringId(1, 'one imported')],
    listJobTypes: [stringId(1, 'one job')],
    // Another country than was asked for, to distinguishes the field from the argument.
    listLocalities: [of('Locality', { CountryId: 7954, Id: 7955, Name: 'one locality', RegionId: 7956 })],
    listBedrooms: [stringId(1, 'one bedrooms')],
    listFinishLevels: [stringId(1, 'one finish')],
    listGardens: [stringId(1, 'one garden')],
    listPools: [stringId(1, 'one pool')],
    listPropertyTypes: [stringId(1, 'one property')],
    listRegions: [of('Region', { CountryId: 7957, Id: 7956, Name: 'one region' })],
    listTransmissions: [stringId(1, 'one transmission')],
    listVehicleMakes: [stringId(1, 'one make')],
    listVehicleModels: [stringId(1, 'one model')],
    listSections: [of('Section', { SecType: 'section type', SectionID: 7958, SectionName: 'section name' })],
    getSection: of('Section', { SecType: 'one section type', SectionID: 2, SectionName: 'one section name' }),
    getUserDetails: of('UserDetailsResponse', {
      UserID: 8001,
      Username: 'user username',
      Name: 'user name',
      Email: 'user email',
      Company: 'user company',
      AccountType: 'user account type',
      ProfileImage: 'user image',
      Telephone: 'user telephone',
      TelRestrictedUntil: '2017-01-02T03:04:05Z',
      TelVerified: '2016-01-02T03:04:05Z',
      VatNumber: 'user vat',
      Balance: 8002.5,
      TelRestricted: true,
      PropertySellerType: 4,
      PropertySellerTypeLocked: true,
      Companies: [company, { Id: 7606, Name: 'profile of the definition' }],
      SharedUsers: [
        of('SharedUser', { Id: 8003, IsGroup: true, Name: 'shared name', Username: 'shared username' }),
        { Id: 7605, Name: 'assignee of the definition' },
      ],
    }),
    listAccountEntries: of('AccountResult', {
      AccountEntries: [
        of('AccountEntry', {
          Amount: 8101.5,
          Balance: 8102.5,
          Description: 'movement',
          ReceiptUrl: 'receipt',
          TimeStamp: '2015-01-02T03:04:05Z',
        }),
      ],
      Balance: 8103.5,
    }),
    listUserListings: results,
    listWatchedListings: results,
    getWatchedListing: entry,
    getPremiumOptionsCost: of('PremiumCostResult', { Balance: 8201.5, Cost: 8202.5, ToPay: 8203.5 }),
    listUserSections: of('UserSectionsResponse', { Expired: [8301], SectionNames: ['user section'], Sections: [8302] }),
  };
};

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

/** A service of canaries. */
export interface CanaryService {
  /** From now on a field is missing; null for none. */
  leaveOut(field: FieldName | null): void;
}

/** Scripts every endpoint that reads, and the token endpoint. */
export const scriptCanaries = (upstream: ScriptedUpstream): CanaryService => {
  let responses = createAnswers(null);
  for (const name of Object.keys(endpoints).filter(isEndpointName)) {
    const { method, path, response } = endpoints[name];
    const pdf = { body: pdfOf(64), headers: pdfHeaders };
    upstream.on(method, path, () => (response.kind === 'pdf' ? pdf : { json: responses[name] ?? null }));
  }
  return {
    leaveOut: (field) => {
      responses = createAnswers(field);
    },
  };
};
