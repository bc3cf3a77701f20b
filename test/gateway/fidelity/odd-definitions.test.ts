import { describe, expect, it } from 'vitest';
import type { Detour, PassingRequest } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import { listAt, valueAt } from '../../support/graphql-client.ts';
import { startWorldForAll } from '../../support/world.ts';
import { startDetouredGateway } from './detoured-gateway.ts';

const ID = 'Listing:1527';

/** Members of a definition, as text: fields that the specification does not name, and values that it does not allow. */
const oddMembers: Readonly<Record<string, string>> = {
  'a field of another kind of listing': '"JobType":3',
  'a text': '"ExpiryUTC":"2026-01-02T03:04:05.1234567Z"',
  'an integer that a number cannot hold': '"AgencyRef":9007199254740993',
  'an integer beyond 64 bits': '"Checksum":123456789012345678901234567890',
  'a fraction': '"Rate":0.1',
  'a negative fraction': '"Shift":-12.5',
  true: '"Urgent":true',
  null: '"Cleared":null',
  'a list of lists': '"Grid":[[1,9007199254740993],[],["x"]]',
  'an object': '"Geo":{"Lat":35.9,"Inner":{"Ids":[9007199254740995]}}',
  'a text with quotes and control characters': '"Note":"\\"a\\"\\n\\u0001 \\\\ ü 🚲"',
  'a name that objects have': '"constructor":"x"',
};

/** Values of declared fields that cannot be read, each in place of what the definition has. */
const oddValues: Readonly<Record<string, string>> = {
  Price: '"1,250.00"',
  Mileage: '"120,000"',
  AssignedUserOrGroupId: '"group-3"',
  CompanyProfileId: '9007199254740993',
  PriceLabel: '77',
  Condition: '"Mint"',
  Fuel: '1.5',
  VehicleMake: '{"Name":"Toyota"}',
  UserRef: '{"Book":12,"Page":9007199254740993}',
  Doors: '[5]',
};

const withMembers =
  (members: readonly string[], without: readonly string[] = []): Detour =>
  async (request, forward) => {
    const response = await forward(request);
    if (request.endpoint !== 'getListingDefinition' || response.status !== 200) return response;
    const fields = Object.entries(Object(JSON.parse(response.body.toString())))
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return { ...response, body: Buffer.from(`{${[...fields, ...members].join(',')}}`) };
  };

/** Lets nothing be saved, and says that it was. */
const saved =
  (inner: Detour): Detour =>
  async (request, forward) =>
    request.endpoint === 'saveListing'
      ? { status: 200, contentType: 'application/json', body: Buffer.from('{"Success":true,"PKID":1527}') }
      : inner(request, forward);

const document = `mutation ($input: UpdateListingInput!) { updateListing(input: $input) {
  listing { id } userErrors { code message field } } }`;
const checkDocument = `mutation ($input: ValidateListingInput!) { validateListing(input: $input) {
  canProceed userErrors { code message field } } }`;

