/** What the service of a measurement returns: fixed JSON of the shapes of the specification. */
import { CompanyType, Condition, ExtraParamsType, PropertySellerType } from '../../src/contract/codes.ts';
import type { ItemDetail, ListItem, ListingResults } from '../../src/contract/listings.ts';
import {
  HOME_COUNTRY_ID,
  type PropertiesCollection,
  type StringId,
  type VehicleModel,
} from '../../src/contract/lookups.ts';
import type { Section } from '../../src/contract/sections.ts';
import type { UserDetailsResponse } from '../../src/contract/user.ts';
import { type Caller, LISTING_ID } from '../workloads.ts';

/** A response of the fixed service. */
export interface FixedResponse {
  /** Relative to `{base_url}`. */
  readonly path: string;
  /** Who gets it; null for everyone. */
  readonly caller: Caller | null;
  /** JSON. */
  readonly body: string;
}

/** How many listings callers watch, for `lister` callers of the growth of a list. */
export const listLengths = [1, 5, 10, 25, 50, 75, 100] as const;

const LISTINGS = 50;
const DISTINCT = 10;
const MAKES = 100;
const MODELS_OF_A_MAKE = 20;

const numbered = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_value, index) => make(index));

const named = (...names: readonly string[]): StringId[] => names.map((Item, Id) => ({ Id, Item }));

const fuels = named('Petrol', 'Diesel', 'Electric', 'Dual Fuel');
const transmissions = named('Manual', 'Auto', 'Semi-Auto');
const doors: StringId[] = [2, 3, 4, 5].map((count) => ({ Id: count, Item: String(count) }));

const sections: Section[] = [
  { SecType: 'Classifieds', SectionID: 1, SectionName: 'Classifieds' },
  { SecType: 'Cars', SectionID: 2, SectionName: 'Cars & Parts' },
  { SecType: 'Properties', SectionID: 3, SectionName: 'Properties' },
  { SecType: 'Jobs', SectionID: 4, SectionName: 'Jobs' },
];

const makes = numbered(MAKES, (index) => `Make ${index + 1}`);
const models: VehicleModel[] = makes.flatMap((make, index) =>
  numbered(MODELS_OF_A_MAKE, (model) => ({ Model: `Model ${index + 1}-${model + 1}`, ParentMake: make })),
);

const properties: PropertiesCollection = {
  FilterPrices_Cars: [500, 1000, 2000, 5000, 10_000, 20_000, 50_000],
  FilterPrices_PropertyForSale: [50_000, 100_000, 200_000, 500_000],
  FilterPrices_PropertyLongLet: [200, 500, 1000, 2000],
  FilterPrices_PropertyShortLet: [20, 50, 100, 200],
  JobCandidateStatus: named('Student', 'Recent Graduate', 'Employed'),
  JobEducation: named('Secondary', 'Bachelor', 'Master'),
  JobTypes: named('Full-Time', 'Part-Time', 'Freelance'),
  PropertyBedrooms: named('Not Applicable', '1', '2', '3', '4'),
  PropertyFinish: named('Shell', 'Finished', 'Furnished'),
  PropertyGarden: named('No', 'Yes'),
  PropertyPool: named('No', 'Yes'),
  PropertyTypes: named('Apartment', 'Maisonette', 'Terraced House'),
  VehicleDoors: doors,
  VehicleFuel: fuels,
  VehicleImported: named('No', 'UK Import', 'Japan Import'),
  VehicleTransmission: transmissions,
  Localities: numbered(70, (index) => ({
    CountryId: HOME_COUNTRY_ID,
    Id: 250 + index,
    Name: `Locality ${index + 1}`,
    RegionId: 1 + (index % 6),
  })),
  Regions: numbered(6, (index) => ({ CountryId: HOME_COUNTRY_ID, Id: 1 + index, Name: `Region ${index + 1}` })),
  VehicleMakes: makes,
  VehicleModels: models,
};

const dateOf = (index: number): string => `2026-01-${String(1 + (index % 28)).padStart(2, '0')}T09:30:00Z`;

const parametersOf = (index: number) => ({
  N_Params: {
    Labels: ['Locality', 'Reg. Year', 'Mileage', 'Engine Size', 'Doors', 'Fuel', 'Transmission', 'Imported'],
    Names: ['LocalityId', 'RegYear', 'Mileage', 'EngineSize', 'Doors', 'Fuel', 'Transmission', 'Imported'],
    Text: ['Safi', '2020', '35,061 km', '1,598 cc', '5', 'Petrol', 'Manual', 'UK Import'],
    Values: ['309', '2020', String(35_061 + index), '1598', '5', '0', '0', '1'],
  },
  S_Params: {
    Labels: ['Vehicle Make', 'Vehicle Model'],
    Names: ['VehicleMake', 'VehicleModel'],
    Text: ['Make 1', 'Model 1-1'],
    Values: ['Make 1', 'Model 1-1'],
  },
});

