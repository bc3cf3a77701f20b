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

/** Kinds of home by the word used in titles. */
export const homeKinds: readonly PropertyKind[] = [
  {
    typeId: 1,
    word: 'apartment',
    bedrooms: [1, 2, 2, 3, 3],
    baseEuros: 125_000,
    perBedroomEuros: 58_000,
    exterior: 'apartment',
    rooms: homeRooms,
    hasOutdoors: false,
    features: ['front terrace', 'open-plan living area', 'lift', 'box room', 'back balcony'],
  },
  {
    typeId: 11,
    word: 'penthouse',
    bedrooms: [1, 2, 3],
    baseEuros: 210_000,
    perBedroomEuros: 78_000,
    exterior: 'penthouse',
    rooms: [...homeRooms, 'sea-view'],
    hasOutdoors: false,
    features: ['large terrace', 'use of the roof', 'barbecue area', 'open views', 'underlying garage'],
  },
  {
    typeId: 2,
    word: 'maisonette',
    bedrooms: [2, 3, 3],
    baseEuros: 155_000,
    perBedroomEuros: 56_000,
    exterior: 'townhouse',
    rooms: homeRooms,
    hasOutdoors: true,
    features: ['own front door', 'sunny yard', 'washroom on the roof', 'airspace included', 'no common parts'],
  },
  {
    typeId: 3,
    word: 'terraced house',
    bedrooms: [3, 3, 4],
    baseEuros: 265_000,
    perBedroomEuros: 62_000,
    exterior: 'townhouse',
    rooms: homeRooms,
    hasOutdoors: true,
    features: [
      'two-car garage',
      'full roof',
      'kitchen with a breakfast corner',
      'study',
      'back garden with citrus trees',
    ],
  },
  {
    typeId: 6,
    word: 'house of character',
    bedrooms: [2, 3, 4],
    baseEuros: 345_000,
    perBedroomEuros: 95_000,
    exterior: 'farmhouse',
    rooms: homeRooms,
    hasOutdoors: true,
    features: ['stone arches', 'internal courtyard', 'original well', 'xorok ceilings', 'mill room'],
  },
  {
    typeId: 4,
    word: 'semi-detached villa',
    bedrooms: [3, 4],
    baseEuros: 520_000,
    perBedroomEuros: 110_000,
    exterior: 'villa',
    rooms: homeRooms,
    hasOutdoors: true,
    features: ['basement games room', 'four-car garage', 'mature garden', 'separate flatlet', 'solar panels'],
  },
  {
    typeId: 5,
    word: 'detached villa',
    bedrooms: [4, 5, 6],
    baseEuros: 880_000,
    perBedroomEuros: 150_000,
    exterior: 'villa',
    rooms: [...homeRooms, 'sea-view'],
    hasOutdoors: true,
    features: ['pool with deck area', 'drive-in', 'wine cellar', 'staff quarters', 'gardens on all four sides'],
  },
  {
    typeId: 12,
    word: 'bungalow',
    bedrooms: [3, 4],
    baseEuros: 610_000,
    perBedroomEuros: 98_000,
    exterior: 'villa',
    rooms: homeRooms,
    hasOutdoors: true,
    features: ['everything on one floor', 'country views', 'wrap-around garden', 'fireplace'],
  },
  {
    typeId: 13,
    word: 'palazzo',
    bedrooms: [5, 6],
    baseEuros: 1_350_000,
    perBedroomEuros: 190_000,
    exterior: 'townhouse',
    rooms: [...homeRooms, 'painting'],
    hasOutdoors: true,
    features: ['piano nobile', 'private chapel', 'orangery', 'painted ceilings', 'two internal courtyards'],
  },
];

/** Kinds of commercial premises. */
export const commercialKinds: readonly PropertyKind[] = [
  {
    typeId: 7,
    word: 'office space',
    bedrooms: [0],
    baseEuros: 420_000,
    perBedroomEuros: 0,
    exterior: 'office-building',
    rooms: workRooms,
    hasOutdoors: false,
    features: ['raised floors', 'fibre connection', 'boardroom', 'kitchenette', 'two parking spaces'],
  },
  {
    typeId: 8,
    word: 'shop',
    bedrooms: [0],
    baseEuros: 245_000,
    perBedroomEuros: 0,
    exterior: 'shopfront',
    rooms: ['shopfront'],
    hasOutdoors: false,
    features: ['wide front', 'class 4B permit', 'basement store', 'air conditioning', 'corner position'],
  },
  {
    typeId: 9,
    word: 'warehouse',
    bedrooms: [0],
    baseEuros: 560_000,
    perBedroomEuros: 0,
    exterior: 'warehouse',
    rooms: ['warehouse', 'garage'],
    hasOutdoors: false,
    features: ['access for trucks', 'six-metre height', 'three-phase supply', 'loading bay', 'small office inside'],
  },
  {
    typeId: 10,
    word: 'restaurant premises',
    bedrooms: [0],
    baseEuros: 380_000,
    perBedroomEuros: 0,
    exterior: 'restaurant',
    rooms: ['shopfront', 'kitchen'],
    hasOutdoors: false,
    features: ['fitted kitchen with extraction', 'tables outside', 'class 4D permit', 'sixty covers'],
  },
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
