import { describe, expect, it } from 'vitest';
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
