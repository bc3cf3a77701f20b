/** A service that responds every reading endpoint plausibly, and on demand oddly: seeded, so that a run can be repeated. */

import { type EndpointName, endpointNames, endpoints } from '../../../src/contract/endpoints.ts';
import { ItemDetail, ListItem } from '../../../src/contract/listings.ts';
import type { FieldType } from '../../../src/contract/structure.ts';
import { pdfHeaders, pdfOf } from '../../support/pdf.ts';
import { createSeededRandom, mixSeed, type SeededRandom } from '../../support/random/seeded-random.ts';
import type { ScriptedResponse, ScriptedRequest, ScriptedUpstream } from '../../support/scripted-upstream.ts';

/** How the service responds during one operation. */
export interface Mood {
  readonly seed: number;
  /** Shares of responses that are odd are then not zero. */
  readonly isOdd: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const SECTION_KEYS = [2, 3, 4];

/** A value of a type of the contract: short lists, small numbers. */
const valueOf = (type: FieldType, random: SeededRandom): unknown => {
  switch (type.kind) {
    case 'structure':
      return Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, valueOf(field, random)]));
    case 'list':
      return Array.from({ length: random.integer(0, 2) }, () => valueOf(type.item, random));
    case 'code':
      return random.pick(Object.values(type.codes));
    case 'int32':
    case 'int64':
      return random.integer(1, 9);
    case 'double':
    case 'float':
      return random.decimal(1, 900, 2);
    case 'boolean':
      return random.chance(0.5);
    case 'date-time':
      return '2025-03-01T09:30:00Z';
    case 'string':
      return random.pick(['text', 'other text', '2025-03-01', '?orderid=3', '?orderid=4']);
    case 'untyped':
      break;
  }
  return null;
};

const parameters = (random: SeededRandom): unknown =>
  random.chance(0.5)
    ? null
    : {
        Names: ['Fuel', 'Doors', 'PropertyType', 'VehicleMake', 'LocalityId'],
        Labels: ['Fuel', 'Doors', 'Type', 'Make', 'Locality'],
        Text: ['Petrol', '5', 'Flat', 'Fiat', 'Somewhere'],
        Values: ['0', '5', '1', 'Fiat', '77'],
      };

/** What an entry states: every attribute. That is what the price of an entry goes by. */
const entryParameters = {
  LocalityId: 77,
  PropertyType: 1,
  Bedrooms: 2,
  FinishLevel: 4,
  GardenOrYard: 2,
  Pool: 1,
  VehicleMake: 'Fiat',
  VehicleModel: '500',
  RegYear: 2019,
  Fuel: 0,
  Transmission: 0,
  Imported: 0,
  Doors: 5,
  Mileage: 12_000,
  EngineSize: 1_242,
};

const listingFields = (id: number, random: SeededRandom): Fields => {
  const section = random.pick(SECTION_KEYS);
  return {
    PKID: id,
    SectionId: section,
    CategoryId: section * 100 + random.integer(1, 2),
    ExtraParamsType: random.integer(0, 2),
    N_Params: parameters(random),
    S_Params: null,
  };
};

const entryOf = (id: number, random: SeededRandom): Fields => ({
  ...Object(valueOf(ListItem, random)),
  ...listingFields(id, random),
  N_Params: entryParameters,
});

const detailOf = (id: number, related: number, random: SeededRandom): Fields => ({
  ...Object(valueOf(ItemDetail, random)),
  ...listingFields(id, random),
  Related: Array.from({ length: related }, (_, at) => entryOf(100 + ((id * 7 + at * 3) % 40), random)),
});

const lookupList = (): unknown => [
  { Id: 0, Item: 'Zero' },
  { Id: 1, Item: 'One' },
  { Id: 2, Item: 'Two' },
];

const sectionOf = (key: number): Fields => ({ SectionID: key, SectionName: `Section ${key}`, SecType: `type-${key}` });

const pageOf = ({ query }: ScriptedRequest, base: number, random: SeededRandom): Fields => {
  const total = 7;
  const first = Number(query.get('first') ?? 1);
  const cap = random.pick([2, 100]);
  const count = Math.min(Number(query.get('count') ?? 20), cap, Math.max(0, total - first + 1));
  return {
    ...Object(valueOf(endpoints.listUserListings.response.type, random)),
    Items: Array.from({ length: count }, (_, at) => entryOf(base + first + at, random)),
    CategoryCounts: [
      [201, 3],
      [302, 1],
    ],
    MainCategory: 201,
    MainSection: 2,
    TotalResults: random.chance(0.9) ? total : null,
  };
};

const watchedForm = (id: number, random: SeededRandom): unknown =>
  random.pick<() => unknown>([
    () => entryOf(random.chance(0.8) ? id : id + 50, random),
    () => true,
    () => false,
    () => ({ ItemId: id, SectionId: 2 }),
    () => detailOf(id, 0, random),
  ])();

const idOf = ({ path }: ScriptedRequest): number => Number(/\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? 0);

const localities = (): readonly Fields[] =>
  [77, 78, 79].map((Id) => ({ Id, Name: `Town ${Id}`, CountryId: 125, RegionId: Id % 2 }));
const regions = (): readonly Fields[] => [0, 1].map((Id) => ({ Id, Name: `Region ${Id}`, CountryId: 125 }));

type Responder = (request: ScriptedRequest, random: SeededRandom) => unknown;