const described = (index: number) => ({
  PKID: LISTING_ID + index,
  SectionId: 2,
  CategoryId: 201,
  Title: `Škoda Octavia, 2020, grey (${index + 1})`,
  Description:
    'Škoda Octavia in grey, registered 2020. Petrol engine, manual gearbox, 5 doors, UK Import. Always garaged and washed by hand. The bodywork has two small car-park marks, the interior none. Equipment includes alloy wheels, a panoramic roof, heated seats. The car can be seen and driven in Safi. Sensible offers are welcome.',
  PriceSuffix: 'or nearest offer',
  Price: 15_900 + index,
  ExtraParamsType: ExtraParamsType.Vehicle,
  IsWanted: false,
});

const pictureOf = (index: number, size: string): string =>
  `https://pictures.example/estate-${LISTING_ID + index}-0-grey/${size}.jpg`;

const entryOf = (index: number): ListItem => ({
  ...described(index),
  ...parametersOf(index),
  DateAddedUTC: dateOf(index),
  FullImageUrl: pictureOf(index, 'large'),
  ImageUrl: pictureOf(index, 'thumb'),
  IsHighlighted: false,
  IsWatched: true,
});

const dealer = {
  Company: 'Harbour Lane Motors',
  ItemCount: 49,
  PictureUrl: 'https://pictures.example/company-logo-14/large.jpg',
  RegistrationDate: '2025-03-18T11:35:51.252Z',
  UserId: 5008,
  Username: 'harbourmotors',
};

const detailOf = (index: number): ItemDetail => ({
  ...described(index),
  ...parametersOf(index),
  SectionName: 'Cars & Parts',
  CategoryName: 'Cars',
  DateAdded: dateOf(index),
  Seller: 'Harbour Lane Motors',
  SellerType: 'Business',
  Telephone: '+356 4270 4090',
  Url: `https://marketplace.example/listings/${LISTING_ID + index}`,
  Condition: Condition.Used,
  Views: 16 + index,
  ImageUrls: ['large', 'side', 'rear', 'inside'].map((size) => pictureOf(index, size)),
  Telephones: ['+356 4270 4090'],
  Contacts: [{ FullName: 'Stefan Attard Pace', Telephones: ['+356 4270 4090'], User: dealer }],
  Related: [],
  Company: { Id: 7003, Logo: dealer.PictureUrl, Name: dealer.Company, CompanyType: CompanyType.CarAgent },
  User: dealer,
});

const details: UserDetailsResponse = {
  UserID: 5001,
  Username: 'seller',
  Name: 'Marija Cassar',
  Email: 'seller@example.com',
  Company: null,
  AccountType: 'Private',
  ProfileImage: 'https://pictures.example/avatar-12/large.jpg',
  Telephone: '+356 4900 1142',
  TelRestrictedUntil: null,
  TelVerified: '2026-04-25T09:11:51.252Z',
  VatNumber: null,
  Balance: 42.5,
  TelRestricted: false,
  PropertySellerType: PropertySellerType.Owner,
  PropertySellerTypeLocked: false,
  Companies: [],
  SharedUsers: [],
};

const watched = (count: number, distinct: number): ListingResults => ({
  CategoryCounts: [[201, count]],
  Items: numbered(count, (index) => entryOf(index % distinct)),
  LastResultID: LISTING_ID + distinct - 1,
  MainCategory: 201,
  MainSection: 2,
  MainSecType: 'Cars',
  Results: count,
  TotalResults: count,
});

/** Every response of the fixed service. */
export const createFixedResponses = (): readonly FixedResponse[] => {
  const forAll = (path: string, value: unknown): FixedResponse => ({ path, caller: null, body: JSON.stringify(value) });
  const watchedBy = (caller: Caller, value: ListingResults): FixedResponse => ({
    path: '/v1/user/watchedlistings',
    caller,
    body: JSON.stringify(value),
  });
  return [
    forAll('/v1/properties', properties),
    forAll('/v1/properties/fuel', fuels),
    forAll('/v1/properties/transmission', transmissions),
    forAll('/v1/properties/doors', doors),
    forAll('/v1/sections', sections),
    forAll('/v1/user/details', details),
    ...numbered(LISTINGS, (index) => forAll(`/v1/listings/${LISTING_ID + index}`, detailOf(index))),
    watchedBy('reader', watched(LISTINGS, LISTINGS)),
    watchedBy('repeater', watched(LISTINGS, DISTINCT)),
    ...listLengths.map((length) => watchedBy(`lister-${length}`, watched(length, length))),
  ];
};
