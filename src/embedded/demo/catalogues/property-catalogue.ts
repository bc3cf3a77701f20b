/** How the price of a property is meant. */
export type Tenure = 'sale' | 'per-month' | 'per-day';

/** A kind of property that can be offered; `typeId` is a key of the lookup list of property types. */
export interface PropertyKind {
  readonly typeId: number;
  /** The word in titles. */
  readonly word: string;
  readonly bedrooms: readonly number[];
  /** Asking price in whole euros without bedrooms, and for each bedroom on top. */
  readonly baseEuros: number;
  readonly perBedroomEuros: number;
  /** Its first photo. */
  readonly exterior: string;
  /** What further photos may show. */
  readonly rooms: readonly string[];
  readonly hasOutdoors: boolean;
  readonly features: readonly string[];
}

const homeRooms: readonly string[] = ['living-room', 'kitchen', 'bedroom', 'bathroom'];
const workRooms: readonly string[] = ['office-desk', 'office-building'];

/** Creates a kind of home, by default with the usual rooms and something outdoors. */
const home = (
  kind: Omit<PropertyKind, 'rooms' | 'hasOutdoors'> & Partial<Pick<PropertyKind, 'rooms' | 'hasOutdoors'>>,
): PropertyKind => ({ rooms: homeRooms, hasOutdoors: true, ...kind });

/** Creates a kind of premises or land, which nobody sleeps in. */
export const withoutBedrooms = (
  kind: Omit<PropertyKind, 'bedrooms' | 'perBedroomEuros' | 'hasOutdoors'>,
): PropertyKind => ({ bedrooms: [0], perBedroomEuros: 0, hasOutdoors: false, ...kind });

/** Kinds of home by the word used in titles. */
export const homeKinds: readonly PropertyKind[] = [
  home({
    typeId: 1,
    word: 'apartment',
    bedrooms: [1, 2, 2, 3, 3],
    baseEuros: 125_000,
    perBedroomEuros: 58_000,
    exterior: 'apartment',
    hasOutdoors: false,
    features: ['front terrace', 'open-plan living area', 'lift', 'box room', 'back balcony'],
  }),
  home({
    typeId: 11,
    word: 'penthouse',
    bedrooms: [1, 2, 3],
    baseEuros: 210_000,
    perBedroomEuros: 78_000,
    exterior: 'penthouse',
    rooms: [...homeRooms, 'sea-view'],
    hasOutdoors: false,
    features: ['large terrace', 'use of the roof', 'barbecue area', 'open views', 'underlying garage'],
  }),
  home({
    typeId: 2,
    word: 'maisonette',
    bedrooms: [2, 3, 3],
    baseEuros: 155_000,
    perBedroomEuros: 56_000,
    exterior: 'townhouse',
    features: ['own front door', 'sunny yard', 'washroom on the roof', 'airspace included', 'no common parts'],
  }),
  home({
    typeId: 3,
    word: 'terraced house',
    bedrooms: [3, 3, 4],
    baseEuros: 265_000,
    perBedroomEuros: 62_000,
    exterior: 'townhouse',
    features: [
      'two-car garage',
      'full roof',
      'kitchen with a breakfast corner',
      'study',
      'back garden with citrus trees',
    ],
  }),
  home({
    typeId: 6,
    word: 'house of character',
    bedrooms: [2, 3, 4],
    baseEuros: 345_000,
    perBedroomEuros: 95_000,
    exterior: 'farmhouse',
    features: ['stone arches', 'internal courtyard', 'original well', 'xorok ceilings', 'mill room'],
  }),
  home({
    typeId: 4,
    word: 'semi-detached villa',
    bedrooms: [3, 4],
    baseEuros: 520_000,
    perBedroomEuros: 110_000,
    exterior: 'villa',
    features: ['basement games room', 'four-car garage', 'mature garden', 'separate flatlet', 'solar panels'],
  }),
  home({
    typeId: 5,
    word: 'detached villa',
    bedrooms: [4, 5, 6],
    baseEuros: 880_000,
    perBedroomEuros: 150_000,
    exterior: 'villa',
    rooms: [...homeRooms, 'sea-view'],
    features: ['pool with deck area', 'drive-in', 'wine cellar', 'staff quarters', 'gardens on all four sides'],
  }),
  home({
    typeId: 12,
    word: 'bungalow',
    bedrooms: [3, 4],
    baseEuros: 610_000,
    perBedroomEuros: 98_000,
    exterior: 'villa',
    features: ['everything on one floor', 'country views', 'wrap-around garden', 'fireplace'],
  }),
  home({
    typeId: 13,
    word: 'palazzo',
    bedrooms: [5, 6],
    baseEuros: 1_350_000,
    perBedroomEuros: 190_000,
    exterior: 'townhouse',
    rooms: [...homeRooms, 'painting'],
    features: ['piano nobile', 'private chapel', 'orangery', 'painted ceilings', 'two internal courtyards'],
  }),
];

/** Kinds of commercial premises. */
export const commercialKinds: readonly PropertyKind[] = [
  withoutBedrooms({
    typeId: 7,
    word: 'office space',
    baseEuros: 420_000,
    exterior: 'office-building',
    rooms: workRooms,
    features: ['raised floors', 'fibre connection', 'boardroom', 'kitchenette', 'two parking spaces'],
  }),
  withoutBedrooms({
    typeId: 8,
    word: 'shop',
    baseEuros: 245_000,
    exterior: 'shopfront',
    rooms: ['shopfront'],
    features: ['wide front', 'class 4B permit', 'basement store', 'air conditioning', 'corner position'],
  }),
  withoutBedrooms({
    typeId: 9,
    word: 'warehouse',
    baseEuros: 560_000,
    exterior: 'warehouse',
    rooms: ['warehouse', 'garage'],
    features: ['access for trucks', 'six-metre height', 'three-phase supply', 'loading bay', 'small office inside'],
  }),
  withoutBedrooms({
    typeId: 10,
    word: 'restaurant premises',
    baseEuros: 380_000,
    exterior: 'restaurant',
    rooms: ['shopfront', 'kitchen'],
    features: ['fitted kitchen with extraction', 'tables outside', 'class 4D permit', 'sixty covers'],
  }),
];

/** Rooms in shared homes. */
export const roomKinds: readonly PropertyKind[] = [
  {
    typeId: 1,
    word: 'room in a shared flat',
    bedrooms: [1],
    baseEuros: 0,
    perBedroomEuros: 108_000,
    exterior: 'bedroom',
    rooms: ['kitchen', 'living-room', 'bathroom'],
    hasOutdoors: false,
    features: ['own bathroom', 'all bills included', 'fast internet', 'cleaner every week', 'double bed'],
  },
  {
    typeId: 3,
    word: 'room in a shared house',
    bedrooms: [1],
    baseEuros: 0,
    perBedroomEuros: 98_000,
    exterior: 'bedroom',
    rooms: ['kitchen', 'garden', 'bathroom'],
    hasOutdoors: true,
    features: ['roof terrace for all', 'balcony', 'desk for remote work', 'quiet street', 'washing machine'],
  },
];
