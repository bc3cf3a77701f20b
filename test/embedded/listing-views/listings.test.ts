import { describe, expect, it } from 'vitest';
import { ItemDetail, ItemMiniData, ListItem, ListingDefinition } from '../../../src/contract/listings.ts';
import { Database } from '../../../src/embedded/database/database.ts';
import { copyDemoDatabase } from '../../support/world.ts';
import { findListing } from '../demo-listings.ts';
import { fieldsOf, type RunningService, rowsOf, startService, startServiceForAll } from '../running-service.ts';

const car = findListing(({ isVehicle, state, owner }) => isVehicle && state === 'active' && owner === 'seller');
const flat = findListing(({ isProperty, state, owner }) => isProperty && state === 'active' && owner === 'agent');
const plain = findListing(({ isProperty, isVehicle, state }) => !isProperty && !isVehicle && state === 'active');
const expired = findListing(({ state, owner }) => state === 'expired' && owner === 'seller');
const deleted = findListing(({ state }) => state === 'deleted');
const priceless = findListing(({ priceCents, state }) => priceCents === 0 && state === 'active');
const assigned = findListing(({ assignedTo, state }) => assignedTo === 5006 && state === 'active');
const grouped = findListing(({ assignedTo, state }) => assignedTo === 9001 && state === 'active');

let tokens: Record<'seller' | 'agent' | 'tester' | 'luisa' | 'jeremy', string>;

const service = await startServiceForAll();
const signIn = (username: string) => service.signIn(username);
tokens = {
  seller: await signIn('seller'),
  agent: await signIn('agent'),
  tester: await signIn('tester'),
  luisa: await signIn('luisa'),
  jeremy: await signIn('jeremy'),
};

const get = (path: string, user: keyof typeof tokens = 'tester') => service.call(path, { token: tokens[user] });
const getFields = async (path: string, user?: keyof typeof tokens) => fieldsOf((await get(path, user)).body);

/** Attributes as values by name. */
const valuesOf = (params: unknown): Record<string, string> => {
  const { Names, Values, Labels, Text } = fieldsOf(params);
  if (!Array.isArray(Names) || !Array.isArray(Values)) throw new TypeError('No parallel arrays');
  expect([Labels, Text]).toEqual([Names.map(() => expect.stringMatching(/\S/)), Names.map(() => expect.any(String))]);
  return Object.fromEntries(Names.map((name, index) => [String(name), String(Values[index])]));
};

describe('GET /v1/listings/{id}', () => {
  it('has every field of the specification', async () => {
    const item = await getFields(`/v1/listings/${car.id}?related=1`);
    expect(Object.keys(item).sort()).toEqual(Object.keys(ItemDetail.fields).sort());
    expect(Object.keys(rowsOf(item['Related'])[0] ?? {}).sort()).toEqual(Object.keys(ListItem.fields).sort());
  });

  it('gives a car with its attributes by the names of the definition', async () => {
    const item = await getFields(`/v1/listings/${car.id}`);
    expect(item).toMatchObject({ PKID: car.id, Title: car.title, ExtraParamsType: 1, Condition: car.row['condition'] });
    expect(valuesOf(item['N_Params'])).toMatchObject({
      LocalityId: String(car.row['locality_id']),
      Mileage: String(car.row['mileage']),
      RegYear: String(car.row['reg_year']),
      Fuel: String(car.row['fuel']),
    });
    expect(valuesOf(item['S_Params'])).toEqual({
      VehicleMake: car.row['vehicle_make'],
      VehicleModel: car.row['vehicle_model'],
    });
  });

  it('gives a property with its attributes, its company and its seller', async () => {
    const item = await getFields(`/v1/listings/${flat.id}`);
    expect(item).toMatchObject({ ExtraParamsType: 2, SellerType: 'Business', Price: flat.priceCents / 100 });
    expect(valuesOf(item['N_Params'])).toMatchObject({ Bedrooms: String(flat.row['bedrooms']) });
    expect(item['User']).toMatchObject({ Username: 'agent', UserId: 5002 });
    expect(Object.keys(fieldsOf(item['User'])).sort()).toEqual(
      ['Company', 'ItemCount', 'PictureUrl', 'RegistrationDate', 'UserId', 'Username'].sort(),
    );
  });

  it('gives a thing without extra attributes or without price', async () => {
    expect(await getFields(`/v1/listings/${plain.id}`)).toMatchObject({ ExtraParamsType: 0 });
    expect(await getFields(`/v1/listings/${priceless.id}`)).toMatchObject({ Price: null });
  });

  it('names the assignee as the first contact', async () => {
    const contacts = rowsOf((await getFields(`/v1/listings/${assigned.id}`))['Contacts']);
    expect(contacts.map(({ FullName }) => FullName)).toEqual(['Luisa Borg Camilleri', 'Daniel Vella Gauci']);
    expect(contacts[0]?.['User']).toMatchObject({ Username: 'luisa' });
    const groupContacts = rowsOf((await getFields(`/v1/listings/${grouped.id}`))['Contacts']);
    expect(groupContacts[0]).toMatchObject({ FullName: 'Lettings desk', User: null });
  });

  it('counts a view of others, none of the owner', async () => {
    const views = async (user: 'seller' | 'tester') =>
      Number((await getFields(`/v1/listings/${car.id}`, user))['Views']);
    const before = await views('tester');
    expect(await views('tester')).toBe(before + 1);
    expect(await views('seller')).toBe(before + 1);
    expect(await views('seller')).toBe(before + 1);
  });

  it('gives no related listings unless asked, then those of the same category first, nearest price first', async () => {
    expect((await getFields(`/v1/listings/${car.id}`))['Related']).toEqual([]);
    const related = rowsOf((await getFields(`/v1/listings/${car.id}?related=1000`))['Related']);
    expect(related).toHaveLength(50);
    expect(related.map(({ PKID }) => PKID)).not.toContain(car.id);
    expect(new Set(related.map(({ SectionId }) => SectionId))).toEqual(new Set([car.sectionId]));
    const ranks = related.map(({ CategoryId, Price }) => ({
      isOther: CategoryId !== car.categoryId,
      distance: typeof Price === 'number' ? Math.abs(Price - car.priceCents / 100) : Infinity,
    }));
    expect(ranks).toEqual(
      [...ranks].sort((one, other) => Number(one.isOther) - Number(other.isOther) || one.distance - other.distance),
    );
    expect(ranks.some(({ isOther }) => isOther)).toBe(true);
  });

  it('leads to a web page', async () => {
    const { Url } = await getFields(`/v1/listings/${car.id}`);
    const page = await service.fetch(String(Url));
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain(String(car.row['vehicle_model']));
    expect((await service.fetch(`/listings/${expired.id}`)).status).toBe(404);
    expect((await service.fetch('/listings/x')).status).toBe(404);
  });
});

