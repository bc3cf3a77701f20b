import { Condition, PriceLabel } from '../../../contract/codes.ts';
import { lookupLists } from '../lookups/lookup-lists.ts';
import type { DemoVehicleFields } from '../model/demo-listing-types.ts';
import type { PaintName, PhotoSubject } from '../model/photo-subject.ts';
import type { SeededRandom } from '../model/seeded-random.ts';
import type { ListingOffer, OfferContext } from './listing-offer.ts';
import { capitalise, closingSentence, roundEuros } from './sentences.ts';
import type { CatalogueVehicle } from './vehicle-catalogue.ts';

/** The year the prices of the catalogue belong to. */
const PRICE_YEAR = 2024;
const CLASSIC_CATEGORY_ID = 202;

const carPaints: readonly PaintName[] = [
  'white',
  'silver',
  'grey',
  'black',
  'red',
  'blue',
  'white',
  'silver',
  'blue',
  'green',
  'yellow',
  'orange',
  'beige',
  'brown',
];

const Fuel = { Petrol: 0, Diesel: 1, Electric: 2, DualFuel: 3 } as const;
const Transmission = { Manual: 0, Auto: 1, SemiAuto: 2 } as const;

const history = [
  'One owner from new.',
  'Second owner, full service history in the folder.',
  'Always garaged and washed by hand.',
  'Serviced every year by the same mechanic.',
  'Driven mostly at weekends.',
];

const importHistory = [
  'Imported by us and registered here with a certified mileage.',
  'Imported two years ago; the certificate of its mileage is in the folder.',
];

const state = [
  'Bodywork and interior are in excellent condition.',
  'The bodywork has two small car-park marks, the interior none.',
  'VRT was passed this month without advisories.',
  'New tyres and front brake discs.',
  'Fluids and filters were changed at the last service.',
  'Air conditioning is ice cold, which here is half the car.',
];

/** Features of cars up to 2012, vans and pick-ups. */
const plainEquipment = [
  'air conditioning',
  'electric windows',
  'central locking',
  'alloy wheels',
  'a tow bar',
  'roof rails',
  'Bluetooth',
];

const equipment = [
  'a reverse camera',
  'parking sensors',
  'cruise control',
  'Bluetooth and CarPlay',
  'alloy wheels',
  'heated seats',
  'keyless entry',
  'climate control',
  'LED headlights',
  'a panoramic roof',
  'a tow bar',
  'roof rails',
];

const classicState = [
  'Restored ten years ago and cherished since.',
  'The chassis is solid and all panels are original.',
  'Engine rebuilt with receipts; it starts on the first turn.',
  'Classic vehicle status, so the licence costs next to nothing.',
  'A regular on the classic runs from Mdina to the sea.',
];

/** Engine sizes that are diesels in the catalogue. */
const dieselEngineSizes = [1_461, 1_499, 1_560, 1_968, 1_995, 2_143, 2_754, 2_982, 2_993];

/** Makes of which cars are imported used from Japan. */
const japaneseMakes = ['Toyota', 'Honda', 'Mazda', 'Nissan', 'Subaru', 'Suzuki', 'Mitsubishi', 'Daihatsu'];

function chooseImportOrigin(random: SeededRandom, make: string, isClassic: boolean): number {
  if (japaneseMakes.includes(make) && random.chance(0.6)) return 2;
  return random.pick(isClassic ? [0, 1, 1] : [0, 0, 1, 1, 99]);
}

function chooseFuel(random: SeededRandom, engineSize: number, isClassic: boolean, isWorkhorse: boolean): number {
  if (engineSize === 0) return Fuel.Electric;
  if (isClassic) return Fuel.Petrol;
  if (dieselEngineSizes.includes(engineSize) || (isWorkhorse && engineSize > 1_700)) return Fuel.Diesel;
  return random.chance(0.06) ? Fuel.DualFuel : Fuel.Petrol;
}

/** Dear cars keep more of their price. */
function depreciate(euros: number, age: number, mileage: number): number {
  const expectedMileage = age * 11_000;
  const wear = Math.min(1.15, Math.max(0.8, 1 - (mileage - expectedMileage) / 400_000));
  return Math.max(euros * (euros > 55_000 ? 0.27 : 0.09), euros * 0.885 ** age * wear * 0.92);
}

