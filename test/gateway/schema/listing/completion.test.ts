import { describe, expect, it } from 'vitest';
import { codesOf, columnAt, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { TestClock } from '../../../support/running-gateway.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { startWorld } from '../../../support/world.ts';
import { scriptLists } from '../../scripted-lists.ts';

const DETAIL = 'GET /v1/listings/{id}';
const DEFINITION = 'GET /v1/listings/definition/{id}';
const NODES = 'viewer.watchedListings.nodes';

/** Scripts the watch list, and a detail for each listing. */
const start = async (Items: readonly object[], settings = {}, clock = new TestClock()): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway(settings, clock);
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items, TotalResults: Items.length } });
  gateway.upstream.on('GET', '/v1/listings/{id}', ({ path }) => ({
    json: {
      PKID: Number(path.split('/').at(-1)),
      Description: 'From the detail',
      ExtraParamsType: 1,
      N_Params: { VehicleMake: 'Fiat', Mileage: 1, Fuel: '1', LocalityId: '77' },
    },
  }));
  return gateway;
};

/** What no listing is without. */
const always = { Title: 'A', SectionId: 2, CategoryId: 3, DateAddedUTC: '2025-01-01' };

const watched = (fields: string): string => `{ viewer { watchedListings { nodes { ${fields} } } } }`;

describe('A field that an entry of a list does not have', () => {
  it('is read from the detail when no entry of the response has it: one call a listing, whatever is asked for', async () => {
    await using gateway = await start([{ PKID: 7, Title: 'A' }]);
    const response = await gateway.ask(watched('title description kind again: description attributes { name }'));
    dataOf(response);
    expect(valueAt(response, `${NODES}.0`)).toMatchObject({
      title: 'A',
      description: 'From the detail',
      kind: 'VEHICLE',
      again: 'From the detail',
    });
    expect(gateway.upstream.count(DETAIL)).toBe(1);
  });

  it('is null without a call when the entry says null', async () => {
    await using gateway = await start([{ PKID: 7, Description: null }]);
    expect(valueAt(await gateway.ask(watched('description')), NODES)).toEqual([{ description: null }]);
    expect(gateway.upstream.count(DETAIL)).toBe(0);
  });

  it('is read from the detail where the entry is an extract, whatever the others are', async () => {
    await using gateway = await start([{ PKID: 7 }, { PKID: 8, ...always, Description: 'From the list' }]);
    const nodes = columnAt(await gateway.ask(watched('description vehicle { mileage }')), NODES, 'description');
    expect(nodes).toEqual(['From the detail', 'From the list']);
  });

  it('is null without a call when another entry has it: the service leaves out what is null', async () => {
    await using gateway = await start([
      { PKID: 7, ...always },
      { PKID: 8, ...always, Description: 'From the list' },
    ]);
    const ask = () => gateway.ask(watched('description'));
    expect(columnAt(await ask(), NODES, 'description')).toEqual([null, 'From the list']);
    expect(gateway.upstream.count(DETAIL)).toBe(0);
  });

  it('is completed in one list though another has it: endpoints write entries of their own', async () => {
    await using gateway = await start([{ PKID: 7, Description: 'From the list' }]);
    gateway.upstream.on('GET', '/v1/listings/8', { json: { PKID: 8, Related: [{ PKID: 7, Title: 'A' }] } });
    const response = await gateway.ask(
      '{ viewer { watchedListings { nodes { description } } } listing(id: 8) { related(first: 1) { description } } }',
    );
    expect(valueAt(response, NODES)).toEqual([{ description: 'From the list' }]);
    expect(valueAt(response, 'listing.related')).toEqual([{ description: 'From the detail' }]);
  });

  it('is found by its name in another case', async () => {
    await using gateway = await start([{ pkid: 7, DESCRIPTION: 'From the list' }]);
    expect(columnAt(await gateway.ask(watched('description')), NODES, 'description')).toEqual(['From the list']);
    expect(gateway.upstream.count(DETAIL)).toBe(0);
  });

  it('is the same whatever other callers were sent meanwhile', async () => {
    await using gateway = await start([{ PKID: 7 }]);
    const ask = async () => columnAt(await gateway.ask(watched('description')), NODES, 'description');
    expect(await ask()).toEqual(['From the detail']);
    gateway.upstream.once('GET', '/v1/user/watchedlistings', {
      json: { Items: [{ PKID: 8, Description: 'From the list' }], TotalResults: 1 },
    });
    expect(columnAt(await gateway.query(watched('description'), { token: 'other' }), NODES, 'description')).toEqual([
      'From the list',
    ]);
    for (let time = 0; time < 6; time += 1) expect(await ask()).toEqual(['From the detail']);
  });

  it('is taken from the detail that is read for another field, though another entry has it', async () => {
    await using gateway = await start([{ PKID: 7 }, { PKID: 8, Description: 'From the list' }]);
    const response = await gateway.ask(watched('description viewCount'));
    expect(columnAt(response, NODES, 'description')).toEqual(['From the detail', 'From the list']);
    expect(gateway.upstream.count(DETAIL)).toBe(2);
  });

  it('is null without a call when it is optional, and the entry has all that every listing has', async () => {
    const whole = { ...always, Description: 'B', Price: 1 };
    await using gateway = await start([
      { PKID: 7, ...whole },
      { PKID: 8, ...whole },
    ]);
    expect(columnAt(await gateway.ask(watched('priceSuffix imageUrl')), NODES, 'priceSuffix')).toEqual([null, null]);
    expect(gateway.upstream.count()).toBe(1);
  });

  it('is an error, and not null, beyond the limit of calls', async () => {
    const entries = [1, 2, 3, 4, 5].map((PKID) => ({ PKID, Title: 'A' }));
    await using gateway = await start(entries, { callLimit: { maxCalls: 3, mode: 'enforce' } });
    const response = await gateway.ask(watched('title description'));
    expect(columnAt(response, NODES, 'title')).toEqual(['A', 'A', 'A', 'A', 'A']);
    const told = 'From the detail';
    expect(columnAt(response, NODES, 'description')).toEqual([told, told, null, null, null]);
    expect(codesOf(response)).toEqual(Array.from({ length: 3 }, () => 'OPERATION_TOO_COMPLEX'));
    expect(response.errors[0]).toMatchObject({
      path: ['viewer', 'watchedListings', 'nodes', 2, 'description'],
      message:
        'This part would have taken more than 3 calls to the service. Request fewer entries, or fewer fields of each.',
    });
  });
});