describe('Mutation.updateListing', async () => {
  const world = await startWorldForAll();
  await world.signIn('seller');

  /** The body that was posted after a change of the title. */
  const postedAfter = async (detour: Detour, listing: object = { title: 'Another title' }): Promise<string> => {
    await using gateway = await startDetouredGateway(world, saved(detour));
    const answer = await gateway.ask({ text: document, variables: { input: { id: ID, listing } }, account: 'seller' });
    expect(answer.errors).toEqual([]);
    expect(listAt(answer, 'updateListing.userErrors')).toEqual([]);
    expect(valueAt(answer, 'updateListing.listing.id')).toBe(ID);
    const posts = gateway.proxy.requests.filter(({ endpoint }: PassingRequest) => endpoint === 'saveListing');
    expect(posts).toHaveLength(1);
    return posts[0]?.body.toString() ?? '';
  };

  it.each(sampled(3, Object.entries(oddMembers)))('posts back %s as it came', async (_name, member) => {
    const posted = await postedAfter(withMembers([member]));
    expect(posted).toContain(member);
    expect(JSON.parse(posted)).toMatchObject({ PKID: 1527, Title: 'Another title', SectionId: 2 });
  });

  it.each(sampled(3, Object.entries(oddValues)))('posts back a %s that is %s', async (name, value) => {
    const posted = await postedAfter(withMembers([`"${name}":${value}`], [name]));
    expect(posted).toContain(`"${name}":${value}`);
  });

  it('posts back what comes as JSON in a text as it came', async () => {
    const members = Object.values(oddMembers);
    for (const write of [(text: string) => text, (text: string) => ({ d: text })]) {
      const posted = await postedAfter(async (request, forward) => {
        const response = await withMembers(members)(request, forward);
        if (request.endpoint !== 'getListingDefinition') return response;
        return { ...response, body: Buffer.from(JSON.stringify(write(response.body.toString()))) };
      });
      for (const member of members) expect(posted).toContain(member);
    }
  });

  it('posts each field once, and what changes by its declared name', async () => {
    const lowered: Detour = async (request, forward) => {
      const response = await forward(request);
      if (request.endpoint !== 'getListingDefinition') return response;
      const fields = Object.entries(Object(JSON.parse(response.body.toString())));
      return {
        ...response,
        body: Buffer.from(
          JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]))),
        ),
      };
    };
    const names = Object.keys(JSON.parse(await postedAfter(lowered)));
    expect(names).toContain('Title');
    const lower = names.map((name) => name.toLowerCase());
    expect(lower.toSorted()).toEqual([...new Set(lower)].toSorted());
  });

  it('posts of two spellings of a field the one that is read of it', async () => {
    const spelt = withMembers(['"userref":"first"', '"USERREF":"second"'], ['UserRef']);
    expect(JSON.parse(await postedAfter(spelt))).toMatchObject({ UserRef: 'first' });
    await using gateway = await startDetouredGateway(world, spelt);
    const text = `{ listingDefinition(id: "${ID}") { userReference } }`;
    expect(valueAt(await gateway.ask({ text, account: 'seller' }), 'listingDefinition.userReference')).toBe('first');
  });

  it('repeats no stored consent to a charge', async () => {
    for (const stored of sampled(3, ['2', '"Authorised"', '"2"', '77', 'true'])) {
      const posted = await postedAfter(withMembers([`"PaymentAuth":${stored}`], ['PaymentAuth']));
      expect(posted.toLowerCase()).not.toContain('paymentauth');
    }
    for (const spelt of [['"paymentAuth":2'], ['"paymentauth":2', '"PAYMENTAUTH":2', '"PaymentAuth":1']]) {
      const posted = await postedAfter(withMembers(spelt, ['PaymentAuth']));
      expect(posted.toLowerCase()).not.toContain('paymentauth');
    }
  });

  it('sends the consent that is given', async () => {
    const posted = await postedAfter(withMembers([]), { title: 'Another title', paymentAuth: 'AUTHORISED' });
    expect(JSON.parse(posted)).toMatchObject({ PaymentAuth: 2 });
  });

  it('changes what is odd when the caller does', async () => {
    const posted = await postedAfter(withMembers(['"Price":"1,250.00"'], ['Price']), { price: 1300 });
    expect(JSON.parse(posted)).toMatchObject({ Price: 1300 });
    expect(posted).not.toContain('1,250.00');
  });

  it('posts the same to be checked', async () => {
    const members = Object.values(oddMembers);
    await using gateway = await startDetouredGateway(world, withMembers(members));
    const answer = await gateway.ask({
      text: checkDocument,
      variables: { input: { id: ID, listing: { title: 'Another title' } } },
      account: 'seller',
    });
    expect(answer.errors).toEqual([]);
    const posted = gateway.proxy.requests.find(({ endpoint }) => endpoint === 'validateListing')?.body.toString() ?? '';
    for (const member of members) expect(posted).toContain(member);
    expect(posted).not.toContain('PaymentAuth');
  });
});