/** Each listing of the request, either done or refused. */
const multiListingResult = ({ body }: ScriptedRequest, random: SeededRandom): Fields => {
  const { Items = [301, 302] } = JSON.parse(body) as { readonly Items?: readonly number[] };
  const done = Items.filter(() => random.chance(0.7));
  const Errors = Items.filter((id) => !done.includes(id)).map((ID) => ({ ID, Error: 'Not yours.' }));
  return { Result: Errors.length === 0 ? 0 : done.length === 0 ? 1 : 2, Items: done, Errors };
};

const saveResult = ({ body }: ScriptedRequest, random: SeededRandom): Fields => {
  const { PKID = 400 } = JSON.parse(body) as { readonly PKID?: number };
  return random.chance(0.8)
    ? { Success: true, PKID, Error: null, ValidationResults: [] }
    : { Success: false, PKID, Error: 'No.', ValidationResults: [{ Field: 'Price', Error: 'No.', ErrorType: 2 }] };
};

/** What the responses of some endpoints have to be so that the parts of the data fit together. */
const responders: Partial<Record<EndpointName, Responder>> = {
  getListing: (request, random) => detailOf(idOf(request), Number(request.query.get('related') ?? 0), random),
  getListingDefinition: (request, random) => ({
    ...Object(valueOf(endpoints.getListingDefinition.response.type, random)),
    ...listingFields(idOf(request), random),
    LocalityId: 77,
  }),
  saveListing: saveResult,
  deleteListings: multiListingResult,
  relistListings: multiListingResult,
  relistAllListings: multiListingResult,
  listSections: ({ query }) => {
    const type = query.get('type');
    return SECTION_KEYS.map(sectionOf).filter(({ SecType }) => type === null || SecType === type);
  },
  getSection: (request) => sectionOf(idOf(request)),
  listCategories: () => SECTION_KEYS.flatMap((key) => [1, 2].map((at) => ({ Id: key * 100 + at, Item: 'Category' }))),
  listSectionCategories: (request) => [1, 2].map((at) => ({ Id: idOf(request) * 100 + at, Item: 'Category' })),
  listLocalities: (_request, random) =>
    random.chance(0.5) ? localities() : localities().map(({ Id, Name }) => ({ Id, Item: Name })),
  listRegions: () => regions(),
  listVehicleMakes: () => ['Fiat', 'Citroën'],
  listVehicleModels: () => ['500', 'C3'],
  listFilterPrices: () => [100, 200],
  getProperties: (_request, random) => ({
    ...Object.fromEntries(
      Object.entries(endpoints.getProperties.response.type.fields).map(([name, type]) => [
        name,
        name.startsWith('FilterPrices') ? [100, 200] : type.kind === 'list' && random.chance(0.9) ? lookupList() : null,
      ]),
    ),
    Localities: localities(),
    Regions: regions(),
    VehicleMakes: ['Fiat', 'Citroën'],
    VehicleModels: [{ Model: '500', ParentMake: 'Fiat' }],
  }),
  listUserListings: (request, random) => pageOf(request, 100 * Number(request.query.get('section')), random),
  listWatchedListings: (request, random) => pageOf(request, 6, random),
  getWatchedListing: (request, random) => watchedForm(idOf(request), random),
  listUserSections: () => ({ Sections: [2, 4], SectionNames: ['Cars', 'Jobs'], Expired: [0, 1] }),
};

const responseOf = (name: EndpointName, request: ScriptedRequest, random: SeededRandom): unknown => {
  const answer = responders[name];
  if (answer !== undefined) return answer(request, random);
  const { response } = endpoints[name];
  if (response.kind !== 'json') return undefined;
  return response.type.kind === 'list' ? lookupList() : valueOf(response.type, random);
};

/** Leaves out, empties or spoils fields, in depth. */
const spoil = (json: unknown, random: SeededRandom): unknown => {
  if (Array.isArray(json)) return json.map((item: unknown) => spoil(item, random));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const fate = random.next();
      if (fate < 0.1) return [];
      if (fate < 0.2) return [[name, null]];
      if (fate < 0.23) return [[name, random.pick<unknown>(['odd', -1, {}, [], 99])]];
      return [[name, spoil(value, random)]];
    }),
  );
};

const oddResponse = (json: unknown, random: SeededRandom): ScriptedResponse => {
  const fate = random.next();
  if (fate < 0.5) return { json };
  if (fate < 0.75) return { json: spoil(json, random) };
  if (fate < 0.83) return { status: 404 };
  if (fate < 0.87) return { status: random.pick([401, 403, 429, 500, 503]) };
  if (fate < 0.9) return { body: '<html>' };
  if (fate < 0.93) return { json: null };
  if (fate < 0.96) return { json: { Result: json } };
  return { json: Array.isArray(json) ? [] : [json] };
};

const hashOf = (text: string): number => mixSeed(...Buffer.from(text));

/** Scripts every endpoint. `moodOf` states the mood by the id of the operation that asks. */
export const scriptPlausibleService = (upstream: ScriptedUpstream, moodOf: (requestId: string) => Mood): void => {
  for (const name of endpointNames) {
    const { method, path, response } = endpoints[name];
    upstream.on(method, path, (request) => {
      const { seed, isOdd } = moodOf(String(request.headers['x-request-id']));
      const random = createSeededRandom(mixSeed(seed, hashOf(`${request.path}?${request.rawQuery}`)));
      const json = responseOf(name, request, random);
      if (response.kind === 'pdf' && !(isOdd && random.chance(0.3))) {
        return random.chance(0.3) ? { status: 204 } : { body: pdfOf(64), headers: pdfHeaders };
      }
      if (isOdd) return oddResponse(json, random);
      return json === undefined ? {} : { json };
    });
  }
};
