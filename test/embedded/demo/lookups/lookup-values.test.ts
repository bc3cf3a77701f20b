import { describe, expect, it } from 'vitest';
import { filterPrices } from '../../../../src/embedded/demo/lookups/filter-prices.ts';
import { lookupLists } from '../../../../src/embedded/demo/lookups/lookup-lists.ts';
import { localities, regions } from '../../../../src/embedded/demo/lookups/places.ts';
import { categories, sections } from '../../../../src/embedded/demo/lookups/section-tree.ts';
import { vehicleMakes } from '../../../../src/embedded/demo/lookups/vehicle-makes.ts';

/** Reads `1 Apartment / Flat, 2 Maisonette`, as the specification, part 2, writes lists of values. */
function readValues(text: string): { id: number; item: string }[] {
  return text.split(', ').map((entry) => {
    const [, id = '', item = ''] = /^(\d+) (.+)$/u.exec(entry) ?? [];
    return { id: Number(id), item };
  });
}

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

describe('lookupLists', () => {
  it.each([
    [
      'propertyTypes',
      '1 Apartment / Flat, 2 Maisonette, 3 Terraced House, 4 Semi-Detached Villa, 5 Detached Villa, 6 House of character, 11 Penthouse, 12 Bungalow, 13 Palazzo, 14 Garage, 7 Offices, 8 Business Outlet or Shop, 9 Industrial, 10 Other Commercial, 20 Plot, 21 Land (ODZ), 99 Other',
    ],
    ['bedrooms', '1 1, 2 2, 3 3, 4 4, 5 5, 6 6, 0 Not Applicable'],
    ['gardens', '1 No, 2 Yes, 9 Not Applicable'],
    ['finishLevels', '1 Site/Land, 2 Shell, 3 Semi-Finished, 4 Finished, 5 Furnished, 99 Other'],
    ['pools', '1 No, 2 Yes, 3 Not Applicable'],
    ['fuels', '0 Petrol, 1 Diesel, 2 Electric, 3 Dual Fuel'],
    ['doors', '2 2, 3 3, 4 4, 5 5'],
    ['transmissions', '0 Manual, 1 Auto, 2 Semi-Auto'],
    ['importOrigins', '0 No, 1 UK Import, 2 Japan Import, 99 Other Import'],
  ] as const)('gives %s the values of the specification, in its order', (list, values) => {
    expect(lookupLists[list]).toEqual(readValues(values));
  });

  it.each(Object.entries(lookupLists))('names every value of %s once', (_name, values) => {
    expect(values.length).toBeGreaterThan(1);
    expect(isUnique(values.map(({ id }) => id))).toBe(true);
    expect(isUnique(values.map(({ item }) => item))).toBe(true);
  });
});

describe('sections and categories', () => {
  it('has the four sections of the marketplace', () => {
    expect(sections.map(({ name }) => name)).toEqual(['Classifieds', 'Cars & Parts', 'Properties', 'Jobs']);
    expect(isUnique(sections.map(({ type }) => type))).toBe(true);
  });

  it.each(sections.map(({ id, name }) => [name, id] as const))(
    'gives %s at least six categories',
    (_name, sectionId) => {
      expect(categories.filter((category) => category.sectionId === sectionId).length).toBeGreaterThanOrEqual(6);
    },
  );

  it('lists categories section by section, each id once', () => {
    const order = categories.map(({ sectionId }) => sectionId);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(isUnique(categories.map(({ id }) => id))).toBe(true);
  });

  it('asks for vehicle fields only of cars, and for property fields of all properties', () => {
    const fieldsIn = (section: number) =>
      new Set(categories.filter(({ sectionId }) => sectionId === section).map(({ fields }) => fields));
    expect([1, 2, 3, 4].map(fieldsIn)).toEqual([
      new Set(['none']),
      new Set(['vehicle', 'none']),
      new Set(['property']),
      new Set(['none']),
    ]);
    const parts = categories.filter(({ sectionId, name }) => sectionId === 2 && /part|wheel|audio|gear/iu.test(name));
    expect(new Set(parts.map(({ fields }) => fields))).toEqual(new Set(['none']));
  });

  it('limits photos to a possible number and size', () => {
    const specs = categories.map(({ photoSpecs }) => photoSpecs);
    expect(specs.filter(({ min, max }) => min < 0 || max <= min)).toEqual([]);
    expect(specs.filter(({ maxWidth, maxHeight }) => Math.min(maxWidth, maxHeight) < 600)).toEqual([]);
  });
});

describe('regions and localities', () => {
  it('covers the 68 local councils and well-known places, each in a region of country 125', () => {
    const regionIds = new Set(regions.map(({ id }) => id));
    expect(localities.length).toBeGreaterThan(68);
    expect(localities.filter(({ id }) => id % 100 < 51)).toHaveLength(68);
    expect(localities.filter(({ countryId, regionId }) => countryId !== 125 || !regionIds.has(regionId))).toEqual([]);
    expect(regions.every(({ countryId }) => countryId === 125)).toBe(true);
  });

  it('names and numbers every locality once', () => {
    expect(isUnique(localities.map(({ id }) => id))).toBe(true);
    expect(isUnique(localities.map(({ name }) => name))).toBe(true);
  });

  it('puts Gozitan villages on Gozo', () => {
    const gozo = regions.find(({ name }) => name.includes('Gozo'))?.id;
    for (const village of ['Nadur', 'Xagħra', 'Għarb', 'Xlendi']) {
      expect(localities.find(({ name }) => name === village)?.regionId).toBe(gozo);
    }
  });
});

describe('vehicleMakes', () => {
  it('has at least 40 makes and 300 models, with ids that never repeat', () => {
    const models = vehicleMakes.flatMap((make) => make.models);
    expect(vehicleMakes.length).toBeGreaterThanOrEqual(40);
    expect(models.length).toBeGreaterThanOrEqual(300);
    expect(isUnique(vehicleMakes.map(({ id }) => id))).toBe(true);
    expect(isUnique(vehicleMakes.map(({ name }) => name))).toBe(true);
    expect(isUnique(models.map(({ id }) => id))).toBe(true);
  });

  it('names a model once within its make, though two makes may share a name', () => {
    const repeating = vehicleMakes.filter(({ models }) => !isUnique(models.map(({ name }) => name)));
    expect(repeating).toEqual([]);
    const names = vehicleMakes.flatMap(({ models }) => models.map(({ name }) => name));
    expect(isUnique(names)).toBe(false);
  });
});

describe('filterPrices', () => {
  it.each(Object.entries(filterPrices))('lists ascending whole euros for %s', (_name, prices) => {
    expect(prices.length).toBeGreaterThan(10);
    expect(prices.every((price) => Number.isSafeInteger(price) && price > 0)).toBe(true);
    expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => a - b));
  });
});
