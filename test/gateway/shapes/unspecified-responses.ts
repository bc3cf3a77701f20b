/** The responses that the specification leaves open, each with an operation that shows what became of it. */

/** Stands for a number of many digits, which JSON.stringify cannot write. */
export const MANY_DIGITS = '@many-digits';

/** Stands for a number that is put in place of it: too large for any integer, or for any number at all. */
export const HUGE = '@huge';

/** A body with what has to come of it. */
interface Variant {
  /** Fields in place of those of the plain body. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What is then shown. */
  readonly value: unknown;
}

/** A response that the specification leaves open. */
export interface UnspecifiedResponse {
  /** The endpoint with the structure that it is taken to be, e.g. `GET /v1/listings/{id}: ItemDetail`. */
  readonly name: string;
  /** Path that is scripted. */
  readonly path: string;
  /** Root fields that need it. */
  readonly text: string;
  /** Data of these fields around a value. */
  readonly data: (value: unknown) => unknown;
  /** The structure. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What is shown of the structure. */
  readonly value: unknown;
  /** What is shown when there is no such structure; null unless given. */
  readonly absent?: unknown;
  /** Where the same can be read instead: then there is no error. */
  readonly elsewhere?: { readonly path: string; readonly json: unknown };
  /** The same with names in place of codes. */
  readonly names?: Readonly<Record<string, unknown>>;
  /** Codes that the specification does not have. */
  readonly unknownCodes?: Variant;
  /** Numbers that are too large. */
  readonly hugeNumbers: Variant;
  /** Without an id that can be read it is no such structure. */
  readonly isNothingWithoutId?: boolean;
  /** Forms that are right here and wrong elsewhere, by name. */
  readonly alsoRight?: Readonly<Record<string, unknown>>;
}

const item = {
  PKID: MANY_DIGITS,
  SectionId: 2,
  CategoryId: 201,
  Title: 'A coupé',
  Price: 1250.5,
  ExtraParamsType: 1,
  IsWatched: true,
};
const LONG_ID = '9007199254740993';
const itemFields = 'databaseId title kind price { amount } viewerIsWatching';
const itemShown = {
  databaseId: LONG_ID,
  title: 'A coupé',
  kind: 'VEHICLE',
  price: { amount: 1250.5 },
  viewerIsWatching: true,
};

/** A list of the caller's that has nothing says so in any of these forms. */
const emptyPages = (page: unknown): Readonly<Record<string, unknown>> => ({
  null: page,
  'an empty body': page,
  'white space': page,
  'an empty object': page,
  'an empty list': page,
});

/** A page of listings, which may also come as a bare list. */
const page = (name: string, path: string, field: string): UnspecifiedResponse => {
  const shown = { totalCount: 1, nodes: [itemShown] };
  return {
    name,
    path,
    text: `viewer { page: ${field} { totalCount nodes { ${itemFields} } } }`,
    data: (value) => ({ viewer: { page: value } }),
    body: { Items: [item], TotalResults: 1, LastResultID: 7 },
    value: shown,
    names: { Items: [{ ...item, ExtraParamsType: 'vehicle' }] },
    unknownCodes: {
      fields: { Items: [{ ...item, ExtraParamsType: 77 }] },
      value: { ...shown, nodes: [{ ...itemShown, kind: null }] },
    },
    hugeNumbers: {
      fields: { TotalResults: HUGE, Items: [{ ...item, ExtraParamsType: HUGE }] },
      value: { totalCount: null, nodes: [{ ...itemShown, kind: null }] },
    },
    alsoRight: emptyPages({ totalCount: null, nodes: [] }),
    isNothingWithoutId: true,
  };
};

const aboutListing = (field: string) => ({
  text: `listing(id: 7) { title ${field} }`,
  data: (value: unknown) => ({ listing: { title: 'Listing 7', value } }),
});

/** What one thing that is asked for by id is in a response that says nothing. */
const nothing = { null: null, 'an empty body': null, 'white space': null };

/** Wrong bodies that are JSON, or nothing. */
const allJson = [
  ...Object.keys(nothing),
  'a text',
  'a number',
  'false',
  'an empty object',
  'an empty list',
  'a message',
  'null in a field',
  'an object of other fields',
  'a list of two',
  'too many wrappers',
];

