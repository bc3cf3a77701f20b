import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListingDefinition } from '../../src/contract/listings.ts';
import { anyCharacter } from '../support/any-character.ts';
import { byEffort, sampled } from '../support/effort.ts';
import { bicycle, car, flat } from './listing-bodies.ts';
import { fieldsOf, type JsonResponse, listedIds, rowsOf, startServiceForAll } from './running-service.ts';

const service = await startServiceForAll();
const token = await service.signIn('agent');
const ownId = fieldsOf((await service.post('/v1/listings', token, bicycle)).body)['PKID'];

const oddNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, 0.5, 1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e19, 1001, 5006, 9001),
);

const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    "'; DROP TABLE listings; --",
    '<script>',
    '2123 4567',
    '\u202e',
    'x'.repeat(20_000),
  ),
);

const oddValue = fc.oneof(
  { depthSize: 'small' },
  oddNumber,
  oddText,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(oddNumber, oddText), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
);

const fieldName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.keys(ListingDefinition.fields)) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'title', 'id', '') },
);

/** A listing that would pass, with some fields replaced or taken away; JSON as text, so that every number can be sent. */
const changedListing = fc
  .tuple(fc.constantFrom(bicycle, car, flat, {}), fc.array(fc.tuple(fieldName, oddValue), { maxLength: 5 }))
  .map(([base, changes]) => {
    const fields = [...Object.entries(base), ...changes].map(
      ([name, value]) => `${JSON.stringify(name)}:${Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'null')}`,
    );
    return `{${fields.join(',')}}`;
  });

const anyBody = fc.oneof(
  { weight: 8, arbitrary: changedListing },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((json) => JSON.stringify(json)) },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '[{}]', '{"PKID":1e999}', '{"Price":1e999}', '{"Price":-0}') },
);

const post = (path: string, body: string) =>
  service.call(path, { method: 'POST', token, headers: { 'Content-Type': 'application/json' }, body });

/** What a response to either endpoint says of a body; fails when it says neither of what they may say. */
const verdictOf = (response: JsonResponse): unknown => {
  expect([200, 400, 403, 404]).toContain(response.status);
  if (response.status !== 200) {
    expect(fieldsOf(response.body)['Message']).toEqual(expect.any(String));
    return response.status;
  }
  const { CanProceed, Success = CanProceed, Results, ValidationResults = Results } = fieldsOf(response.body);
  expect(rowsOf(ValidationResults).every(({ ErrorType }) => ErrorType === 0)).toBe(Success);
  return [Success, ValidationResults];
};

describe('any JSON body', () => {
  it('is found good or wrong by POST /v1/listings/validate and POST /v1/listings alike, never with a fault', async () => {
    const verdicts: unknown[] = [];
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const verdict = verdictOf(await post('/v1/listings/validate', body));
        expect(verdictOf(await post('/v1/listings', body))).toEqual(verdict);
        verdicts.push(Array.isArray(verdict) ? verdict[0] : verdict);
      }),
      { seed: 20_250_616, numRuns: byEffort(30, 100) },
    );
    for (const verdict of [true, false, 400]) {
      expect(verdicts.filter((each) => each === verdict).length).toBeGreaterThan(byEffort(2, 5));
    }
    expect(service.logged()).toBe('');
  });

  it('that was saved is read back', async () => {
    for (const section of [1, 2, 3]) {
      const listed = await service.call(`/v1/user/listings?section=${section}&count=100`, { token });
      for (const id of sampled(8, listedIds(listed.body))) {
        expect((await service.call(`/v1/listings/definition/${id}`, { token })).status).toBe(200);
        expect((await service.call(`/v1/listings/${id}?related=1`, { token })).status).toBe(200);
      }
    }
  });

  it('is answered by every other endpoint that takes one, never with a fault', async () => {
    const otherPaths = [
      '/v1/listings/delete',
      '/v1/listings/relist',
      '/v1/listings/relistall',
      '/v1/listings/watchmulti',
      '/v1/listings/unwatchmulti',
      '/v1/user/details',
      '/v1/user/profilepicture',
      `/v1/listings/${String(ownId)}/premiumoptions`,
    ];
    const body = fc
      .dictionary(
        fc.constantFrom(
          'Items',
          'PaymentAuth',
          'ItemId',
          'SectionId',
          'Name',
          'Company',
          'Telephone',
          'PictureUrl',
          'Options',
        ),
        oddValue,
      )
      .chain((object) => fc.constantFrom<unknown>(object, [object], [object, object]));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...otherPaths), body, async (path, json) => {
        expect((await post(path, JSON.stringify(json))).status).toBeLessThan(500);
      }),
      { seed: 20_250_616, numRuns: byEffort(10, 100) },
    );
    expect(service.logged()).toBe('');
  });
});
