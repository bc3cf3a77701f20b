import { Condition, PriceLabel } from '../../../contract/codes.ts';
import type { DemoPropertyFields, PriceLabelCode } from '../model/demo-listing-types.ts';
import type { PhotoSubject } from '../model/photo-subject.ts';
import type { SeededRandom } from '../model/seeded-random.ts';
import { garageKinds, landKinds } from './land-catalogue.ts';
import type { ListingOffer, OfferContext } from './listing-offer.ts';
import { commercialKinds, homeKinds, type PropertyKind, roomKinds, type Tenure } from './property-catalogue.ts';
import { capitalise, roundEuros } from './sentences.ts';

/** Which kinds a category of Properties offers, and on which terms (one is chosen for each listing). */
const shelves: Readonly<Record<number, { kinds: readonly PropertyKind[]; tenures: readonly Tenure[] }>> = {
  301: { kinds: homeKinds, tenures: ['sale'] },
  302: { kinds: homeKinds, tenures: ['per-month'] },
  303: { kinds: homeKinds, tenures: ['per-day'] },
  304: { kinds: commercialKinds, tenures: ['sale'] },
  305: { kinds: commercialKinds, tenures: ['per-month'] },
  306: { kinds: garageKinds, tenures: ['sale', 'sale', 'per-month'] },
  307: { kinds: landKinds, tenures: ['sale'] },
  308: { kinds: roomKinds, tenures: ['per-month'] },
};

/** Localities where property costs more, by a part of their name. */
const dearPlaces = [
  'Sliema',
  'Tigné',
  'Portomaso',
  'Valletta',
  'Mdina',
  'Madliena',
  'Swieqi',
  'Balzan',
  'Lija',
  'Xbiex',
];
const seasidePlaces = [
  'Sliema',
  'Tigné',
  'Portomaso',
  'Qawra',
  'Buġibba',
  'Xemxija',
  'Marsaskala',
  'Marsaxlokk',
  'Birżebbuġa',
  'Marsalforn',
  'Xlendi',
  'Mellieħa',
  'Kalkara',
  'Senglea',
  'Gżira',
];

const Finish = { SiteOrLand: 1, Shell: 2, SemiFinished: 3, Finished: 4, Furnished: 5 } as const;
const Garden = { No: 1, Yes: 2, NotApplicable: 9 } as const;
const Pool = { No: 1, Yes: 2, NotApplicable: 3 } as const;

const finishSentences: Readonly<Record<number, string>> = {
  [Finish.SiteOrLand]: 'It is sold as it stands.',
  [Finish.Shell]: 'It comes in shell form, so that you finish it to your own taste.',
  [Finish.SemiFinished]: 'Plaster, plumbing and electricity are in; floors and fixtures are for you to choose.',
  [Finish.Finished]: 'It is finished to a high standard, with doors, bathrooms and certificates.',
  [Finish.Furnished]: 'It comes fully furnished, with appliances and air conditioning throughout.',
};

const area: readonly string[] = [
  'Shops, a pharmacy and the bus stop are within five minutes on foot.',
  'The street is quiet and parking is rarely a problem.',
  'It is close to schools and to the village square.',
  'It lies on the sunny side and is bright all day.',
  'It is a few minutes by car from the main road, and yet one hears the birds.',
];

const saleTerms = [
  'Freehold.',
  'Free of ground rent, contract within three months.',
  'The energy certificate is in hand.',
  'Keys in hand; shown on one day’s notice.',
];

const letTerms = [
  'One month’s deposit, minimum one year.',
  'Available at once; references are asked for.',
  'Pets are considered.',
  'Water and electricity at the residential rate.',
];

const businessLetTerms = [
  'Available at once; references are asked for.',
  'Minimum two years, the rent is fixed for the first.',
  'Two months’ deposit, VAT invoice on request.',
];

