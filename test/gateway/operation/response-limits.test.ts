import { describe, expect, it } from 'vitest';
import { readResponse } from '../../support/graphql-client.ts';
import { startWorld, startWorldForAll } from '../../support/world.ts';

const warm = '{ sections { id categories { id } } lookups { vehicleModels { id } } }';
const models = '{ lookups { vehicleModels { id } } }';
const cycle = '{ sections { categories { section { categories { id } } } } }';

const world = await startWorldForAll({
  responseLimits: { objects: 450, bytes: 20_000 },
  trustedDocuments: { mode: 'prefer', entries: [{ id: 'models-1', text: models }] },
});
await world.query(warm);

const refused = [
  { extensions: { code: 'OPERATION_TOO_COMPLEX', exceeded: 'responseObjects', limit: 450, retryable: false } },
];

describe('A response that is too large', () => {
  it.each([
    ['of a list', models],
    ['of lists that point at each other', cycle],
  ])('%s is refused each time, whether or not the operation is known', async (_what, text) => {
    for (let round = 0; round < 4; round += 1) {
      const answer = await world.query(text);
      expect(answer.errors).toMatchObject(refused);
      expect(answer.body).not.toHaveProperty('data');
      expect(answer.text.length).toBeLessThan(1_000);
    }
  });

  it.each([
    ['by GET', `/graphql?${new URLSearchParams({ query: cycle })}`],
    ['by the id of a trusted document', `/graphql?${new URLSearchParams({ documentId: 'models-1' })}`],
  ])('is refused too where it is asked for %s', async (_way, path) => {
    const response = await world.fetch(path, { headers: { 'GraphQL-Require-Preflight': '1' } });
    expect((await readResponse(response)).errors).toMatchObject(refused);
  });

  it('is refused before anything of it is made where the lists come only then', async () => {
    await using cold = await startWorld({ responseLimits: { objects: 1_000, bytes: 1_000_000 } });
    const around = '{ lookups { vehicleMakes { models { make { models { make { models { id } } } } } } } }';
    const [answer] = await Promise.all([cold.query(around), cold.query(around)]);
    expect(answer.errors).toMatchObject([
      { message: expect.stringMatching(/^The operation may have \d+ objects in its response/) },
    ]);
  });

  it('is refused where parts of it were asked for before, and are not too large', async () => {
    await using narrow = await startWorld({ responseLimits: { objects: 25_000, bytes: 16_800 } });
    // Each is small enough to be kept, and all together are too large.
    const fields = [0, 1, 2, 3].flatMap((at) => [
      `localities { abcdefghi${at}: __typename }`,
      `vehicleMakes { abcdefghijklmnopqrstuvwxyz${at}: __typename }`,
    ]);
    for (const field of fields) {
      for (let round = 0; round < 3; round += 1) {
        expect((await narrow.query(`{ lookups { ${field} } }`)).errors).toEqual([]);
      }
    }
    const together = `{ lookups { ${fields.map((field, at) => `l${at}: ${field}`).join(' ')} } }`;
    for (let round = 0; round < 4; round += 1) {
      expect((await narrow.query(together)).errors).toMatchObject([{ extensions: { exceeded: 'responseBytes' } }]);
    }
  });

  it('has the same text as one that is far from its limit, where it had to be written to be measured', async () => {
    await using generous = await startWorld();
    const text = '{ lookups { localities { id label longerNameOfTheKey: key } } broken: node(id: "x") { id } }';
    const headers = { 'x-request-id': 'request-1' };
    for (let round = 0; round < 2; round += 1) {
      const answer = await world.query(text, { headers });
      expect(answer.errors).toHaveLength(1);
      expect(answer.text.length).toBeGreaterThan(20_000 / 6);
      expect(answer.text).toBe((await generous.query(text, { headers })).text);
    }
  });

  it('is counted in the metrics by its limit', async () => {
    const metrics = await (await world.fetch('/metrics')).text();
    expect(metrics).toMatch(/listings_gateway_operation_refusals_total\{limit="responseObjects"\} \d+/);
  });
});
