import { afterEach, describe, expect, it } from 'vitest';
import { UpstreamInvalidError } from '../../../../src/upstream/call/errors.ts';
import { getSection, listSections } from '../../../../src/upstream/endpoints/sections.ts';
import { type ConnectedClient, connectClient, failureOf, int64 } from '../connected-client.ts';

const clients: ConnectedClient[] = [];

const connect = async (path: string, json: unknown): Promise<ConnectedClient> => {
  const client = await connectClient();
  clients.push(client);
  client.upstream.on('GET', path, { json });
  return client;
};

afterEach(async () => {
  for (const client of clients.splice(0)) await client[Symbol.asyncDispose]();
});

describe('GET /v1/sections', () => {
  it('takes each field as a string, a number or an object with Id and Name', async () => {
    const { call, drifts } = await connect('/v1/sections', [
      { SectionID: 1, SectionName: 'Classifieds', SecType: 'classifieds' },
      { SectionID: '2', SectionName: { Id: 2, Name: 'Cars & Parts' }, SecType: 7 },
      { SectionID: { Id: 3, Name: 'Jobs' }, SectionName: null, SecType: { Id: 4, Name: 'jobs' } },
      { SectionID: { id: 4, name: 'Boats' } },
      { SectionID: 0 },
    ]);
    expect(await listSections(call)).toMatchObject([
      { key: '1', label: 'Classifieds', type: 'classifieds' },
      { key: '2', label: 'Cars & Parts', type: '7' },
      { key: '3', label: 'Jobs', type: 'jobs' },
      { key: '4', label: 'Boats', type: null },
      { key: '0', label: '0', type: null },
    ]);
    expect(drifts).toEqual([]);
  });

  it('drops and reports sections without a key', async () => {
    const { call, drifts } = await connect('/v1/sections', [{ SectionID: 1 }, { SectionName: 'x' }, null]);
    expect(await listSections(call)).toMatchObject([{ key: '1', label: '1', type: null }]);
    expect(drifts).toEqual([
      { path: 'Section', problem: 'unreadable' },
      { path: 'Section', problem: 'unreadable' },
    ]);
  });

  it.each([null, 'text', {}, [{}, 7]])('fails on %j, which is no list of sections', async (json) => {
    const { call } = await connect('/v1/sections', json);
    expect(await failureOf(listSections(call))).toBeInstanceOf(UpstreamInvalidError);
  });
});

describe('GET /v1/sections/{id}', () => {
  it.each([
    ['an object', { SectionID: 1, SectionName: 'Cars', SecType: 'cars' }],
    ['an array of one', [{ SectionID: 1, SectionName: 'Cars', SecType: 'cars' }]],
    ['a wrapper', { Section: { SectionID: 1, SectionName: 'Cars', SecType: 'cars' } }],
  ])('reads %s', async (_, json) => {
    const { call } = await connect('/v1/sections/1', json);
    expect(await getSection(call, int64('1'))).toMatchObject({ key: '1', label: 'Cars', type: 'cars' });
  });

  it.each([[], {}, { SectionName: 'Cars' }, [{ SectionID: 1 }, { SectionID: 2 }]])(
    'fails on %j, which is no section',
    async (json) => {
      const { call } = await connect('/v1/sections/1', json);
      expect(await failureOf(getSection(call, int64('1')))).toBeInstanceOf(UpstreamInvalidError);
    },
  );
});
