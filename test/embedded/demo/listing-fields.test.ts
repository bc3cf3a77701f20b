import { describe, expect, it } from 'vitest';
import type { LookupList } from '../../../src/embedded/database/lookup-labels.ts';
import { createDemoListings } from '../../../src/embedded/demo/listings/demo-listings.ts';
import { lookupLists } from '../../../src/embedded/demo/lookups/lookup-lists.ts';
import { categories } from '../../../src/embedded/demo/lookups/section-tree.ts';
import { vehicleMakes } from '../../../src/embedded/demo/lookups/vehicle-makes.ts';

const listings = createDemoListings();
const fieldsOf = new Map(categories.map(({ id, fields }) => [id, fields]));
const isKey = (list: LookupList, key: number): boolean => lookupLists[list].some(({ id }) => id === key);

describe('vehicle fields of demo listings', () => {
  const vehicles = listings.flatMap(({ vehicle }) => (vehicle === null ? [] : [vehicle]));

  it('are given exactly in categories that carry them', () => {
    const wrong = listings.filter((l) => (l.vehicle !== null) !== (fieldsOf.get(l.categoryId) === 'vehicle'));
    expect(wrong).toEqual([]);
    expect(vehicles.length).toBeGreaterThan(60);
  });

  it('name a make of the list and one of its models', () => {
    const models = new Map(vehicleMakes.map((make) => [make.name, make.models.map(({ name }) => name)]));
    expect(vehicles.filter(({ make, model }) => !(models.get(make) ?? []).includes(model))).toEqual([]);
  });

  it('use keys of the lookup lists', () => {
    expect(vehicles.filter(({ fuel }) => !isKey('fuels', fuel))).toEqual([]);
    expect(vehicles.filter(({ transmission }) => !isKey('transmissions', transmission))).toEqual([]);
    expect(vehicles.filter(({ doors }) => !isKey('doors', doors))).toEqual([]);
    expect(vehicles.filter(({ imported }) => !isKey('importOrigins', imported))).toEqual([]);
  });

  it('have a plausible year, mileage and engine, and no cubic centimetres when electric', () => {
    expect(vehicles.filter(({ regYear }) => regYear < 1_950 || regYear > 2_024)).toEqual([]);
    expect(vehicles.filter(({ mileage }) => mileage < 100 || mileage > 230_000)).toEqual([]);
    expect(vehicles.filter(({ engineSize, fuel }) => (engineSize === 0) !== (fuel === 2))).toEqual([]);
    expect(vehicles.filter(({ engineSize }) => engineSize !== 0 && (engineSize < 500 || engineSize > 7_000))).toEqual(
      [],
    );
  });
});

describe('property fields of demo listings', () => {
  const properties = listings.flatMap(({ property }) => (property === null ? [] : [property]));

  it('are given exactly in categories that carry them', () => {
    const wrong = listings.filter((l) => (l.property !== null) !== (fieldsOf.get(l.categoryId) === 'property'));
    expect(wrong).toEqual([]);
  });

  it('use keys of the lookup lists, and most kinds of property', () => {
    expect(properties.filter(({ propertyType }) => !isKey('propertyTypes', propertyType))).toEqual([]);
    expect(properties.filter(({ bedrooms }) => !isKey('bedrooms', bedrooms))).toEqual([]);
    expect(properties.filter(({ finishLevel }) => !isKey('finishLevels', finishLevel))).toEqual([]);
    expect(properties.filter(({ gardenOrYard }) => !isKey('gardens', gardenOrYard))).toEqual([]);
    expect(properties.filter(({ pool }) => !isKey('pools', pool))).toEqual([]);
    expect(new Set(properties.map(({ propertyType }) => propertyType)).size).toBeGreaterThanOrEqual(12);
  });

  it('give land and garages no bedrooms, pool or garden', () => {
    const bare = listings.filter(({ categoryId }) => categoryId === 306 || categoryId === 307);
    const details = bare.map(({ property }) => [property?.bedrooms, property?.pool, property?.gardenOrYard]);
    expect(new Set(details.map(String))).toEqual(new Set(['0,3,9']));
  });
});
