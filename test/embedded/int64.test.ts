/** Ids of 64 bits, which a JSON number of JavaScript would round: the service keeps every digit, in and out. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byEffort } from '../support/effort.ts';
import { startServiceForAll } from './running-service.ts';

const service = await startServiceForAll();
const token = await service.signIn('seller');

const text = async (path: string, body?: string): Promise<string> => {
  const headers = { authorisation: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = body === undefined ? { headers } : { method: 'POST', headers, body };
  return (await fetch(`${service.baseUrl.href.replace(/\/$/, '')}${path}`, request)).text();
};

const id = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.constantFrom(9007199254740993n, 9223372036854775807n, -9223372036854775808n),
);

describe('An int64 that nothing has', () => {
  it('comes back digit for digit, wherever it is sent', async () => {
    await fc.assert(
      fc.asyncProperty(id, fc.constantFrom('', ' ', '\n'), async (number, space) => {
        const items = `{"Items":${space}[${number}${space}],"PaymentAuth":0}`;
        const failure = `{"Result":1,"Items":[],"Errors":[{"ID":${number},"Error":"There is no listing ${number}."}]}`;
        expect(await text('/v1/listings/delete', items)).toBe(failure);
        expect(await text('/v1/listings/relist', items)).toBe(failure);
        expect(await text(`/v1/listings/${number}`)).toContain(`There is no listing ${number}.`);
        expect(await text(`/v1/listings/${number}/mini`)).toContain(`"UniqueID":${number}}`);
        expect(await text(`/v1/user/listings?section=${number}`)).toContain(`"MainSection":${number},`);
        expect(await text('/v1/listings', `{"PKID":${number}}`)).toContain(`There is no listing ${number}.`);
        expect(await text('/v1/listings/watchmulti', `[{"ItemId":${number}}]`)).toContain(
          `There is no listing ${number}.`,
        );
        expect(await text(`/v1/sections/${number}`)).toContain(`There is no section ${number}.`);
      }),
      { numRuns: byEffort(4, 30) },
    );
  });

  it('is refused beyond 64 bits, and is no section, locality or price of a listing', async () => {
    expect(await text('/v1/listings/delete', '{"Items":[9223372036854775808]}')).toContain('9223372036854775807');
    const body = '{"SectionId":9007199254740993,"LocalityId":9007199254740993,"Price":9007199254740993}';
    const results = JSON.parse(await text('/v1/listings/validate', body)) as {
      Results: { Field: string; ErrorType: number }[];
    };
    const types = new Map(results.Results.map(({ Field, ErrorType }) => [Field, ErrorType]));
    expect([types.get('SectionId'), types.get('LocalityId'), types.get('Price')]).toEqual([2, 2, 2]);
  });
});

it('MainSection is the section of MainCategory in every list', async () => {
  for (const username of ['seller', 'agent'] as const) {
    const signedIn = await service.signIn(username);
    for (const path of [
      '/v1/user/watchedlistings',
      ...[1, 2, 3, 4].map((section) => `/v1/user/listings?section=${section}`),
    ]) {
      const { body } = await service.call(path, { token: signedIn });
      const { MainCategory, MainSection } = Object(body);
      if (MainCategory === null) continue;
      const categories = await service.call(`/v1/properties/categories/${MainSection}`, { token: signedIn });
      expect(categories.body).toContainEqual(expect.objectContaining({ Id: MainCategory }));
    }
  }
});
