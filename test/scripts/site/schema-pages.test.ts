import { readFileSync } from 'node:fs';
import { isInterfaceType, isIntrospectionType, isObjectType, isSpecifiedScalarType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { parseCoverage } from '../../../scripts/generate/rest-map.ts';
import { queriesOf } from '../../../scripts/site/example-operations.ts';
import { describeNull, describePrice, readOrigins } from '../../../scripts/site/field-facts.ts';
import { mutationInputs } from '../../../scripts/site/mutation-inputs.ts';
import { makeSchemaPages } from '../../../scripts/site/schema-pages.ts';
import { schema } from '../../../src/gateway/schema/schema.ts';
import { anchorsOf } from '../../docs/markdown.ts';

const coverage = readFileSync(new URL('../../gateway/coverage.json', import.meta.url), 'utf8');
const origins = readOrigins(parseCoverage(coverage));
const pages = makeSchemaPages(schema, { origins, examples: new Map() });
const byPath = new Map(pages.map((page) => [`/${page.path}`, page.text]));
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

const fieldOf = (coordinate: string) => {
  const [typeName = '', name = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) throw new Error(`The schema has no ${coordinate}.`);
  return field;
};

describe('makeSchemaPages', () => {
  it('makes a page for every type, and links only to what there is', () => {
    expect(pages.map(({ path }) => path).toSorted()).toEqual(types.map(({ name }) => `schema/${name}.md`).toSorted());
    const links = pages.flatMap(({ text }) => [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link = '']) => link));
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const text = byPath.get(path);
      return text === undefined || (anchor !== undefined && !anchorsOf(text).has(anchor));
    });
    expect(links.length).toBeGreaterThan(500);
    expect(broken).toEqual([]);
  });

  it('says price, origin and nullability of every field of objects and interfaces', () => {
    const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type));
    for (const type of withFields) {
      const sections = (byPath.get(`/schema/${type.name}.md`) ?? '').split(/^### /m).slice(1);
      expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(Object.keys(type.getFields()));
      for (const section of sections)
        expect(section).toMatch(/\*\*Price:\*\* .+\n- \*\*Origin:\*\* .+\n- \*\*Null:\*\* \S/);
    }
  });
});

describe('describePrice', () => {
  it.each([
    ['Listing.databaseId', 'no call of its own'],
    ['Listing.title', '1 call: `GET /v1/listings/{id}`; for an entry of a list no call'],
    ['Mutation.signIn', '1 call: `POST /v1/token`'],
    ['Query.listing', '1 call: `GET /v1/listings/{id}`'],
    ['Lookups.fuels', 'up to 2 calls: `GET /v1/properties/fuel`, `GET /v1/properties`; cached by the gateway'],
  ])('says of %s: %s', (coordinate, price) => {
    expect(describePrice(fieldOf(coordinate))).toBe(price);
  });
});

describe('describeNull', () => {
  it.each([
    ['Listing.id', null],
    ['Query.viewer', "it needs a user's token"],
    ['Listing.title', 'its call can fail by itself, with an error at this field; the service may leave it out'],
  ])('says of %s: %s', (coordinate, reason) => {
    expect(describeNull(coordinate, fieldOf(coordinate), origins)).toBe(reason);
  });
});

describe('queriesOf', () => {
  it('writes valid queries that lead to a type, the shortest first', () => {
    const type = schema.getType('Company');
    const texts = { id: '"Listing:7"', first: '2', sectionId: '"1"' };
    const queries = isObjectType(type) ? queriesOf(schema, type, texts) : [];
    expect(queries[0]).toMatch(/^\{ listingDefinition\(id: "Listing:7"\) \{ company \{ id name /);
    for (const query of queries) expect(validate(schema, parse(query))).toEqual([]);
  });
});

describe('mutationInputs', () => {
  it('has an input for every mutation that takes no file', () => {
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(Object.keys(mutationInputs).toSorted()).toEqual(
      mutations.filter((name) => name !== 'uploadListingPhoto').toSorted(),
    );
  });
});
