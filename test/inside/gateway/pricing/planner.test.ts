import { type ExecutionArgs, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { describeCosts, type Plan } from '../../../../src/gateway/pricing/plan.ts';
import { planOperation } from '../../../../src/gateway/pricing/planner.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';

type Variables = Readonly<Record<string, unknown>>;

const plan = (text: string, variableValues: Variables = {}, more: Partial<ExecutionArgs> = {}): Plan => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const planned = planOperation({ schema, document, variableValues, ...more });
  if (planned === null) throw new Error('There is no plan.');
  return planned;
};

const total = (text: string, variables?: Variables): number => plan(text, variables).total;

const onListing = (selection: string): string => `{ listing(id: 7) { ${selection} } }`;
const watched = (args: string, selection: string): string =>
  `{ viewer { watchedListings(${args}) { nodes { ${selection} } } } }`;

describe('The plan of an operation', () => {
  it.each([
    ['nothing, for what the gateway knows by itself', '{ __typename __schema { queryType { name } } }', 0],
    ['nothing, for links whose keys are at hand', '{ viewer { __typename } lookups { __typename } }', 0],
    [
      'one call, for any fields of one listing',
      onListing('title seller { name } related { id title } photos { url } url'),
      1,
    ],
    ['one call more, for what only its owner sees', onListing('title definition { title price { amount } }'), 2],
    [
      'one call each, for what comes from elsewhere',
      onListing('preview { title } viewerInfo { isWatching } premiumOptions { option }'),
      4,
    ],
    [
      'the detail, the definition, and the list here or there, for a label of a vehicle',
      onListing('vehicle { fuel { label } }'),
      4,
    ],
    [
      'one call, for a whole page of entries',
      watched('first: 50', 'id title price { amount } section { key } viewerIsWatching'),
      1,
    ],
    [
      'one call and lookup lists, for all that cards show',
      watched(
        'first: 100',
        'title description imageUrl thumbnailUrl attributes { text } vehicle { mileage fuel { label } make { key } }',
      ),
      3,
    ],
    [
      'one call and the localities, for where the listings of a page are',
      watched('first: 100', 'locality { label } property { bedroomCount }'),
      3,
    ],
    [
      'one call, for whose the caller’s own listings are',
      `{ viewer { listings(sectionId: 2) { nodes { viewerIsOwner } } } }`,
      1,
    ],
    ['the detail and the short form, for the main picture', onListing('imageUrl thumbnailUrl photos { isMain }'), 2],
    [
      'the detail, the short form and the account, for whose a listing is',
      onListing('viewerIsOwner preview { title }'),
      3,
    ],
    ['one call an entry, for what entries lack', watched('first: 9', 'title url'), 10],
    ['20 entries, when no size is given', '{ viewer { watchedListings { nodes { url } } } }', 21],
    ['one list of sections, for the names of all', watched('first: 50', 'section { label type }'), 2],
    [
      'a list of categories for each section that is priced, not for each entry',
      watched('first: 50', 'section { categories { label } }'),
      11,
    ],
    ['the lists of all sections, to find the section of a category', '{ categories { section { key } } }', 12],
    ['no search, for the section of a category that a listing tells', onListing('category { section { key } }'), 1],
    ['the account once, however many fields need it', '{ viewer { id name companies { id } sharedUsers { id } } }', 1],
    [
      'one call for each set of arguments',
      '{ viewer { a: invoice(orderId: 1) { size } b: invoice(orderId: 1) { downloadUrl } c: invoice(orderId: 2) { size } } }',
      2,
    ],
    [
      'the limits of each category, besides its section',
      '{ categories(sectionId: 2) { photoSpecs { maxCount } } }',
      101,
    ],
    ['the caller’s listings of each section', '{ viewer { sections { listings(first: 3) { nodes { title } } } } }', 11],
    ['the token', '{ tokenInfo { username } }', 1],
  ])('is %s', (_what, text, calls) => {
    expect(total(text)).toBe(calls);
  });

  it('counts a thing once, by whatever alias, path or form of its id it is reached', () => {
    expect(
      total(`{
        a: listing(id: 7) { title }
        b: listing(id: "Listing:7") { url related(first: 3) { title } }
        node(id: "Listing:7") { ... on Listing { description } }
        nodes(ids: ["Listing:7", "Listing:7", "Listing:8"]) { id }
        listingDefinition(id: 7) { listing { seller { name } definition { title } } }
        listingPreview(id: 7) { listing { title preview { url } } }
      }`),
    ).toBe(4);
  });

  it('counts the same page once, and another size, filter or order of it for itself', () => {
    const page = (args: string) => `listings(sectionId: 2, ${args}) { totalCount }`;
    expect(total(`{ viewer { a: ${page('first: 5')} b: ${page('first: 5')} } }`)).toBe(1);
    expect(
      total(`{ viewer {
        a: ${page('first: 5')} b: ${page('first: 6')} c: ${page('first: 5, text: "red"')} d: ${page('first: 5, view: EXPIRED')}
      } }`),
    ).toBe(4);
  });

  it('takes two calls for a page that is counted from its end, with or without "before"', () => {
    expect(total('{ viewer { watchedListings(last: 5) { totalCount } } }')).toBe(2);
    expect(total('{ viewer { watchedListings(last: 5, before: "x") { totalCount } } }')).toBe(2);
    expect(total('{ viewer { accountEntries(last: 5, before: "x") { nodes { id } } } }')).toBe(2);
    expect(
      total('{ viewer { a: watchedListings(last: 5) { totalCount } b: watchedListings(last: 6) { totalCount } } }'),
    ).toBe(4);
    expect(total('{ viewer { watchedListings(last: 5) { nodes { url } } } }')).toBe(7);
  });

  it('multiplies page sizes and numbers of similar listings', () => {
    expect(total(onListing('related(first: 5) { url }'))).toBe(6);
    expect(total(onListing('related(first: 5) { related(first: 3) { title } }'))).toBe(6);
    expect(total(onListing('related(first: 5) { related(first: 3) { url } }'))).toBe(21);
    expect(total(watched('first: 4', 'related(first: 2) { preview { title } }'))).toBe(13);
  });

  it('takes the larger of two numbers for one listing, and both for several', () => {
    expect(total(onListing('a: related(first: 2) { url } b: related(first: 5) { photos { url } }'))).toBe(6);
    const nested = (outer: number, inner: number) => `related(first: ${outer}) { related(first: ${inner}) { url } }`;
    // Of two similar listings five each, of ten listings three each: 2 × 5 + 8 × 3 different ones.
    expect(total(onListing(`a: ${nested(2, 5)} b: ${nested(10, 3)}`))).toBeGreaterThanOrEqual(1 + 10 + 34);
  });

  it('reads sizes and ids from variables, their defaults, and null', () => {
    const text =
      'query ($size: Int = 3, $id: ID = "7") { viewer { watchedListings(first: $size) { nodes { url } } } listing(id: $id) { title } }';
    expect(total(text)).toBe(5);
    expect(total(text, { size: 10, id: '8' })).toBe(12);
    expect(total(text, { size: null })).toBe(22);
  });

  it('leaves out what @skip and @include leave out, on fields and on fragments', () => {
    const text = `query ($on: Boolean!) {
      listing(id: 7) {
        title
        premiumOptions @include(if: $on) { option }
        ... @skip(if: $on) { viewerInfo { isWatching } preview { title } }
        ...Definition @include(if: $on)
      }
    }
    fragment Definition on Listing { definition { title } }`;
    expect(total(text, { on: true })).toBe(3);
    expect(total(text, { on: false })).toBe(3);
    expect(total(onListing('title definition @skip(if: true) { title } preview @include(if: true) { title }'))).toBe(2);
  });

  it('follows fragments only on types that the object can have', () => {
    const fields = `
      ... on Listing { url }
      ... on Section { categories { label } }
      ...Named
      ... on Lookup { label }`;
    const named = 'fragment Named on Category { section { label } }';
    const node = (id: string) => `{ node(id: "${id}") { ${fields} } } ${named}`;
    expect(total(node('Listing:7'))).toBe(1);
    expect(total(node('Section:2'))).toBe(2);
    expect(total(node('Category:201'))).toBe(12);
    expect(total(node('LookupValue:FUEL/0'))).toBe(2);
    expect(total(node('Nothing:1'))).toBe(0);
    expect(total(`{ node(id: "User:5") { ... on User { username watchedListings { totalCount } } } }`)).toBe(2);
  });

  it('counts lists once each, and the aggregate once, which may have what their own endpoints lack', () => {
    expect(total('{ lookups { fuels { key } } }')).toBe(2);
    expect(total('{ lookups { fuels { key } values(list: FUEL) { label } } }')).toBe(2);
    expect(total('{ lookups { fuels { key } pools { key } } }')).toBe(3);
    expect(total('{ lookups { fuels { key } localities { label } regions { label } vehicleMakes { key } } }')).toBe(5);
    expect(
      total('{ lookups { a: filterPrices(for: CARS) { amount } b: filterPrices(for: GENERIC) { amount } } }'),
    ).toBe(3);
    expect(total('{ lookups { regions(countryId: 39) { label } } }')).toBe(2);
  });

  it('counts each change, and what is read after each', () => {
    const watch = (alias: string, selection: string) =>
      `${alias}: watchListing(input: { id: 7 }) { listing { ${selection} } }`;
    expect(
      total(`mutation { ${watch('a', 'id viewerIsWatching')} ${watch('b', 'title')} ${watch('c', 'title url')} }`),
    ).toBe(5);
    expect(total('mutation { signIn(input: { username: "a", password: "b" }) { session { accessToken } } }')).toBe(1);
  });

  it.each([
    ['is not there', '{ tokenInfo { username } }', {}, 'Other'],
    ['lacks a variable', 'query ($id: ID!) { listing(id: $id) { title } }', {}, undefined],
    ['has a variable of another type', 'query ($id: ID!) { listing(id: $id) { title } }', { id: {} }, undefined],
  ])('is none where the operation %s', (_what, text, variableValues, operationName) => {
    const args = { schema, document: parse(text), variableValues, operationName };
    expect(planOperation(args)).toBeNull();
  });
});

describe('The costs that a plan names', () => {
  it('are the highest first, by the path in the response, and calls of one field are added up', () => {
    const text = `{
      viewer { watched: watchedListings(first: 30) { nodes { url premiumOptions { option } } } username }
      nodes(ids: ["Listing:1", "Listing:2", "Listing:3"]) { id }
    }`;
    expect(describeCosts(plan(text))).toBe(
      'viewer.watched.nodes.url up to 30; viewer.watched.nodes.premiumOptions up to 30; nodes up to 3',
    );
  });
});
