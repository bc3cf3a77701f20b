import { describe, expect, it } from 'vitest';
import { HOME_COUNTRY_ID, PropertiesCollection } from '../../../src/contract/lookups.ts';
import { fieldsOf, rowsOf, startService, startServiceForAll } from '../running-service.ts';

const service = await startServiceForAll({ demoData: true });
const token = await service.applicationToken();

const get = async (path: string): Promise<unknown> => {
  const { status, body } = await service.call(`/v1/properties${path}`, { token });
  expect(status).toBe(200);
  return body;
};

const pairs = (text: string) =>
  text.split('; ').map((pair) => {
    const [id, ...words] = pair.split(' ');
    return { Id: Number(id), Item: words.join(' ') };
  });

/** The lists of the specification, part 2, to the letter. */
const specified = {
  propertytypes:
    '1 Apartment / Flat; 2 Maisonette; 3 Terraced House; 4 Semi-Detached Villa; 5 Detached Villa; 6 House of character; 11 Penthouse; 12 Bungalow; 13 Palazzo; 14 Garage; 7 Offices; 8 Business Outlet or Shop; 9 Industrial; 10 Other Commercial; 20 Plot; 21 Land (ODZ); 99 Other',
  propertybedrooms: '1 1; 2 2; 3 3; 4 4; 5 5; 6 6; 0 Not Applicable',
  propertygarden: '1 No; 2 Yes; 9 Not Applicable',
  propertyfinish: '1 Site/Land; 2 Shell; 3 Semi-Finished; 4 Finished; 5 Furnished; 99 Other',
  propertypool: '1 No; 2 Yes; 3 Not Applicable',
  fuel: '0 Petrol; 1 Diesel; 2 Electric; 3 Dual Fuel',
  doors: '2 2; 3 3; 4 4; 5 5',
  transmission: '0 Manual; 1 Auto; 2 Semi-Auto',
  imported: '0 No; 1 UK Import; 2 Japan Import; 99 Other Import',
};

describe.each(Object.entries(specified))('GET /v1/properties/%s', (path, values) => {
  it('lists the values of the specification in its order', async () => {
    expect(await get(`/${path}`)).toEqual(pairs(values));
  });
});

describe.each(['candidatestatus', 'education', 'jobtypes', 'vehiclemakes', 'vehiclemodels', 'categories'])(
  'GET /v1/properties/%s',
  (path) => {
    it('lists pairs of a unique id and a name', async () => {
      const rows = rowsOf(await get(`/${path}`));
      expect(rows.length).toBeGreaterThan(2);
      expect(new Set(rows.map(({ Id }) => Id)).size).toBe(rows.length);
      for (const row of rows) expect(row).toEqual({ Id: expect.any(Number), Item: expect.stringMatching(/\S/) });
    });
  },
);

describe('GET /v1/properties/categories/{id}', () => {
  it('lists the categories of a section; all sections together are the full list, in order', async () => {
    const sections = rowsOf((await service.call('/v1/sections', { token })).body);
    const bySection = await Promise.all(sections.map(({ SectionID }) => get(`/categories/${String(SectionID)}`)));
    expect(bySection.flat()).toEqual(await get('/categories'));
  });

  it('is 404 for a section that is not there', async () => {
    expect((await service.call('/v1/properties/categories/99', { token })).status).toBe(404);
  });
});

it.each([0, 1, 2, 3, 4])('GET /v1/properties/filterprices lists rising prices for %i', async (priceFor) => {
  const prices = await get(`/filterprices?pricefor=${priceFor}`);
  if (!Array.isArray(prices)) throw new TypeError('No array');
  const numbers = prices.map(Number);
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

describe.each(['localities', 'regions'])('GET /v1/properties/%s', (path) => {
  it('lists those of a country', async () => {
    expect(rowsOf(await get(`/${path}?CountryId=${HOME_COUNTRY_ID}`)).length).toBeGreaterThan(3);
    expect(await get(`/${path}?CountryId=1`)).toEqual([]);
  });
});

describe('GET /v1/properties', () => {
  it('has every list of the specification, equal to the list of its own endpoint', async () => {
    const all = fieldsOf(await get(''));
    expect(Object.keys(all).sort()).toEqual(Object.keys(PropertiesCollection.fields).sort());
    const own = {
      JobCandidateStatus: '/candidatestatus',
      JobEducation: '/education',
      JobTypes: '/jobtypes',
      PropertyBedrooms: '/propertybedrooms',
      PropertyFinish: '/propertyfinish',
      PropertyGarden: '/propertygarden',
      PropertyPool: '/propertypool',
      PropertyTypes: '/propertytypes',
      VehicleDoors: '/doors',
      VehicleFuel: '/fuel',
      VehicleImported: '/imported',
      VehicleTransmission: '/transmission',
      FilterPrices_PropertyForSale: '/filterprices?pricefor=1',
      FilterPrices_PropertyLongLet: '/filterprices?pricefor=2',
      FilterPrices_PropertyShortLet: '/filterprices?pricefor=3',
      FilterPrices_Cars: '/filterprices?pricefor=4',
    };
    for (const [field, path] of Object.entries(own)) expect(all[field]).toEqual(await get(path));
  });

  it('has regions, localities, makes and models with what they belong to', async () => {
    const all = fieldsOf(await get(''));
    const pairsOf = (rows: unknown) => rowsOf(rows).map(({ Id, Name }) => ({ Id, Item: Name }));
    expect(pairsOf(all['Regions'])).toEqual(await get('/regions?CountryId=125'));
    expect(pairsOf(all['Localities'])).toEqual(await get('/localities?CountryId=125'));
    const regionIds = rowsOf(all['Regions']).map(({ Id }) => Id);
    for (const { RegionId } of rowsOf(all['Localities'])) expect(regionIds).toContain(RegionId);
    expect(rowsOf(await get('/vehiclemakes')).map(({ Item }) => Item)).toEqual(all['VehicleMakes']);
    const models = rowsOf(all['VehicleModels']);
    expect(rowsOf(await get('/vehiclemodels')).map(({ Item }) => Item)).toEqual(models.map(({ Model }) => Model));
    for (const { ParentMake } of models) expect(all['VehicleMakes']).toContain(ParentMake);
  });
});

describe('GET /v1/sections', () => {
  it('lists the sections, or those of a type in any letter case', async () => {
    await using service = await startService();
    const token = await service.applicationToken();
    const all = rowsOf((await service.call('/v1/sections', { token })).body);
    expect(all.map(({ SectionName }) => SectionName)).toEqual(['Classifieds', 'Cars & Parts', 'Properties', 'Jobs']);
    for (const section of all) {
      const type = String(section['SecType']).toUpperCase();
      expect((await service.call(`/v1/sections?type=${type}`, { token })).body).toEqual([section]);
      expect((await service.call(`/v1/sections/${String(section['SectionID'])}`, { token })).body).toEqual(section);
    }
  });

  it('finds nothing of a type that is not there', async () => {
    await using service = await startService();
    const token = await service.applicationToken();
    expect((await service.call('/v1/sections?type=Boats', { token })).body).toEqual([]);
    expect((await service.call('/v1/sections?type=', { token })).body).toEqual([]);
    expect((await service.call('/v1/sections/99', { token })).status).toBe(404);
  });
});
