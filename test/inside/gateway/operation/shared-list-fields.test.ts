import { getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { findListFields } from '../../../../src/gateway/operation/shared-list-fields.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';
import { scriptCanaries } from '../../../gateway/canary-service.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

const pathsIn = (text: string): readonly string[] => {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  return findListFields(schema, document, operation)?.fields.map(({ path }) => path.join('.')) ?? [];
};

describe('Lists whose text is kept', () => {
  it.each([
    ['{ lookups { fuels { key label } } }', ['lookups.fuels']],
    ['{ all: lookups { a: fuels { key } b: values(list: FUEL) { id } } }', ['all.a', 'all.b']],
    ['{ sections { id label type } viewer { name } }', ['sections']],
    ['{ lookups { vehicleModels(make: "Fiat") { label make { label } } } }', ['lookups.vehicleModels']],
    ['{ lookups { localities { key label } regions { label } } }', ['lookups.localities', 'lookups.regions']],
    ['{ lookups { fuels { ...F } } } fragment F on LookupValue { key }', ['lookups.fuels']],
  ])('are those of %s', (text, paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });

  it.each([
    ['ask for another list', '{ lookups { vehicleMakes { label models { label } } } }'],
    ['ask for more of an entry', '{ lookups { localities { key region { label } } } }'],
    ['ask for more by a fragment', '{ sections { ...S } } fragment S on Section { categories { label } }'],
    ['are those of one region', '{ lookups { localities(regionId: "1") { label } } }'],
    ['are sections of a type', '{ sections(type: "Cars") { label } }'],
    ['depend on a variable', 'query ($make: String) { lookups { vehicleModels(make: $make) { label } } }'],
    ['may be left out', 'query ($no: Boolean!) { lookups { fuels @skip(if: $no) { label } } }'],
    ['have a field that may be left out', 'query ($no: Boolean!) { lookups { fuels { key label @skip(if: $no) } } }'],
    ['are selected twice', '{ lookups { fuels { key } fuels { label } } }'],
    ['are selected by a fragment', '{ lookups { ...F } } fragment F on Lookups { fuels { key } }'],
    ['belong to a field that may be left out', 'query ($no: Boolean!) { lookups @skip(if: $no) { fuels { key } } }'],
  ])('are not those that %s', (_what, text) => {
    expect(pathsIn(text)).toEqual([]);
  });
});

const lists = `{ first: __typename
  lookups { fuels { id list key code label __typename } b: values(list: GARDEN) { label } vehicleMakes { id key label }
    vehicleModels { id label make { id label } } m: vehicleModels(make: "nobody's") { label }
    localities { id key label countryId } regions { id key label countryId } __typename }
  sections { id key label type } missing: listing(id: 404) { title } last: __typename }`;

const ask = async (gateway: ScriptedGateway, text: string) => {
  const { status, text: body } = await gateway.query(text, {
    token: CALLER_TOKEN,
    headers: { 'x-request-id': 'the-same-request' },
  });
  return { status, body };
};

describe('An operation with lists whose text is kept', () => {
  it('is answered the same each time', async () => {
    await using gateway = await startScriptedGateway();
    scriptCanaries(gateway.upstream);
    const first = await ask(gateway, lists);
    expect(first.body).toContain('"fuels":[{"id"');
    for (let time = 2; time <= 5; time += 1) expect(await ask(gateway, lists)).toEqual(first);
  });

  it('gets the new list when that was re-fetched', async () => {
    await using gateway = await startScriptedGateway({ lookups: { freshMs: 1000, staleMs: 0 } });
    const text = '{ lookups { fuels { label } } }';
    for (const label of ['Steam', 'Coal']) {
      gateway.upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 1, Item: label }] });
      for (let time = 1; time <= 4; time += 1) {
        expect((await ask(gateway, text)).body).toBe(`{"data":{"lookups":{"fuels":[{"label":"${label}"}]}}}`);
      }
      gateway.clock.advance(2000);
    }
    expect(gateway.upstream.count()).toBe(2);
  });

  it('is refused to a caller without a token, however warm the list is', async () => {
    await using gateway = await startScriptedGateway();
    scriptCanaries(gateway.upstream);
    for (let time = 1; time <= 4; time += 1) await ask(gateway, '{ lookups { fuels { label } } }');
    const response = await gateway.query('{ lookups { fuels { label } } }');
    expect(response.status).toBe(401);
    expect(response.data).toEqual({ lookups: { fuels: null } });
  });

  it('reports in its trace that the list was cached', async () => {
    await using gateway = await startScriptedGateway();
    scriptCanaries(gateway.upstream);
    const text = '{ lookups { fuels { label } } }';
    for (let time = 1; time <= 4; time += 1) await ask(gateway, text);
    const response = await gateway.query(text, { token: CALLER_TOKEN, headers: { 'x-upstream-trace': 'true' } });
    expect(response.body).toMatchObject({
      extensions: { upstream: { calls: 0, trace: [{ cache: 'HIT', attempts: 0 }] } },
    });
  });
});