/** Every response of a GET that the specification leaves open. */
export const unspecifiedResponses: readonly UnspecifiedResponse[] = [
  {
    name: 'GET /v1/token/query: TokenResponse',
    path: '/v1/token/query',
    text: 'tokenInfo { username ownerUsername expiresIn }',
    data: (tokenInfo) => ({ tokenInfo }),
    body: { Username: 'ann', OwnerUsername: 'bob', Expires_in: 60 },
    value: { username: 'ann', ownerUsername: 'bob', expiresIn: 60 },
    hugeNumbers: { fields: { Expires_in: HUGE }, value: { username: 'ann', ownerUsername: 'bob', expiresIn: null } },
    // `Message` is a field of the structure.
    alsoRight: Object.fromEntries(
      [...allJson, 'a text without quotes'].map((form) => [
        form,
        { username: null, ownerUsername: null, expiresIn: null },
      ]),
    ),
  },
  {
    name: 'GET /v1/listings/definition/{id}: ListingDefinition',
    alsoRight: nothing,
    path: '/v1/listings/definition/7',
    text: 'listingDefinition(id: 7) { title condition priceLabel companyProfileId viewCount }',
    data: (listingDefinition) => ({ listingDefinition }),
    body: { PKID: 7, Title: 'A coupé', Condition: -1, PriceLabel: 0, CompanyProfileId: MANY_DIGITS, Views: 3 },
    value: { title: 'A coupé', condition: 'ANY', priceLabel: 'NO_LABEL', companyProfileId: LONG_ID, viewCount: 3 },
    names: { Condition: 'any', PriceLabel: 'NONE' },
    unknownCodes: {
      fields: { Condition: 'broken', PriceLabel: 4 },
      value: { title: 'A coupé', condition: null, priceLabel: null, companyProfileId: LONG_ID, viewCount: 3 },
    },
    hugeNumbers: {
      fields: { Views: HUGE, Condition: HUGE },
      value: { title: 'A coupé', condition: null, priceLabel: 'NO_LABEL', companyProfileId: LONG_ID, viewCount: null },
    },
  },
  {
    name: 'GET /v1/listings/{id}: ItemDetail',
    alsoRight: nothing,
    path: '/v1/listings/7',
    text: 'listing(id: 7) { title condition kind viewCount price { amount } related(first: 2) { databaseId } }',
    data: (listing) => ({ listing }),
    body: {
      PKID: 7,
      Title: 'A coupé',
      Condition: 0,
      ExtraParamsType: 2,
      Views: 3,
      Price: 9.5,
      Related: [{ PKID: MANY_DIGITS }],
    },
    value: {
      title: 'A coupé',
      condition: 'NOT_APPLICABLE',
      kind: 'PROPERTY',
      viewCount: 3,
      price: { amount: 9.5 },
      related: [{ databaseId: LONG_ID }],
    },
    names: { Condition: 'na', ExtraParamsType: 'Property' },
    unknownCodes: {
      fields: { Condition: 5, ExtraParamsType: 'boat' },
      value: {
        title: 'A coupé',
        condition: null,
        kind: null,
        viewCount: 3,
        price: { amount: 9.5 },
        related: [{ databaseId: LONG_ID }],
      },
    },
    hugeNumbers: {
      fields: { Views: HUGE, Related: [{ PKID: HUGE }, { PKID: 8 }] },
      value: {
        title: 'A coupé',
        condition: 'NOT_APPLICABLE',
        kind: 'PROPERTY',
        viewCount: null,
        price: { amount: 9.5 },
        related: [{ databaseId: '8' }],
      },
    },
  },
  {
    name: 'GET /v1/listings/{id}/mini: ItemMiniData',
    alsoRight: nothing,
    path: '/v1/listings/7/mini',
    text: 'listingPreview(id: 7) { status title priceText sellerDatabaseId }',
    data: (listingPreview) => ({ listingPreview }),
    body: { ItemFound: true, ItemDeleted: false, Name: 'A coupé', Price: '€1', SellerID: MANY_DIGITS, UniqueID: 7 },
    value: { status: 'AVAILABLE', title: 'A coupé', priceText: '€1', sellerDatabaseId: LONG_ID },
    hugeNumbers: {
      fields: { SellerID: HUGE },
      value: { status: 'AVAILABLE', title: 'A coupé', priceText: '€1', sellerDatabaseId: null },
    },
  },
  {
    name: 'GET /v1/listings/{id}/userinfo: ListingUserInfo',
    alsoRight: nothing,
    path: '/v1/listings/7/userinfo',
    ...aboutListing('value: viewerInfo { isWatching receivedMessageCount startedThreads { databaseId } }'),
    body: { IsWatching: true, ReceivedMsgs: 2, UnreadMsgs: 1, StartedThreads: [{ ThreadID: MANY_DIGITS, UserID: 8 }] },
    value: { isWatching: true, receivedMessageCount: 2, startedThreads: [{ databaseId: LONG_ID }] },
    hugeNumbers: {
      fields: { ReceivedMsgs: HUGE, StartedThreads: [{ ThreadID: HUGE }, { ThreadID: 9 }] },
      value: { isWatching: true, receivedMessageCount: null, startedThreads: [{ databaseId: '9' }] },
    },
  },
  {
    name: 'GET /v1/listings/photospecs: PhotoSpecs',
    path: '/v1/listings/photospecs',
    text: 'photoSpecs(sectionId: 2, categoryId: 201) { minCount maxCount maxWidth maxHeight }',
    data: (photoSpecs) => ({ photoSpecs }),
    alsoRight: nothing,
    body: { Min: 0, Max: 12, MaxWidth: 1600, MaxHeight: 1200 },
    value: { minCount: 0, maxCount: 12, maxWidth: 1600, maxHeight: 1200 },
    hugeNumbers: {
      fields: { MaxWidth: HUGE },
      value: { minCount: 0, maxCount: 12, maxWidth: null, maxHeight: 1200 },
    },
  },
  {
    name: 'GET /v1/listings/{id}/premiumoptions: PremiumOptionsStatusResult',
    alsoRight: { ...nothing, 'an empty list': [] },
    path: '/v1/listings/7/premiumoptions',
    ...aboutListing('value: premiumOptions { option isActive expires }'),
    body: { options: [{ Option: 0, Active: true, Expires: false }] },
    value: [{ option: 'NO_OPTION', isActive: true, expires: false }],
    names: { options: [{ Option: 'none', Active: 'TRUE', Expires: 0 }] },
    unknownCodes: {
      fields: {
        options: [
          { Option: 9, Active: true, Expires: false },
          { Option: 3, Active: false, Expires: false },
        ],
      },
      value: [
        { option: null, isActive: true, expires: false },
        { option: 'FEATURED', isActive: false, expires: false },
      ],
    },
    hugeNumbers: {
      fields: { options: [{ Option: HUGE, Active: true }] },
      value: [{ option: null, isActive: true, expires: null }],
    },
  },
  {
    name: 'GET /v1/properties: PropertiesCollection',
    path: '/v1/properties',
    text: 'lookups { regions { label } pools { label } }',
    data: (lookups) => ({ lookups }),
    body: { Regions: [{ Id: 3, Name: 'Gozo', CountryId: 125 }], PropertyPool: [{ Id: 0, Item: 'None' }] },
    value: { regions: [{ label: 'Gozo' }], pools: [{ label: 'None' }] },
    absent: { regions: [{ label: 'Comino' }], pools: [{ label: 'No' }] },
    elsewhere: { path: '/v1/properties/regions', json: [{ Id: 4, Item: 'Comino' }] },
    hugeNumbers: {
      // A key is a text of any length.
      fields: { Regions: [{ Id: 3, Name: 'Gozo', CountryId: HUGE }], PropertyPool: [{ Id: MANY_DIGITS, Item: 'Sea' }] },
      value: { regions: [{ label: 'Gozo' }], pools: [{ label: 'Sea' }] },
    },
  },
  {
    name: 'GET /v1/sections/{id}: Section',
    path: '/v1/sections/2',
    text: 'section(id: 2) { key label type }',
    data: (section) => ({ section }),
    alsoRight: nothing,
    body: { SectionID: 2, SectionName: 'Cars & Parts', SecType: 'Cars' },
    value: { key: '2', label: 'Cars & Parts', type: 'Cars' },
    isNothingWithoutId: true,
    names: { SectionID: { Id: 2, Name: 'Cars & Parts' }, SectionName: null },
    hugeNumbers: {
      fields: { SecType: MANY_DIGITS },
      value: { key: '2', label: 'Cars & Parts', type: LONG_ID },
    },
  },
  {
    name: 'GET /v1/user/details: UserDetailsResponse',
    path: '/v1/user/details',
    text: 'viewer { name balance { amount } propertySellerType companies { databaseId kind } }',
    data: (viewer) => ({ viewer }),
    body: { UserID: 5, Name: 'Ann', Balance: -2.5, PropertySellerType: 0, Companies: [{ Id: 70, CompanyType: 9 }] },
    value: {
      name: 'Ann',
      balance: { amount: -2.5 },
      propertySellerType: 'NOT_DEFINED',
      companies: [{ databaseId: '70', kind: 'OTHER_COMPANY' }],
    },
    absent: { name: null, balance: null, propertySellerType: null, companies: null },
    names: { PropertySellerType: 'notdefined', Companies: [{ Id: '70', CompanyType: 'OtherCompany' }] },
    unknownCodes: {
      fields: { PropertySellerType: 6, Companies: [{ Id: 70, CompanyType: -4 }] },
      value: {
        name: 'Ann',
        balance: { amount: -2.5 },
        propertySellerType: null,
        companies: [{ databaseId: '70', kind: null }],
      },
    },
    hugeNumbers: {
      fields: { PropertySellerType: HUGE, Companies: [{ Id: HUGE }, { Id: MANY_DIGITS }] },
      value: {
        name: 'Ann',
        balance: { amount: -2.5 },
        propertySellerType: null,
        companies: [{ databaseId: LONG_ID, kind: null }],
      },
    },
  },
  {
    name: 'GET /v1/user/account: AccountResult',
    alsoRight: emptyPages({ balance: null, nodes: [] }),
    path: '/v1/user/account',
    text: 'viewer { value: accountEntries { balance { amount } nodes { description amount { amount } recordedAt } } }',
    data: (value) => ({ viewer: { value } }),
    body: {
      Balance: 7.5,
      AccountEntries: [{ Amount: -3, Balance: 7.5, Description: 'Featured', TimeStamp: '2025-03-01T09:30:00Z' }],
    },
    value: {
      balance: { amount: 7.5 },
      nodes: [{ description: 'Featured', amount: { amount: -3 }, recordedAt: '2025-03-01T09:30:00Z' }],
    },
    hugeNumbers: {
      fields: { AccountEntries: [{ Description: 'Featured', TimeStamp: HUGE }, { Description: 'Relisting' }] },
      value: {
        balance: { amount: 7.5 },
        nodes: [
          { description: 'Featured', amount: null, recordedAt: null },
          { description: 'Relisting', amount: null, recordedAt: null },
        ],
      },
    },
  },
  page('GET /v1/user/listings: ListingResults', '/v1/user/listings', 'listings(sectionId: 2)'),
  page('GET /v1/user/watchedlistings: ListingResults', '/v1/user/watchedlistings', 'watchedListings'),
  {
    name: 'GET /v1/user/premiumoptionscost: PremiumCostResult',
    path: '/v1/user/premiumoptionscost',
    text: 'viewer { value: premiumOptionsCost(options: [FEATURED]) { cost { amount } balance { amount } } }',
    data: (value) => ({ viewer: { value } }),
    body: { Balance: 7.5, Cost: 20, ToPay: 12.5 },
    value: { cost: { amount: 20 }, balance: { amount: 7.5 } },
    hugeNumbers: {
      fields: { Cost: '1e999' },
      value: { cost: null, balance: { amount: 7.5 } },
    },
  },
  {
    name: 'GET /v1/user/sections: UserSectionsResponse',
    path: '/v1/user/sections',
    text: 'viewer { value: sections { label expiredCount } }',
    data: (value) => ({ viewer: { value } }),
    body: { Sections: [2, 3], SectionNames: ['Cars & Parts', 'Properties'], Expired: [0, 4] },
    isNothingWithoutId: true,
    value: [
      { label: 'Cars & Parts', expiredCount: 0 },
      { label: 'Properties', expiredCount: 4 },
    ],
    hugeNumbers: {
      fields: { Expired: [HUGE, 4] },
      value: [
        { label: 'Cars & Parts', expiredCount: null },
        { label: 'Properties', expiredCount: 4 },
      ],
    },
  },
  {
    name: 'GET /v1/user/watchedlisting/{id}: ListItem',
    path: `/v1/user/watchedlisting/${LONG_ID}`,
    text: `viewer { value: watchedListing(id: "${LONG_ID}") { ${itemFields} } }`,
    data: (value) => ({ viewer: { value } }),
    body: item,
    value: itemShown,
    names: { ExtraParamsType: 'VEHICLE' },
    unknownCodes: { fields: { ExtraParamsType: 3 }, value: { ...itemShown, kind: null } },
    hugeNumbers: { fields: { ExtraParamsType: HUGE }, value: { ...itemShown, kind: null } },
    // It is not watched.
    alsoRight: { ...nothing, false: null, 'an empty object': null },
  },
];