describe('GET /v1/listings/{id}/mini', () => {
  it('gives the short form with the price as text', async () => {
    const mini = await getFields(`/v1/listings/${flat.id}/mini`);
    expect(Object.keys(mini).sort()).toEqual(Object.keys(ItemMiniData.fields).sort());
    expect(mini).toMatchObject({ ItemFound: true, ItemDeleted: false, UniqueID: flat.id, SellerID: 5002 });
    expect(mini['Price']).toMatch(/^€[\d,]+/);
    expect(await getFields(`/v1/listings/${priceless.id}/mini`)).toMatchObject({
      Price: null,
      IsPriceSpecified: false,
    });
  });

  it('distinguishes a deleted listing from one that never was or may not be seen', async () => {
    expect(await getFields(`/v1/listings/${deleted.id}/mini`)).toMatchObject({ ItemFound: true, ItemDeleted: true });
    for (const id of [1, -1, expired.id]) {
      const response = await get(`/v1/listings/${id}/mini`);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ ItemFound: false, ItemDeleted: false, UniqueID: id, Name: null });
    }
    expect(await getFields(`/v1/listings/${expired.id}/mini`, 'seller')).toMatchObject({ ItemFound: true });
    expect(await getFields('/v1/listings/9007199254740993/mini')).toMatchObject({ ItemFound: false });
  });

  it('names an agent of the owner as the seller, and nobody else', async () => {
    expect(await getFields(`/v1/listings/${flat.id}/mini?agentid=5006`)).toMatchObject({
      Seller: 'Luisa Borg Camilleri',
      SellerID: 5006,
    });
    expect(await getFields(`/v1/listings/${flat.id}/mini?agentid=5003`)).toMatchObject({ SellerID: 5002 });
  });
});

