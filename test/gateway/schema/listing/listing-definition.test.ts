import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { scriptLists } from '../../scripted-lists.ts';

const definition = { PKID: 7, Title: 'A coupé' };

const start = async (json: object = definition) => {
  const gateway = await startScriptedGateway();
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', '/v1/listings/definition/7', { json });
  return gateway;
};

describe('Query.listingDefinition', () => {
  it('asks nothing of the account when nobody is assigned and no company is named', async () => {
    await using gateway = await start({ PKID: 7 });
    const response = await gateway.ask(
      '{ listingDefinition(id: 7) { title assignee { id } company { id } photos { index } } }',
    );
    expect(dataOf(response)).toEqual({ listingDefinition: { title: null, assignee: null, company: null, photos: [] } });
    expect(gateway.upstream.count()).toBe(1);
  });

  it('is the same call as Listing.definition, and its listing costs none until a field needs it', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'For others' } });
    const response = await gateway.ask(
      '{ listingDefinition(id: 7) { title listing { id definition { title listing { title definition { id } } } } } }',
    );
    expect(dataOf(response)).toEqual({
      listingDefinition: {
        title: 'A coupé',
        listing: {
          id: 'Listing:7',
          definition: { title: 'A coupé', listing: { title: 'For others', definition: { id: 'ListingDefinition:7' } } },
        },
      },
    });
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/listings/definition/7', '/v1/listings/7']);
  });

  it('is null when there is none, and an error when it is not the caller’s', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/definition/8', { status: 403 });
    const response = await gateway.ask(
      '{ none: listingDefinition(id: 9) { id } theirs: listingDefinition(id: 8) { id } mine: listingDefinition(id: 7) { id } }',
    );
    expect(response.data).toEqual({ none: null, theirs: null, mine: { id: 'ListingDefinition:7' } });
    expect(codesOf(response)).toEqual(['FORBIDDEN']);
    expect(response.errors[0]?.path).toEqual(['theirs']);
  });

  it('keeps every digit of its ids', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/definition/9223372036854775807', {
      body: '{"PKID":9223372036854775807,"SectionId":9007199254740993,"CompanyProfileId":9007199254740995,"AssignedUserOrGroupId":-9007199254740993}',
    });
    const response = await gateway.ask(
      '{ listingDefinition(id: "9223372036854775807") { databaseId section { key } companyProfileId assignedUserOrGroupId } }',
    );
    expect(dataOf(response)).toEqual({
      listingDefinition: {
        databaseId: '9223372036854775807',
        section: { key: '9007199254740993' },
        companyProfileId: '9007199254740995',
        assignedUserOrGroupId: '-9007199254740993',
      },
    });
  });
});

const startPreview = async (json: object = { ItemFound: true, Name: 'A coupé' }) => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/7/mini', { json });
  return gateway;
};

describe('Query.listingPreview', () => {
  it.each(
    sampled(4, [
      ['AVAILABLE', { ItemFound: true, ItemDeleted: false }],
      ['DELETED', { ItemFound: true, ItemDeleted: true }],
      ['DELETED', { ItemFound: false, ItemDeleted: true }],
      ['NOT_FOUND', { ItemFound: false, ItemDeleted: false }],
      ['NOT_FOUND', { ItemFound: false, ItemDeleted: null }],
      ['UNKNOWN', { ItemFound: null, ItemDeleted: null, Name: 'A coupé' }],
      ['UNKNOWN', { ItemDeleted: false }],
      ['AVAILABLE', { ItemFound: true }],
      ['DELETED', { ItemDeleted: true }],
    ] as const),
  )('is %s for %j, and has a listing unless it is removed', async (status, flags) => {
    await using gateway = await startPreview(flags);
    const response = await gateway.ask('{ listingPreview(id: 7) { status databaseId listing { id } } }');
    expect(dataOf(response)).toEqual({
      listingPreview: { status, databaseId: '7', listing: /DELETED|FOUND/.test(status) ? null : { id: 'Listing:7' } },
    });
  });

  it('passes the agent on, by number, as a profile or as a shared user, and is another object for each', async () => {
    await using gateway = await startPreview();
    const response = await gateway.ask(`{
      plain: listingPreview(id: 7) { id }
      byNumber: listingPreview(id: 7, agentId: 9007199254740993) { id }
      byProfile: listingPreview(id: "Listing:7", agentId: "UserProfile:9007199254740993") { id }
      byShare: listingPreview(id: 7, agentId: "SharedUser:9007199254740993") { id }
    }`);
    const agent = { id: 'ListingPreview:7/9007199254740993' };
    expect(dataOf(response)).toEqual({
      plain: { id: 'ListingPreview:7' },
      byNumber: agent,
      byProfile: agent,
      byShare: agent,
    });
    expect(gateway.upstream.requests.map(({ rawQuery }) => rawQuery).toSorted()).toEqual([
      '',
      'agentid=9007199254740993',
    ]);
  });

  it.each(['{ listingPreview(id: "User:7") { id } }', '{ listingPreview(id: 7, agentId: "Listing:7") { id } }'])(
    'refuses an id of another type: %s',
    async (query) => {
      await using gateway = await startPreview();
      expect(codesOf(await gateway.ask(query))).toEqual(['BAD_USER_INPUT']);
      expect(gateway.upstream.count()).toBe(0);
    },
  );

  it('is the same call as Listing.preview', async () => {
    await using gateway = await startPreview();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'In full' } });
    const response = await gateway.ask('{ listingPreview(id: 7) { title listing { title preview { title } } } }');
    expect(dataOf(response)).toEqual({
      listingPreview: { title: 'A coupé', listing: { title: 'In full', preview: { title: 'A coupé' } } },
    });
    expect(gateway.upstream.count('GET /v1/listings/{id}/mini')).toBe(1);
  });
});