const dayTerms = [
  'Linen and cleaning are included, minimum three nights.',
  'Check-in from three; the keys wait in a safe.',
  'Licensed by the tourism authority; cot on request.',
];

function chooseFinish(kind: PropertyKind, tenure: Tenure, random: SeededRandom): number {
  if (kind.exterior === 'land') return Finish.SiteOrLand;
  if (kind.exterior === 'garage') return random.pick([Finish.SemiFinished, Finish.Finished]);
  if (kind.bedrooms[0] === 0) return random.pick([Finish.Shell, Finish.Finished, Finish.Finished]);
  if (tenure !== 'sale') return Finish.Furnished;
  return random.pick([Finish.Shell, Finish.SemiFinished, Finish.Finished, Finish.Finished, Finish.Furnished]);
}

function chooseFields(kind: PropertyKind, tenure: Tenure, random: SeededRandom): DemoPropertyFields {
  const bedrooms = random.pick(kind.bedrooms);
  const isHome = bedrooms > 0;
  const poolChance = kind.exterior === 'villa' ? 0.75 : kind.exterior === 'farmhouse' ? 0.4 : 0.06;
  return {
    propertyType: kind.typeId,
    bedrooms,
    finishLevel: chooseFinish(kind, tenure, random),
    gardenOrYard: isHome ? (kind.hasOutdoors ? Garden.Yes : Garden.No) : Garden.NotApplicable,
    pool: isHome ? (random.chance(poolChance) ? Pool.Yes : Pool.No) : Pool.NotApplicable,
  };
}

/** Euros a month, or a night, for each euro of the sale price; the best houses let for less of their price. */
function rentFactor(tenure: Tenure, saleEuros: number): number {
  const rate = saleEuros > 600_000 ? 0.0026 : 0.0039;
  return tenure === 'sale' ? 1 : tenure === 'per-month' ? rate : rate / 13;
}

function placeFactor(localityName: string, regionIsGozo: boolean): number {
  if (dearPlaces.some((place) => localityName.includes(place))) return 1.35;
  return regionIsGozo ? 0.78 : 1;
}

const priceTerms: Readonly<Record<Tenure, { label: PriceLabelCode; suffix: string | null }>> = {
  sale: { label: PriceLabel.None, suffix: null },
  'per-month': { label: PriceLabel.PerMonth, suffix: 'per month' },
  'per-day': { label: PriceLabel.PerDay, suffix: 'per day' },
};

function choosePhotos(
  kind: PropertyKind,
  finish: number,
  isByTheSea: boolean,
  { random }: OfferContext,
): PhotoSubject[] {
  const isBare = finish === Finish.Shell || finish === Finish.SemiFinished;
  const rooms = isBare && kind.bedrooms[0] !== 0 ? (['construction-site'] as const) : kind.rooms;
  const seaView = isByTheSea && kind.exterior !== 'garage' ? (['sea-view'] as const) : [];
  const extras = random.sample([...rooms, ...rooms, ...seaView], random.integer(2, 7));
  return [kind.exterior, ...extras].map((subject) => ({ subject, paint: null }));
}

/** Square metres of a kind of property without bedrooms; homes grow with their bedrooms. */
const baseSizes: Readonly<Record<number, number>> = {
  7: 90,
  8: 55,
  9: 320,
  10: 140,
  13: 380,
  14: 18,
  20: 170,
  21: 600,
};

function sizeOf({ typeId, baseEuros }: PropertyKind, bedrooms: number, ordinal: number): number {
  const isRoom = baseEuros === 0;
  if (isRoom) return 13 + (ordinal % 6) * 2;
  const base = baseSizes[typeId] ?? 45;
  return base + bedrooms * 34 + Math.round((ordinal % 7) * base * 0.12);
}

function withArticle(words: string): string {
  if (words === 'agricultural land') return words;
  return `${/^[aeiou]/u.test(words) ? 'an' : 'a'} ${words}`;
}

