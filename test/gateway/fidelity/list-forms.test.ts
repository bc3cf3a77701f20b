import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { codesOf, dataOf, type GraphqlResponse, valueAt } from '../../support/graphql-client.ts';
import { nothingKept, startScriptedGateway, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';

interface ListField {
  readonly path: string;
  /** The body with a list in its place. */
  readonly body: (list: unknown) => unknown;
  readonly query: string;
  /** Where the list is in the data. */
  readonly at: string;
  /** Two entries as the service gives them, and as clients see them. */
  readonly entries: readonly [unknown, unknown];
  readonly shown: readonly [unknown, unknown];
  /** Given when it is asked for elsewhere where it cannot be read. */
  readonly hasOtherSource?: true;
  /** Given where the schema has no null. */
  readonly isNeverNull?: boolean;
  /** Given for a list that is paged by its rows, whether or not they can be read. */
  readonly isCounted?: true;
  /** Entries without what names them. */
  readonly nameless?: readonly unknown[];
  /** What is still there when the list cannot be read, and where. */
  readonly neighbour?: readonly [path: string, value: unknown];
}

const listing = (field: string) => (list: unknown) => ({ PKID: 7, Title: 'A van', Seller: 'Ann', [field]: list });
const ofListing = (field: string, selection: string, at: string): Omit<ListField, 'entries' | 'shown'> => ({
  path: '/v1/listings/7',
  body: listing(field),
  query: `{ listing(id: 7) { title ${selection} } }`,
  at: `listing.${at}`,
  neighbour: ['listing.title', 'A van'],
});
const ofSeller = (field: string, selection: string, at: string): Omit<ListField, 'entries' | 'shown'> => ({
  ...ofListing(field, `seller { name ${selection} }`, `seller.${at}`),
  isNeverNull: true,
  neighbour: ['listing.seller.name', 'Ann'],
});

const ofAccount = (field: string, name: string): ListField => ({
  path: '/v1/user/details',
  body: (list) => ({ UserID: 5, Name: 'Ann', [field]: list }),
  query: `{ viewer { name ${name} { name } } }`,
  at: `viewer.${name}`,
  entries: [
    { Id: 1, Name: 'C' },
    { Id: 2, Name: 'D' },
  ],
  shown: [{ name: 'C' }, { name: 'D' }],
  nameless: [{ Name: 'C' }],
  neighbour: ['viewer.name', 'Ann'],
});
const fuels: Pick<ListField, 'at' | 'entries' | 'shown'> = {
  at: 'lookups.fuels',
  entries: [
    { Id: 0, Item: 'Petrol' },
    { Id: 1, Item: 'Diesel' },
  ],
  shown: [
    { key: '0', label: 'Petrol' },
    { key: '1', label: 'Diesel' },
  ],
};

const fields: Readonly<Record<string, ListField>> = {
  'ItemDetail.Telephones': {
    ...ofSeller('Telephones', 'telephones', 'telephones'),
    entries: ['111', '222'],
    shown: ['111', '222'],
  },
  'ItemDetail.ImageUrls': {
    ...ofListing('ImageUrls', 'photos { url }', 'photos'),
    entries: ['a', 'b'],
    shown: [{ url: 'a' }, { url: 'b' }],
  },
  'ItemDetail.Contacts': {
    ...ofSeller('Contacts', 'contacts { fullName }', 'contacts'),
    entries: [{ FullName: 'Joe' }, { FullName: 'Eve' }],
    shown: [{ fullName: 'Joe' }, { fullName: 'Eve' }],
  },
  'ContactDetails.Telephones': {
    ...ofSeller('Contacts', 'contacts { fullName telephones }', 'contacts.0.telephones'),
    body: (list) => listing('Contacts')([{ FullName: 'Joe', Telephones: list }]),
    neighbour: ['listing.seller.contacts.0.fullName', 'Joe'],
    entries: ['111', '222'],
    shown: ['111', '222'],
  },
  'ItemDetail.Related': {
    ...ofListing('Related', 'related { id title }', 'related'),
    entries: [
      { PKID: 8, Title: 'B' },
      { PKID: 9, Title: 'C' },
    ],
    shown: [
      { id: 'Listing:8', title: 'B' },
      { id: 'Listing:9', title: 'C' },
    ],
    nameless: [{ PKID: null, Title: 'B' }],
  },
  'ListingDefinition.Images': {
    path: '/v1/listings/definition/7',
    body: (list) => ({ PKID: 7, Title: 'A van', Images: list }),
    query: '{ listingDefinition(id: 7) { title photos { index url } } }',
    at: 'listingDefinition.photos',
    entries: [
      { Index: 0, SizeClass: 0, Url: 'a' },
      { Index: 1, SizeClass: 0, Url: 'b' },
    ],
    shown: [
      { index: 0, url: 'a' },
      { index: 1, url: 'b' },
    ],
    neighbour: ['listingDefinition.title', 'A van'],
  },
  'ListingUserInfo.StartedThreads': {
    path: '/v1/listings/7/userinfo',
    body: (list) => ({ UnreadMsgs: 3, StartedThreads: list }),
    query: '{ listing(id: 7) { title viewerInfo { unreadMessageCount startedThreads { databaseId } } } }',
    at: 'listing.viewerInfo.startedThreads',
    entries: [{ ThreadID: 1 }, { ThreadID: 2 }],
    shown: [{ databaseId: '1' }, { databaseId: '2' }],
    isNeverNull: true,
    nameless: [{ UserID: 3 }],
    neighbour: ['listing.viewerInfo.unreadMessageCount', 3],
  },
  'PremiumOptionsStatusResult.options': {
    path: '/v1/listings/7/premiumoptions',
    body: (list) => ({ options: list }),
    query: '{ listing(id: 7) { title premiumOptions { isActive } } }',
    at: 'listing.premiumOptions',
    entries: [
      { Option: 1, Active: true },
      { Option: 2, Active: false },
    ],
    shown: [{ isActive: true }, { isActive: false }],
    neighbour: ['listing.title', 'A van'],
  },
  'UserDetailsResponse.Companies': ofAccount('Companies', 'companies'),
  'UserDetailsResponse.SharedUsers': ofAccount('SharedUsers', 'sharedUsers'),
  'ListingResults.Items': {
    path: '/v1/user/watchedlistings',
    body: (list) => ({ Items: list, MainSecType: 'cars' }),
    query: '{ viewer { watchedListings { nodes { title } } } }',
    at: 'viewer.watchedListings.nodes',
    entries: [
      { PKID: 8, Title: 'B' },
      { PKID: 9, Title: 'C' },
    ],
    shown: [{ title: 'B' }, { title: 'C' }],
  },
  'AccountResult.AccountEntries': {
    path: '/v1/user/account',
    body: (list) => ({ AccountEntries: list, Balance: 5 }),
    query: '{ viewer { accountEntries { nodes { description } } } }',
    isCounted: true,
    at: 'viewer.accountEntries.nodes',
    entries: [{ Description: 'B' }, { Description: 'C' }],
    shown: [{ description: 'B' }, { description: 'C' }],
  },
  'a list of lookups': {
    ...fuels,
    path: '/v1/properties/fuel',
    body: (list) => list,
    query: '{ lookups { fuels { key label } } }',
  },
  'PropertiesCollection.VehicleFuel': {
    ...fuels,
    path: '/v1/properties',
    body: (list) => ({ VehicleFuel: list, VehicleDoors: [{ Id: 5, Item: 'Five' }] }),
    query: '{ lookups { fuels { key label } doors { label } } }',
    hasOtherSource: true,
  },
};

const numbered = (entry: unknown, id: string): unknown => (typeof entry === 'object' ? { $id: id, ...entry } : entry);

/** Forms of a list of two. */
const forms: Readonly<Record<string, (entries: readonly [unknown, unknown]) => unknown>> = {
  'as it is declared': (entries) => entries,
  'with references': ([one, two]) => ({ $id: '10', $values: [numbered(one, '11'), numbered(two, '12')] }),
  'with the type of the list': (entries) => ({ $type: 'System.Collections.Generic.List`1', $values: entries }),
  'in an envelope': (entries) => ({ Items: entries }),
  'in an element that is called otherwise': (entries) => ({ Entry: entries }),
  'with null behind it': (entries) => [...entries, null],
};

const textFields = Object.values(fields).filter(({ entries }) => typeof entries[0] === 'string');

/** Forms of a list of one, the first. */
const singleForms: Readonly<Record<string, (entry: unknown) => unknown>> = {
  alone: (entry) => entry,
  'alone with its number': (entry) => numbered(entry, '11'),
  'with references': (entry) => ({ $id: '10', $values: [numbered(entry, '11')] }),
};

const unreadable: Readonly<Record<string, unknown>> = {
  'an empty object': {},
  'an object of something else': { alpha: 1, beta: { gamma: 2 } },
  'a list of such': [{ alpha: 1, beta: 2 }],
  true: true,
  'a list of lists': [[['x']]],
  'a list of nulls': [null, null],
};

const gateway = await startScriptedGatewayForAll(nothingKept);

const ask = async ({ path, body, query }: ListField, list: unknown) => {
  gateway.clock.advance(300_000);
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A van' } });
  gateway.upstream.on('GET', path, { json: body(list) });
  return await gateway.ask(query);
};

/** What clients see of a list: its errors, whether it looks empty, and what is beside it. */
const seenOf = ({ at, isNeverNull, neighbour: [path] = [at, null] }: ListField, answer: GraphqlResponse) => ({
  codes: [...new Set(codesOf(answer))],
  isEmpty: JSON.stringify(answer.data).includes('[]'),
  paths: isNeverNull ? answer.errors.map((error) => error.path?.join('.')) : [],
  beside: path === at ? undefined : valueAt(answer, path),
});

/** It is null, or empty where the schema has no null, with an error; and what is beside it is there. */
const noListOf = ({ at, isNeverNull = false, neighbour: [, beside] = ['', undefined] }: ListField) => ({
  codes: ['UPSTREAM_INVALID'],
  isEmpty: isNeverNull,
  paths: isNeverNull ? [at] : [],
  beside,
});

describe.each(Object.entries(fields))('%s', (name, field) => {
  const offset = Object.keys(fields).indexOf(name);

  it.each(sampled(9, Object.entries(forms), offset))('is read %s', async (_form, form) => {
    const answer = await ask(field, form(field.entries));
    dataOf(answer);
    expect(valueAt(answer, field.at)).toEqual(field.shown);
  });

  it.each(sampled(3, Object.entries(singleForms), offset))(
    'may have one thing in its place, %s',
    async (_form, form) => {
      const answer = await ask(field, form(field.entries[0]));
      dataOf(answer);
      expect(valueAt(answer, field.at)).toEqual([field.shown[0]]);
    },
  );

  const odd = Object.entries(unreadable).filter(([form]) => !(field.isCounted && form === 'a list of nulls'));

  it.each(field.hasOtherSource ? [] : sampled(9, odd, offset))('is null with an error for %s', async (_what, list) => {
    const answer = await ask(field, list);
    expect(seenOf(field, answer)).toEqual(noListOf(field));
  });

  it.each(field.nameless === undefined ? [] : [[field.nameless]])(
    'is null with an error where nothing in it has a name: %j',
    async (nameless) => {
      const answer = await ask(field, nameless);
      expect(seenOf(field, answer)).toEqual(noListOf(field));
    },
  );
});

describe.each(textFields)('$at', (field) => {
  const [one, two] = field.entries;
  it.each([
    [[{ Number: one }, { $id: '2', Number: two }], field.shown],
    [{ Home: one }, [field.shown[0]]],
  ])('may have texts that are alone in objects: %j', async (list, shown) => {
    const answer = await ask(field, list);
    dataOf(answer);
    expect(valueAt(answer, field.at)).toEqual(shown);
  });
});

describe('A thing that a body names elsewhere', () => {
  const contact = { $id: '3', FullName: 'Joe' };

  it.each<[string, object, unknown]>([
    ['before', { Extra: { $id: '2', $values: [contact] }, Contacts: [{ $ref: '3' }] }, [{ fullName: 'Joe' }]],
    ['behind', { Contacts: { $id: '2', $values: [{ $ref: '3' }] }, Extra: contact }, [{ fullName: 'Joe' }]],
    ['twice', { Contacts: [contact, { $ref: '3' }] }, [{ fullName: 'Joe' }, { fullName: 'Joe' }]],
    ['by a whole list', { Extra: { $id: '2', $values: [contact] }, Contacts: { $ref: '2' } }, [{ fullName: 'Joe' }]],
    [
      'by a reference',
      { Extra: { Other: { $id: 4, FullName: 'Eve' } }, Contacts: [{ $ref: '4' }] },
      [{ fullName: 'Eve' }],
    ],
  ])('is read: %s', async (_where, json, shown) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { $id: '1', PKID: 7, ...json } });
    const answer = await gateway.ask('{ listing(id: 7) { seller { contacts { fullName } } } }');
    expect(dataOf(answer)).toEqual({ listing: { seller: { contacts: shown } } });
  });

  it('is nothing where it is around itself, and empty where it is not there', async () => {
    await using gateway = await startScriptedGateway();
    const json = { $id: '1', PKID: 7, Title: 'A', Company: { $ref: '1' }, User: { Me: { $ref: '9' }, Id: 3 } };
    gateway.upstream.on('GET', '/v1/listings/7', { json });
    expect(dataOf(await gateway.ask('{ listing(id: 7) { title seller { companyData userData } } }'))).toEqual({
      listing: { title: 'A', seller: { companyData: null, userData: { Me: {}, Id: 3 } } },
    });
  });

  it('is no list where it is not there', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ImageUrls: { $ref: '9' } } });
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: { $ref: '9' } } });
    const answer = await gateway.ask('{ listing(id: 7) { photos { url } } viewer { watchedListings { totalCount } } }');
    expect(answer.data).toEqual({ listing: { photos: null }, viewer: { watchedListings: null } });
    expect(codesOf(answer)).toEqual(['UPSTREAM_INVALID', 'UPSTREAM_INVALID']);
  });

  it('is UPSTREAM_INVALID where references double without end', async () => {
    await using gateway = await startScriptedGateway();
    const doubling = Array.from({ length: 40 }, (_, at) => [
      `F${at}`,
      { $id: `${at}`, A: { $ref: `${at + 1}` }, B: { $ref: `${at + 1}` } },
    ]);
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Company: Object.fromEntries(doubling) } });
    expect(codesOf(await gateway.ask('{ listing(id: 7) { seller { companyData } } }'))).toEqual(['UPSTREAM_INVALID']);
  });
});
