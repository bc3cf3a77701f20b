import { expect, it } from 'vitest';
import { dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const LENGTH = 3_500_000;

it('Lists of few but long entries are kept as far as their length allows: the last ones', async () => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/properties/regions', { json: [{ Id: 1, Item: 'x'.repeat(LENGTH) }] });
  const ask = async (country: number) =>
    dataOf(await gateway.ask(`{ lookups { regions(countryId: ${country}) { key } } }`));
  const countries = Array.from({ length: 8 }, (_none, at) => 1_000 + at);
  for (const country of countries) await ask(country);
  expect(gateway.upstream.count()).toBe(countries.length);
  for (const country of countries.slice(-4)) await ask(country);
  expect(gateway.upstream.count()).toBe(countries.length);
  await ask(1_000);
  expect(gateway.upstream.count()).toBe(countries.length + 1);
});
