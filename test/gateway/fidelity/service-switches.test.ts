import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Detour } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import type { GraphqlResponse } from '../../support/graphql-client.ts';
import { startWorld, type World } from '../../support/world.ts';
import { connections, screenOperations, wholeOperations } from './asked.ts';
import { type DetouredGateway, readToEnd, startDetouredGateway } from './detoured-gateway.ts';
import { type Difference, differencesOf } from './differences.ts';
import { pagingSwitches, readingSwitches } from './service-switches.ts';

const straight: Detour = (request, forward) => forward(request);

const told = ({ data, errors }: GraphqlResponse): unknown => ({
  told: data,
  errors: errors.map(({ path, extensions }) => ({ path: path?.join('.'), code: extensions['code'] })),
});

const collect = async (gateway: DetouredGateway): Promise<unknown> => {
  const answers: [string, unknown][] = [];
  // One after the other: a listing counts how often it is viewed.
  for (const asked of [...screenOperations, ...wholeOperations]) {
    answers.push([asked.name, told(await gateway.ask(asked))]);
  }
  return Object.fromEntries(answers);
};

/** Changes with every reading. */
const isCount = ({ path }: Difference): boolean => path.endsWith('.viewCount');

describe('A gateway in front of a service that', () => {
  let world: World;
  let plain: DetouredGateway;
  let expected: unknown;
  const rows = new Map<string, readonly unknown[]>();
  beforeAll(async () => {
    world = await startWorld();
    plain = await startDetouredGateway(world, straight);
    expected = await collect(plain);
    for (const connection of connections) rows.set(connection.name, await readToEnd(plain, connection, 50));
  });
  afterAll(async () => {
    await plain[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  describe.each(pagingSwitches)('$name', (paging) => {
    const at = pagingSwitches.indexOf(paging);
    it.each(sampled(connections, connections.length, at))(
      'reports every row of $name once, in order',
      async (connection) => {
        await using gateway = await startDetouredGateway(world, paging.detour);
        for (const size of sampled([null, 7, 100], 3, at + connections.indexOf(connection))) {
          const read = await readToEnd(gateway, connection, size);
          expect({ size, rows: read }).toEqual({ size, rows: rows.get(connection.name) });
        }
      },
    );
  });

  describe.each(sampled(readingSwitches, 16))('$name', ({ detour, takesAway = [] }) => {
    it('reports the rest', async () => {
      await using gateway = await startDetouredGateway(world, detour);
      const isTakenAway = ({ path, got }: Difference): boolean =>
        takesAway.some(({ at, becomes = /^null$/ }) => at.test(path) && becomes.test(got));
      const differences = differencesOf(expected, await collect(gateway));
      expect(differences.filter((each) => !isCount(each) && !isTakenAway(each)).slice(0, 20)).toEqual([]);
    });
  });
});