function chooseFields(car: CatalogueVehicle, { random, categoryId }: OfferContext): DemoVehicleFields {
  const [make, model, , doors, engineSizes, [firstYear, lastYear], euros] = car;
  const isClassic = categoryId === CLASSIC_CATEGORY_ID;
  const engineSize = random.pick(engineSizes);
  const regYear = random.integer(firstYear, lastYear);
  const yearlyMileage = isClassic ? random.integer(900, 2_200) : random.integer(6_500, 14_500);
  const age = Math.max(1, PRICE_YEAR - regYear);
  const fuel = chooseFuel(random, engineSize, isClassic, categoryId === 203 || categoryId === 204);
  const automaticChance = isClassic ? 0 : euros > 40_000 ? 0.9 : 0.3;
  const isAutomatic = fuel === Fuel.Electric || random.chance(automaticChance);
  return {
    make,
    model,
    regYear,
    mileage: Math.min(isClassic ? 140_000 : 230_000, age * yearlyMileage + random.integer(0, 990)),
    engineSize,
    doors,
    fuel,
    transmission: isAutomatic
      ? Transmission.Auto
      : !isClassic && random.chance(0.06)
        ? Transmission.SemiAuto
        : Transmission.Manual,
    imported: chooseImportOrigin(random, make, isClassic),
  };
}

function wordFor(list: keyof typeof lookupLists, id: number): string {
  return lookupLists[list].find((value) => value.id === id)?.item ?? '';
}

const groupDigits = (value: number): string => value.toLocaleString('en-GB');

function describe(vehicle: DemoVehicleFields, paint: PaintName, context: OfferContext): string {
  const { random, localityName, categoryId } = context;
  const isClassic = categoryId === CLASSIC_CATEGORY_ID;
  const engine = vehicle.engineSize === 0 ? 'electric' : `${groupDigits(vehicle.engineSize)} cc`;
  const fuel = wordFor('fuels', vehicle.fuel).toLowerCase();
  const gearbox = wordFor('transmissions', vehicle.transmission).toLowerCase();
  const isPlain = vehicle.regYear < 2013 || categoryId === 203 || categoryId === 204;
  const origin = vehicle.imported === 0 ? 'bought new in Malta' : wordFor('importOrigins', vehicle.imported);
  return [
    `${vehicle.make} ${vehicle.model} in ${paint}, registered ${vehicle.regYear}, ${groupDigits(vehicle.mileage)} km.`,
    `${capitalise(engine === 'electric' ? 'electric motor' : `${engine} ${fuel} engine`)}, ${gearbox} gearbox, ${vehicle.doors} doors, ${origin}.`,
    ...(isClassic
      ? random.sample(classicState, 2)
      : [
          random.pick(vehicle.imported === 0 ? history : [...history, ...importHistory]),
          random.pick(state),
          `Equipment includes ${random.sample(isPlain ? plainEquipment : equipment, 3).join(', ')}.`,
        ]),
    `The car can be seen and driven in ${localityName}.`,
    closingSentence(random),
  ].join(' ');
}

/** The car from two sides, then its parts. */
function choosePhotos(body: string, paint: PaintName): PhotoSubject[] {
  const parts = ['wheel', 'engine', 'car-stereo'].map((subject) => ({ subject, paint: null }));
  return [{ subject: body, paint }, { subject: body, paint }, ...parts, ...parts];
}

/** Writes an offer of a car or van. Throws a RangeError for an empty shelf. */
export function createVehicleOffer(shelf: readonly CatalogueVehicle[], context: OfferContext): ListingOffer {
  const { random, ordinal, categoryId, isWanted, localityName } = context;
  const car = shelf[ordinal % shelf.length];
  if (car === undefined) throw new RangeError(`Nothing is offered in category ${categoryId}.`);
  const [, , body, , , , euros] = car;
  const vehicle = chooseFields(car, context);
  const paint = random.pick(carPaints);
  const price =
    categoryId === CLASSIC_CATEGORY_ID
      ? euros * random.decimal(0.75, 1.25, 2)
      : depreciate(euros, PRICE_YEAR - vehicle.regYear, vehicle.mileage);
  const name = `${vehicle.make} ${vehicle.model}`;
  return {
    title: isWanted ? `Wanted: ${name}, from ${vehicle.regYear}` : `${name}, ${vehicle.regYear}, ${paint}`,
    description: isWanted
      ? `Looking for a ${name}, ${vehicle.regYear} or newer, up to ${groupDigits(vehicle.mileage)} km. Colour is not important, service history is. I am in ${localityName} and can view at any time. Cash buyer, transfer on the same day.`
      : describe(vehicle, paint, context),
    priceCents: roundEuros(price) * 100,
    priceLabel: PriceLabel.None,
    priceSuffix: random.chance(0.35)
      ? random.pick(['or nearest offer', 'negotiable', 'part exchange considered'])
      : null,
    condition: isWanted ? Condition.Any : Condition.Used,
    property: null,
    vehicle,
    photos: choosePhotos(body, paint).slice(0, isWanted ? 1 : random.integer(3, 8)),
  };
}
