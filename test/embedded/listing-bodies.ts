/** Bodies of POST /v1/listings that pass the check, one for each kind of category. */

/** A bicycle in Classifieds. */
export const bicycle = {
  SectionId: 1,
  CategoryId: 108,
  LocalityId: 558,
  Title: 'City bicycle with basket',
  Description: 'Ridden on Sundays only.\nNew brakes this spring.',
  Price: 149.99,
  Condition: 1,
  ContactTel: '+356 2123 4567',
} as const;

/** A car with every field of a vehicle. */
export const car = {
  ...bicycle,
  SectionId: 2,
  CategoryId: 201,
  Title: 'Fiat Panda 2016',
  Price: 6_500,
  Doors: 5,
  EngineSize: 1_242,
  Fuel: 0,
  Imported: 0,
  Mileage: 61_000,
  RegYear: 2016,
  Transmission: 0,
  VehicleMake: 'Fiat',
  VehicleModel: 'Panda',
} as const;

/** A flat to let with every field of a property and of an account with companies and shares. */
export const flat = {
  ...bicycle,
  SectionId: 3,
  CategoryId: 302,
  Title: 'Bright flat by the sea',
  Price: 1_250,
  PriceLabel: 3,
  Condition: 0,
  PaymentAuth: 1,
  UserRef: 'LET-77',
  Bedrooms: 3,
  FinishLevel: 5,
  GardenOrYard: 2,
  Pool: 1,
  PropertyType: 1,
} as const;
