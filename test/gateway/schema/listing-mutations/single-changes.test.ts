import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../../support/scripted-gateway.ts';

/** A change of one listing: what a client sends, and what the service is sent. */
interface SingleChange {
  readonly mutation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly selection: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly rawQuery: string;
    readonly body: string;
  };
  /** Input at fault when the service finds nothing. */
  readonly notFound: { readonly field: readonly string[] | null; readonly message: string };
  readonly done: Readonly<Record<string, unknown>>;
  readonly refused: Readonly<Record<string, unknown>>;
}

const id = 'Listing:9007199254740993';
const path = '/v1/listings/9007199254740993';
const listing = { listing: { id, databaseId: '9007199254740993' } };
const noListing = { listing: null };
const noSuchPhoto = { field: null, message: 'The listing or the photo was not found.' };
const noSuchListing = { field: ['input', 'id'], message: 'The listing was not found.' };
const listingSelection = 'listing { id databaseId }';

const photoChange = (
  mutation: string,
  more: Readonly<Record<string, unknown>>,
  request: Omit<SingleChange['request'], 'body'>,
): SingleChange => ({
  mutation,
  input: { id, index: 2, ...more },
  selection: listingSelection,
  request: { ...request, body: '' },
  notFound: noSuchPhoto,
  done: listing,
  refused: noListing,
});

const watchChange = (mutation: string, action: string, viewerIsWatching: boolean): SingleChange => ({
  mutation,
  input: { id },
  selection: 'listing { id databaseId viewerIsWatching }',
  request: { method: 'POST', path: `${path}/${action}`, rawQuery: '', body: '' },
  notFound: noSuchListing,
  done: { listing: { ...listing.listing, viewerIsWatching } },
  refused: noListing,
});

const changes: readonly SingleChange[] = [
  watchChange('watchListing', 'watch', true),
  watchChange('unwatchListing', 'unwatch', false),
  {
    mutation: 'deleteListing',
    input: { id },
    selection: 'deletedListingId',
    request: { method: 'DELETE', path, rawQuery: '', body: '' },
    notFound: noSuchListing,
    done: { deletedListingId: id },
    refused: { deletedListingId: null },
  },
  photoChange('deleteListingPhoto', {}, { method: 'DELETE', path: `${path}/photos/2`, rawQuery: '' }),
  photoChange('rotateListingPhoto', {}, { method: 'POST', path: `${path}/photos/2/rotate`, rawQuery: 'dir=1' }),
  photoChange(
    'rotateListingPhoto',
    { direction: 'ANTICLOCKWISE' },
    { method: 'POST', path: `${path}/photos/2/rotate`, rawQuery: 'dir=0' },
  ),
  photoChange('setDefaultListingPhoto', {}, { method: 'POST', path: `${path}/photos/2/setdefault`, rawQuery: '' }),
  {
    mutation: 'setListingPremiumOptions',
    input: { id, options: ['FEATURED', 'FEATURED_3_DAYS', 'FEATURED_3_DAYS'] },
    selection: listingSelection,
    request: { method: 'POST', path: `${path}/premiumoptions`, rawQuery: '', body: '{"Options":[3,1,1]}' },
    notFound: noSuchListing,
    done: listing,
    refused: noListing,
  },
];

const textOf = ({ mutation, selection }: SingleChange): string => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} userErrors { code field message } } }`;
};

describe.each(changes)('Mutation.$mutation $input', (change) => {
  const { mutation, input, request, notFound, done, refused } = change;
  const at = changes.indexOf(change);
  const text = textOf(change);

  it('sends one request, to the letter, and reports what was changed', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on(request.method, request.path, { status: 200 });
    expect(dataOf(await gateway.ask(text, { input }))).toEqual({ [mutation]: { ...done, userErrors: [] } });
    const [sent, ...others] = gateway.upstream.requests;
    expect(others).toEqual([]);
    expect(sent).toMatchObject(request);
    expect(sent?.headers['authorisation']).toBe(`Bearer ${CALLER_TOKEN}`);
    expect(sent?.headers['content-type']).toBe(request.body === '' ? undefined : 'application/json');
  });

  it.each(
    sampled(
      4,
      [
        [404, {}, { code: 'NOT_FOUND', ...notFound }],
        [400, { Message: 'It cannot be.' }, { code: 'REJECTED', field: null, message: 'It cannot be.' }],
        [409, {}, { code: 'REJECTED', field: null, message: 'The service refused.' }],
        [
          422,
          { Error: 'The maximum of 10 active test listings is reached.' },
          {
            code: 'TEST_LISTING_LIMIT',
            field: null,
            message: 'The maximum of 10 active test listings is reached.',
          },
        ],
      ] as const,
      at,
    ),
  )('reports a refusal with %i to the user', async (status, json, userError) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on(request.method, request.path, { status, json });
    expect(dataOf(await gateway.ask(text, { input }))).toEqual({
      [mutation]: { ...refused, userErrors: [userError] },
    });
    expect(gateway.upstream.count()).toBe(1);
  });
});

describe.each(['deleteListingPhoto', 'rotateListingPhoto', 'setDefaultListingPhoto'])('Mutation.%s', (mutation) => {
  it('knows that there is no photo before the first, without a call', async () => {
    await using gateway = await startScriptedGateway();
    const response = await gateway.ask(
      `mutation { ${mutation}(input: { id: 7, index: -1 }) { listing { id } userErrors { code field } } }`,
    );
    expect(dataOf(response)).toEqual({
      [mutation]: { listing: null, userErrors: [{ code: 'NOT_FOUND', field: ['input', 'index'] }] },
    });
    expect(gateway.upstream.count()).toBe(0);
  });
});

describe('Mutation.setListingPremiumOptions', () => {
  const text = `mutation ($options: [PremiumOption!]!) {
    setListingPremiumOptions(input: { id: 7, options: $options }) {
      premiumOptions { option isActive expires expiresAt }
      listing { premiumOptions { option } }
      userErrors { code }
    }
  }`;
  const options = [{ Option: 1, Active: true, Expires: true, Expiry: '2025-06-18T12:00:00Z' }];

  it('gives the options that the service responds with, in the payload and in the listing, without reading them', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings/7/premiumoptions', { json: { options } });
    expect(dataOf(await gateway.ask(text, { options: ['FEATURED_3_DAYS'] }))).toEqual({
      setListingPremiumOptions: {
        premiumOptions: [
          { option: 'FEATURED_3_DAYS', isActive: true, expires: true, expiresAt: '2025-06-18T12:00:00Z' },
        ],
        listing: { premiumOptions: [{ option: 'FEATURED_3_DAYS' }] },
        userErrors: [],
      },
    });
    expect(gateway.upstream.count()).toBe(1);
  });

  it('reads them once when the service responds with nothing', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings/7/premiumoptions', { status: 204 });
    gateway.upstream.on('GET', '/v1/listings/7/premiumoptions', { json: { options } });
    const response = await gateway.ask(text, { options: ['FEATURED_3_DAYS'] });
    expect(valueAt(response, 'setListingPremiumOptions.premiumOptions.0.option')).toBe('FEATURED_3_DAYS');
    expect(gateway.upstream.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it.each([0, 251])('refuses %i options without a call', async (length) => {
    await using gateway = await startScriptedGateway();
    const response = await gateway.ask(text, { options: Array.from({ length }, () => 'FEATURED') });
    expect(codesOf(response)).toEqual(['BAD_USER_INPUT']);
    expect(gateway.upstream.count()).toBe(0);
  });
});
