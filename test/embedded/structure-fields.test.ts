import { expect, it } from 'vitest';
import { type Endpoint, type EndpointName, endpointNames, endpoints } from '../../src/contract/endpoints.ts';
import { structures } from '../../src/embedded/pages/structures.ts';
import {
  createListing,
  type EndpointWorld,
  goodRequest,
  type RequestParts,
  readJson,
  send,
} from './endpoint-requests.ts';
import { bicycle, car, flat } from './listing-bodies.ts';
import { fieldsOf, startService } from './running-service.ts';
import { FieldLedger } from './wire-fields.ts';

const declaredFields = structures.flatMap(({ name, fields }) => Object.keys(fields).map((field) => `${name}.${field}`));

/** Requests whose responses or bodies have fields that the good requests leave empty. */
const furtherRequests = async (world: EndpointWorld): Promise<(readonly [EndpointName, RequestParts])[]> => {
  const saved = fieldsOf(await readJson(await send(world, 'saveListing', { json: car })));
  const carId = Number(saved['PKID']);
  const flatId = Number(fieldsOf(await readJson(await send(world, 'saveListing', { json: flat })))['PKID']);
  const featured = await createListing(world);
  const definition = fieldsOf(
    await readJson(await send(world, 'getListingDefinition', await goodRequest(world, 'getListingDefinition'))),
  );
  return [
    ['requestToken', { headers: { grant_type: 'x' } }],
    ['getListingDefinition', { path: { id: carId } }],
    ['getListing', { path: { id: carId } }],
    ['getListing', { path: { id: flatId } }],
    ['saveListing', { json: { ...car, PKID: carId } }],
    ['saveListing', { json: definition }],
    ['saveListing', { json: { ...bicycle, Title: '' } }],
    ['deleteListings', { json: { Items: [1], PaymentAuth: 0 } }],
    ['setPremiumOptions', { path: { id: featured }, json: { Options: [1] } }],
    ['getPremiumOptions', { path: { id: featured } }],
  ];
};

it('the structures of the specification appear with every field, each in its declared JSON type, in what the service takes and returns', async () => {
  await using service = await startService();
  const world = { service, token: await service.signIn('agent') };
  const ledger = new FieldLedger();
  const exchange = async (name: EndpointName, parts: RequestParts): Promise<void> => {
    const row: Endpoint = endpoints[name];
    const response = await send(world, name, parts);
    expect([name, response.headers.get('Cache-Control')]).toEqual([name, 'no-store']);
    if (row.response.kind === 'pdf') await response.arrayBuffer();
    const content = response.bodyUsed ? undefined : await readJson(response);
    if (row.response.kind === 'json') ledger.record(row.response.type, content, 'response', name);
    if (row.body !== null && row.body !== 'photo') ledger.record(row.body, parts.json, 'request', name);
  };
  for (const name of endpointNames) {
    await exchange(name, await goodRequest(world, name));
  }
  for (const [name, parts] of await furtherRequests(world)) await exchange(name, parts);

  const seen = declaredFields.filter((field) => ledger.seen.has(field));
  console.info(`${seen.length} of ${declaredFields.length} fields of ${structures.length} structures seen`);
  expect([endpointNames.length, structures.length, declaredFields.length]).toEqual([55, 40, 242]);
  expect(ledger.mismatches).toEqual([]);
  expect(declaredFields.filter((field) => !ledger.seen.has(field))).toEqual([]);
});
