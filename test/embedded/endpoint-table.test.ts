import { afterAll, describe, expect, it } from 'vitest';
import { type Endpoint, type EndpointName, endpoints, operationOf } from '../../src/contract/endpoints.ts';
import { sampled } from '../support/effort.ts';
import { fullListing, goodRequests, type RequestParts, readJson, send } from './endpoint-requests.ts';
import { bicycle } from './listing-bodies.ts';
import { fieldsOf, startService } from './running-service.ts';
import { FieldLedger } from './wire-fields.ts';

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);

/** A wrong request: parts that replace those of the good one, and what the response names. */
interface WrongRequest extends RequestParts {
  readonly status?: 400 | 404;
  readonly names: string;
}

const wrongId: WrongRequest = { path: { id: 'x' }, names: "'id'" };
const wrongIndex: WrongRequest = { path: { id: fullListing.id, index: 'x' }, names: "'index'" };
const wrongItems: WrongRequest = { json: { Items: [1, 'x'] }, names: "'Items[1]'" };
const wrongWatchItems: WrongRequest = { json: [{ ItemId: 'x', SectionId: 1 }], names: "'[0].ItemId'" };
const wrongCountry: WrongRequest = { query: 'CountryId=x', names: "'CountryId'" };

/** For every endpoint that takes anything. */
const wrongRequests: Readonly<Partial<Record<EndpointName, WrongRequest>>> = {
  requestToken: { headers: { grant_type: 'x' }, names: 'grant_type' },
  saveListing: { json: { ...bicycle, PKID: 'x' }, names: "'PKID'" },
  validateListing: { json: [], names: 'an object' },
  getListingDefinition: wrongId,
  getListing: { path: { id: fullListing.id }, query: 'related=x', names: "'related'" },
  deleteListing: wrongId,
  getListingMini: { path: { id: fullListing.id }, query: 'agentid=x', names: "'agentid'" },
  getListingUserInfo: wrongId,
  deleteListings: wrongItems,
  relistListings: wrongItems,
  relistAllListings: { json: { PaymentAuth: 3 }, names: "'PaymentAuth'" },
  getPhotoSpecs: { query: 'sectionid=2', names: "'categoryid'" },
  uploadPhoto: wrongId,
  deletePhoto: wrongIndex,
  rotatePhoto: { path: { id: fullListing.id, index: 0 }, query: 'dir=2', names: "'dir'" },
  setDefaultPhoto: wrongIndex,
  setPremiumOptions: { path: { id: fullListing.id }, json: { Options: 1 }, names: "'Options'" },
  getPremiumOptions: wrongId,
  watchListing: wrongId,
  unwatchListing: { path: { id: 1 }, status: 404, names: '1' },
  watchListings: wrongWatchItems,
  unwatchListings: wrongWatchItems,
  listSectionCategories: { path: { id: 99 }, status: 404, names: '99' },
  listFilterPrices: { query: 'pricefor=5', names: "'pricefor'" },
  listLocalities: wrongCountry,
  listRegions: wrongCountry,
  listSections: { query: 'type=Cars&type=Jobs', names: "'type'" },
  getSection: wrongId,
  updateUserDetails: { json: { Name: 1 }, names: "'Name'" },
  listAccountEntries: { query: 'first=-1', names: "'first'" },
  getInvoice: { query: 'orderid=1.5', names: "'orderid'" },
  listUserListings: { query: 'section=1&first=0', names: "'first'" },
  getPremiumOptionsCost: { query: 'options=x', names: "'options'" },
  updateProfilePicture: { json: { PictureUrl: 'x' }, names: 'address of the picture' },
  getWatchedListing: wrongId,
  listWatchedListings: { query: 'count=-1', names: "'count'" },
};

const takesSomething = (row: Endpoint): boolean =>
  row.access === 'sign-in' || row.body !== null || row.path.includes('{') || Object.keys(row.query).length > 0;

const service = await startService();
const world = { service, token: await service.signIn('agent') };
const applicationToken = await service.applicationToken();

afterAll(async () => world.service[Symbol.asyncDispose]());

describe('the endpoint table', () => {
  it('has the 55 endpoints of the specification', () => {
    expect(names).toHaveLength(55);
  });

  it('is covered by wrong requests wherever an endpoint takes anything', () => {
    expect(Object.keys(wrongRequests).sort()).toEqual(names.filter((name) => takesSomething(endpoints[name])).sort());
  });
});

/** Reads a response of the kind that the table says; fails for any other. */
const readResponse = async (row: Endpoint, response: Response): Promise<unknown> => {
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  if (row.response.kind !== 'pdf') return readJson(response);
  expect(response.headers.get('Content-Type')).toBe('application/pdf');
  return Buffer.from(await response.arrayBuffer())
    .subarray(0, 5)
    .toString();
};

/** What is wrong with a response once it is read; empty for one as the table says. */
const problemsOf = ({ response }: Endpoint, content: unknown): readonly string[] => {
  if (response.kind === 'empty') return content === undefined ? [] : ['not empty'];
  if (response.kind === 'pdf') return content === '%PDF-' ? [] : ['no PDF'];
  const ledger = new FieldLedger();
  ledger.record(response.type, content, 'response');
  return ledger.mismatches;
};

const cases = names.map((name) => [operationOf(name), name] as const);

describe.each(sampled(cases, 3))('%s', (_operation, name) => {
  const row: Endpoint = endpoints[name];

  it('responds to a good request with its structure', async () => {
    const response = await send(world, name, await goodRequests[name](world));
    expect(problemsOf(row, await readResponse(row, response))).toEqual([]);
  });

  it(`${row.access === 'sign-in' ? 'needs no' : 'is 401 without a'} token`, async () => {
    const response = await send(world, name, await goodRequests[name](world), null);
    expect(response.status).toBe(row.access === 'sign-in' ? 200 : 401);
    expect(response.headers.get('WWW-Authenticate')).toBe(row.access === 'sign-in' ? null : 'Bearer');
  });

  it(`${row.access === 'user' ? 'is 401 for' : 'takes'} the token of an application`, async () => {
    const response = await send(world, name, await goodRequests[name](world), applicationToken);
    expect(response.status).toBe(row.access === 'user' ? 401 : 200);
  });
});

describe.each(
  sampled(
    cases.filter(([, name]) => name in wrongRequests),
    3,
  ),
)('%s', (_operation, name) => {
  it('refuses a wrong parameter or body in words that name it', async () => {
    const { status = 400, names: named, ...parts } = wrongRequests[name] ?? { names: '' };
    const response = await send(world, name, { ...(await goodRequests[name](world)), ...parts });
    expect(response.status).toBe(status);
    expect(fieldsOf(await readJson(response))['Message']).toContain(named);
  });
});

describe.each(cases.filter(([, name]) => !(name in wrongRequests)))('%s', (_operation, name) => {
  it('ignores parameters that it does not have', async () => {
    const good = await goodRequests[name](world);
    const expected = await readJson(await send(world, name, good));
    const response = await send(world, name, { ...good, query: 'count=x&first=-1&id=0' });
    expect([response.status, await readJson(response)]).toEqual([200, expected]);
  });
});
