import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Detour } from '../../support/detour.ts';
import { startWorld, type World } from '../../support/world.ts';
import { type Asked, screenOperations, wholeOperations } from './asked.ts';
import { type DetouredGateway, startDetouredGateway } from './detoured-gateway.ts';

const straight: Detour = (request, forward) => forward(request);

describe('The price of an operation', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await Promise.all([world.signIn('seller'), world.signIn('agent')]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const plannedOf = async (gateway: DetouredGateway, { text, variables = {}, account }: Asked): Promise<unknown> => {
    const token = await world.signIn(account);
    const { body } = await gateway.query(text, { variables, token, headers: { 'x-upstream-trace': 'true' } });
    return Object(Object(body).extensions).upstream?.planned;
  };

  it.each([...screenOperations, ...wholeOperations])('is the same before and after $name', async (asked) => {
    await using gateway = await startDetouredGateway(world, straight);
    const cold = await plannedOf(gateway, asked);
    expect(cold).toEqual(expect.any(Number));
    expect(await plannedOf(gateway, asked)).toBe(cold);
  });
});
