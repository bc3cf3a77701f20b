import { describe, expect, it } from 'vitest';
import { byEffort, sampled } from '../../support/effort.ts';
import { startWorldForAll } from '../../support/world.ts';

const text =
  '{ lookups { regions { localities { region { localities { id label key } } } } localities { id label key } } }';
const ROUNDS = byEffort(8, 40);

const world = await startWorldForAll();
await world.query(text);

const post = (accept: string): Promise<Response> =>
  world.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': accept },
    body: JSON.stringify({ query: text }),
  });

describe('Large responses of a gateway', () => {
  it.each(
    sampled(2, [
      ['by POST', () => post('identity')],
      ['compressed', () => post('br')],
      [
        'by GET',
        () =>
          world.fetch(`/graphql?${new URLSearchParams({ query: text })}`, {
            headers: { 'GraphQL-Require-Preflight': '1' },
          }),
      ],
    ] as const),
  )('are made again and again: %s', async (_way, ask) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sent = await (await ask()).text();
      expect([sent.startsWith('{"data":'), sent.includes('"errors"')]).toEqual([true, false]);
    }
  });

  it('are made for many at a time', async () => {
    const responses = await Promise.all(Array.from({ length: ROUNDS * 2 }, () => world.query(text)));
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(responses[0]?.errors).toEqual([]);
    expect(responses[0]?.text.length).toBeGreaterThan(65_536);
  });
});

it('The errors of a response are listed up to a hundred, and all others counted', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => `none-${at}`);
  const query =
    'query ($ids: [ID!]!) { a: nodes(ids: $ids) { id } b: nodes(ids: $ids) { id } c: nodes(ids: $ids) { id } }';
  const { body, errors } = await world.query(query, { variables: { ids } });
  expect(errors).toHaveLength(100);
  const none = Array.from({ length: 50 }, () => null);
  expect(body).toMatchObject({ data: { a: none, b: none, c: none }, extensions: { omittedErrors: 50 } });
});
