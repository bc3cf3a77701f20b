import { afterAll, describe, expect, it } from 'vitest';
import type { Detour } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import type { GraphqlResponse } from '../../support/graphql-client.ts';
import { startWorld } from '../../support/world.ts';
import { screenOperations, wholeOperations } from './asked.ts';
import { type DetouredGateway, startDetouredGateway } from './detoured-gateway.ts';
import { type Difference, differencesOf } from './differences.ts';
import { readingSwitches } from './service-switches.ts';

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

describe('A gateway in front of a service that', async () => {
  const world = await startWorld();
  const plain = await startDetouredGateway(world, straight);
  const expected = await collect(plain);
  afterAll(async () => {
    await plain[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  describe.each(sampled(16, readingSwitches))('$name', ({ detour, takesAway = [] }) => {
    it('reports the rest', async () => {
      await using gateway = await startDetouredGateway(world, detour);
      const isTakenAway = ({ path, got }: Difference): boolean =>
        takesAway.some(({ at, becomes = /^null$/ }) => at.test(path) && becomes.test(got));
      const differences = differencesOf(expected, await collect(gateway));
      expect(differences.filter((each) => !isCount(each) && !isTakenAway(each)).slice(0, 20)).toEqual([]);
    });
  });
});