describe('GET /v1/listings/definition/{id}', () => {
  it('gives the owner every field, the photos in both sizes and one of them as the main one', async () => {
    const definition = await getFields(`/v1/listings/definition/${car.id}`, 'seller');
    expect(Object.keys(definition).sort()).toEqual(Object.keys(ListingDefinition.fields).sort());
    expect(definition).toMatchObject({
      PKID: car.id,
      LocalityId: car.row['locality_id'],
      VehicleMake: car.row['vehicle_make'],
      Fuel: car.row['fuel'],
      Bedrooms: null,
    });
    const images = definition['Images'];
    if (!Array.isArray(images)) throw new TypeError('No images');
    expect(images).toHaveLength(car.photoCount);
    for (const [index, sizes] of images.entries()) {
      expect(rowsOf(sizes).map(({ Index, Main, SizeClass }) => [Index, Main, SizeClass])).toEqual([
        [index, index === 0, 0],
        [index, index === 0, 1],
      ]);
    }
  });

  it('is for the owner, for those who share the account and for members of the group it is assigned to', async () => {
    const statuses = (id: number) =>
      Promise.all(
        (['agent', 'luisa', 'jeremy', 'tester'] as const).map(
          async (user) => (await get(`/v1/listings/definition/${id}`, user)).status,
        ),
      );
    expect(await statuses(assigned.id)).toEqual([200, 200, 200, 403]);
    expect(await statuses(grouped.id)).toEqual([200, 200, 200, 403]);
    expect(await statuses(expired.id)).toEqual([404, 404, 404, 404]);
    expect((await get(`/v1/listings/definition/${expired.id}`, 'seller')).status).toBe(200);
  });

  it('is 404 for a listing that is deleted or never was, whoever asks', async () => {
    for (const id of [deleted.id, 1]) {
      for (const user of ['seller', 'agent', 'tester'] as const) {
        expect((await get(`/v1/listings/definition/${id}`, user)).status).toBe(404);
      }
    }
  });
});

it('a listing without photos has no pictures in any of its forms', async () => {
  using data = copyDemoDatabase();
  await using running = await startService({ data: data.location });
  using database = new Database(data.location);
  database.run('DELETE FROM photos WHERE listing_id = ?', [car.id]);
  const token = await running.signIn('seller');
  const read = async (path: string) => fieldsOf((await running.call(path, { token })).body);
  expect(await read(`/v1/listings/${car.id}`)).toMatchObject({ ImageUrls: [] });
  expect(await read(`/v1/listings/${car.id}/mini`)).toMatchObject({ PhotoUrl: null, FullPhotoUrl: null });
  expect(await read(`/v1/listings/definition/${car.id}`)).toMatchObject({ Images: [] });
});

it('the page of a listing shows what sellers wrote as text, never as markup', async () => {
  using data = copyDemoDatabase();
  await using running = await startService({ data: data.location });
  using database = new Database(data.location);
  const markup = '<script>alert("&")</script>';
  database.run('UPDATE listings SET title = ?, description = ? WHERE id = ?', [markup, markup, car.id]);
  const page = await (await running.fetch(`/listings/${car.id}`)).text();
  expect(page).not.toContain('<script');
  expect(page).toContain('&lt;script&gt;');
});

describe('a listing that not everybody sees', () => {
  const reads = ['', '/mini', '/userinfo', '/premiumoptions'] as const;

  /** Whether a listing exists, as each read of it shows a user. */
  const seenBy = async (running: RunningService, username: string, id: number) => {
    const token = await running.signIn(username);
    const paths = [...reads.map((read) => `/v1/listings/${id}${read}`), `/v1/listings/definition/${id}`];
    const responses = await Promise.all(paths.map((path) => running.call(path, { token })));
    return responses.map(({ status, body }) => status === 200 && fieldsOf(body)['ItemFound'] !== false);
  };

  it.each([
    ['expired', 'UPDATE listings SET expires_at = 1 WHERE id = ?'],
    ['a test listing', 'UPDATE listings SET is_test = 1 WHERE id = ?'],
  ])('is seen by its editors in every view, by others in none, when it is %s', async (_state, change) => {
    using data = copyDemoDatabase();
    await using running = await startService({ data: data.location });
    using database = new Database(data.location);
    database.run('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)', [9001, 5003]);
    database.run('DELETE FROM watches', []);
    for (const { id } of [assigned, grouped]) database.run(change, [id]);
    const everything = [true, true, true, true, true];
    const nothing = everything.map(() => false);
    for (const username of ['agent', 'luisa', 'jeremy']) {
      expect([username, await seenBy(running, username, assigned.id)]).toEqual([username, everything]);
    }
    expect(await seenBy(running, 'tester', assigned.id)).toEqual(nothing);
    expect(await seenBy(running, 'tester', grouped.id)).toEqual(everything);
    expect(await seenBy(running, 'seller', grouped.id)).toEqual(nothing);
  });
});

it('a deleted test listing is one that was there for its editors, and none for others', async () => {
  using data = copyDemoDatabase();
  await using running = await startService({ data: data.location });
  using database = new Database(data.location);
  database.run('UPDATE listings SET is_test = 1, deleted_at = 1 WHERE id = ?', [car.id]);
  const read = async (username: string) =>
    fieldsOf((await running.call(`/v1/listings/${car.id}/mini`, { token: await running.signIn(username) })).body);
  expect(await read('seller')).toMatchObject({ ItemDeleted: true });
  expect(await read('tester')).toMatchObject({ ItemFound: false });
});