function describe(
  kind: PropertyKind,
  tenure: Tenure,
  { bedrooms, finishLevel, pool }: DemoPropertyFields,
  { random, localityName, ordinal }: OfferContext,
): string {
  const size = sizeOf(kind, bedrooms, ordinal);
  const name = capitalise(withArticle(kind.word));
  const bedroomWords = bedrooms > 1 ? `, with ${bedrooms} bedrooms` : '';
  const [first = '', second = '', third = ''] = random.sample(kind.features, 3);
  const isHome = kind.bedrooms[0] !== 0;
  const monthlyTerms = isHome ? letTerms : businessLetTerms;
  const terms = tenure === 'sale' ? saleTerms : tenure === 'per-month' ? monthlyTerms : dayTerms;
  return [
    `${name} in ${localityName} of about ${size} square metres${bedroomWords}.`,
    `Features: ${first}, ${second} and ${third}.`,
    ...(pool === Pool.Yes ? ['There is a pool for the long summer.'] : []),
    finishSentences[finishLevel] ?? '',
    random.pick(area),
    random.pick(terms),
  ].join(' ');
}

function titleOf(kind: PropertyKind, tenure: Tenure, bedrooms: number, { random, localityName }: OfferContext): string {
  const rooms = bedrooms > 1 ? `${bedrooms}-bedroom ${kind.word}` : kind.word;
  const place = localityName.replace(/ \(.*\)$/u, '');
  const feature = random.pick(kind.features);
  const purpose = tenure === 'sale' ? '' : tenure === 'per-month' ? ' to let' : ' for holidays';
  return random.chance(0.5) ? `${capitalise(rooms)}${purpose} in ${place}` : `${place}: ${rooms}${purpose}, ${feature}`;
}

/** Writes an offer of a property. Throws a RangeError for a category that is none of Properties. */
export function createPropertyOffer(context: OfferContext & { readonly isInGozo: boolean }): ListingOffer {
  const { random, categoryId, ordinal, localityName, isWanted, isInGozo } = context;
  const shelf = shelves[categoryId];
  if (shelf === undefined) throw new RangeError(`Category ${categoryId} offers no property.`);
  const { kinds, tenures } = shelf;
  // Small homes are commoner than palaces: every other listing comes from the first three kinds.
  const kind =
    ordinal % 2 === 0 ? random.pick(kinds.slice(0, 3)) : (kinds[(ordinal >> 1) % kinds.length] ?? random.pick(kinds));
  const tenure = random.pick(tenures);
  const fields = chooseFields(kind, tenure, random);
  const isByTheSea = seasidePlaces.some((place) => localityName.includes(place));
  const saleEuros =
    (kind.baseEuros + kind.perBedroomEuros * fields.bedrooms) *
    placeFactor(localityName, isInGozo) *
    (fields.finishLevel === Finish.Shell ? 0.82 : 1) *
    (isByTheSea ? 1.12 : 1) *
    random.decimal(0.88, 1.16, 3);
  const terms = priceTerms[tenure];
  return {
    title: isWanted
      ? `Wanted: ${kind.word} in or near ${localityName}`
      : titleOf(kind, tenure, fields.bedrooms, context),
    description: isWanted
      ? `We are looking for ${withArticle(kind.word)} in ${localityName} or within ten minutes of it. We have no agent and can decide quickly. Its state matters less to us than its position. Please send photos and the price.`
      : describe(kind, tenure, fields, context),
    priceCents: roundEuros(saleEuros * rentFactor(tenure, saleEuros)) * 100,
    priceLabel: terms.label,
    priceSuffix: terms.suffix ?? (random.chance(0.3) ? 'negotiable' : null),
    condition: Condition.NA,
    property: fields,
    vehicle: null,
    photos: choosePhotos(kind, fields.finishLevel, isByTheSea, context).slice(0, isWanted ? 1 : undefined),
  };
}