describe('An attribute that an entry of a list does not report', () => {
  it('is read from the detail, one by one, and what the entry reports is taken from there', async () => {
    await using gateway = await start([{ PKID: 7, ExtraParamsType: 1, N_Params: { Mileage: 12000 } }]);
    const response = await gateway.ask(watched('vehicle { make { key } mileage fuel { label } engineSize }'));
    expect(valueAt(response, `${NODES}.0.vehicle`)).toEqual({
      make: { key: 'Fiat' },
      mileage: 12000,
      fuel: { label: 'Diesel' },
      engineSize: null,
    });
    expect(gateway.upstream.count(DETAIL)).toBe(1);
  });

  it('costs nothing when only what the entry reports is asked for', async () => {
    await using gateway = await start([{ PKID: 7, ExtraParamsType: 1, N_Params: { Mileage: 12000 } }]);
    expect(columnAt(await gateway.ask(watched('vehicle { mileage }')), NODES, 'vehicle.mileage')).toEqual([12000]);
    expect(gateway.upstream.count()).toBe(1);
  });

  it('is null without a call when another entry reports it', async () => {
    await using gateway = await start([
      { PKID: 7, ExtraParamsType: 1, N_Params: { Mileage: 12000 } },
      { PKID: 8, ExtraParamsType: 1, N_Params: { VehicleMake: 'Seat' } },
    ]);
    const response = await gateway.ask(watched('vehicle { make { key } }'));
    expect(columnAt(response, NODES, 'vehicle')).toEqual([{ make: null }, { make: { key: 'Seat' } }]);
    expect(gateway.upstream.count(DETAIL)).toBe(0);
  });

  it('is never looked for in the definition of a listing that may be somebody else’s', async () => {
    await using gateway = await start([{ PKID: 7, ExtraParamsType: 1 }]);
    gateway.upstream.on('GET', '/v1/listings/8', { json: { PKID: 8, Related: [{ PKID: 7, ExtraParamsType: 1 }] } });
    const response = await gateway.ask(`{
      viewer { watchedListings { nodes { vehicle { engineSize } property { pool { key } } locality { key } } } }
      listing(id: 8) { related(first: 1) { vehicle { engineSize } locality { key } } }
    }`);
    dataOf(response);
    expect(gateway.upstream.count(DEFINITION)).toBe(0);
  });

  it('is read from the definition of one of the caller’s own, even where the detail reports others', async () => {
    await using gateway = await start([]);
    gateway.upstream.on('GET', '/v1/user/listings', { json: { Items: [{ PKID: 7, ExtraParamsType: 1 }] } });
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { PKID: 7, Mileage: 5, EngineSize: 1242 } });
    const response = await gateway.ask(
      '{ viewer { listings(sectionId: 2) { nodes { vehicle { mileage engineSize doors { key } } } } } }',
    );
    expect(valueAt(response, 'viewer.listings.nodes.0.vehicle')).toEqual({ mileage: 1, engineSize: 1242, doors: null });
    expect([gateway.upstream.count(DETAIL), gateway.upstream.count(DEFINITION)]).toEqual([1, 1]);
  });
});

it.each([
  ['a kind that is yet unknown', 3],
  ['no kind', null],
])('Listing.vehicle of an entry of %s is null without a call', async (_kind, kind) => {
  await using gateway = await start([{ PKID: 7, ExtraParamsType: kind, N_Params: { JobType: 3 }, S_Params: null }]);
  const response = await gateway.ask(watched('vehicle { mileage } property { bedroomCount }'));
  expect(valueAt(response, NODES)).toEqual([{ vehicle: null, property: null }]);
  expect(gateway.upstream.count()).toBe(1);
});

describe('A page of 100 cards of the demo data', () => {
  const card = /* GraphQL */ `id title description price { formatted } kind isWanted isHighlighted listedAt imageUrl thumbnailUrl
    section { label } category { label } locality { label region { label } } attributes { label text } viewerIsWatching
    vehicle { make { label } model { label } registrationYear mileage engineSize fuel { label } transmission { label } doors { label }
      imported { label } }
    property { propertyType { label } bedrooms { label } bedroomCount finishLevel { label } gardenOrYard { label } pool { label } }`;

  it('with all that cards show takes one call, and the lookup lists', async () => {
    await using world = await startWorld();
    const token = await world.signIn('seller');
    const ask = async (): Promise<void> => {
      const response = await world.query(`{ viewer { watchedListings(first: 100) { nodes { ${card} } } } }`, { token });
      dataOf(response);
      expect(columnAt(response, NODES, 'title').length).toBeGreaterThan(80);
      expect(columnAt(response, NODES, 'vehicle').filter((vehicle) => vehicle !== null).length).toBeGreaterThan(5);
      expect(columnAt(response, NODES, 'locality')).not.toContain(null);
    };
    await ask();
    expect(await world.servedDuring(ask)).toEqual(['GET /v1/user/watchedlistings']);
  });
});
