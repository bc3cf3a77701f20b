/** A service whose lists are as long as those of a large marketplace. */
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { pdfOf } from '../../support/pdf.ts';
import { type Responder, sendGood } from '../service.ts';

const SECTIONS = 8;
const CATEGORIES = 40;
const REGIONS = 20;
const LOCALITIES = 1_000;
const MAKES = 60;
const MODELS = 2_000;

const many = <Item>(count: number, make: (at: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

const regions = many(REGIONS, (at) => ({ CountryId: 125, Id: at, Name: `Region ${at}` }));
const localities = many(LOCALITIES, (at) => ({
  CountryId: 125,
  Id: at,
  Name: `Locality ${at}`,
  RegionId: at % REGIONS,
}));
const makes = many(MAKES, (at) => `Make ${at}`);
const models = many(MODELS, (at) => ({ Model: `Model ${at}`, ParentMake: `Make ${at % MAKES}` }));

/** Lists that are long, and those of the aggregate that are. */
const lists: Readonly<Partial<Record<EndpointName, unknown>>> = {
  listSections: many(SECTIONS, (at) => ({ SecType: 'type', SectionID: at, SectionName: `Section ${at}` })),
  listCategories: many(SECTIONS * CATEGORIES, (at) => ({ Id: at, Item: `Category ${at}` })),
  listRegions: regions,
  listLocalities: localities,
  listVehicleMakes: makes.map((name, at) => ({ Id: at, Item: name })),
  listVehicleModels: models.map(({ Model }, at) => ({ Id: at, Item: Model })),
};

const bodyOf = (endpoint: EndpointName, path: string, good: Buffer): unknown => {
  if (endpoint === 'listSectionCategories') {
    const section = Number(/\d+/.exec(path.replace(/^\/v1/, ''))?.[0] ?? 0);
    return many(CATEGORIES, (at) => ({ Id: section * CATEGORIES + at, Item: `Category ${at}` }));
  }
  if (endpoint !== 'getProperties') return lists[endpoint];
  const aggregate: unknown = JSON.parse(good.toString());
  return { ...Object(aggregate), Localities: localities, Regions: regions, VehicleMakes: makes, VehicleModels: models };
};

/** A long invoice. */
const INVOICE = pdfOf(12_000_000);

/** Responds with long lists, and a long invoice. */
export const longLists: Responder = ({ endpoint, request, response, good }) => {
  if (endpoint === 'getInvoice') {
    sendGood(response, good, INVOICE);
    return true;
  }
  const body = bodyOf(endpoint, request.url ?? '', good.bytes);
  if (body === undefined) return false;
  sendGood(response, good, Buffer.from(JSON.stringify(body)));
  return true;
};
