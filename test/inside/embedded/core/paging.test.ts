import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../../../src/embedded/core/paging.ts';
import { fieldsOf, type RunningService, rowsOf, startService } from '../../../embedded/running-service.ts';
import { byEffort } from '../../../support/effort.ts';

let service: RunningService;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.signIn('seller');
});

afterAll(() => service[Symbol.asyncDispose]());

/** The three lists that are read in pages: where they lie, the index of their first entry, and how they are read. */
const lists = [
  { path: '/v1/user/listings?section=1&', base: 1, entries: 'Items', total: 'TotalResults' },
  { path: '/v1/user/watchedlistings?', base: 1, entries: 'Items', total: 'TotalResults' },
  { path: '/v1/user/account?', base: 0, entries: 'AccountEntries', total: null },
] as const;

describe.each(lists)('pages of GET $path', ({ path, base, entries, total }) => {
  const read = async (query: string) => {
    const response = await service.call(`${path}${query}`, { token });
    expect(response.status).toBe(200);
    const body = fieldsOf(response.body);
    return { rows: rowsOf(body[entries]), total: total === null ? null : body[total] };
  };

  it(`start at ${base} and are slices of the whole list, whatever first and count`, async () => {
    const whole = await read('count=100');
    expect(whole.rows.length).toBeGreaterThan(20);
    expect([whole.rows.length, null]).toContain(whole.total);
    const beyond = whole.rows.length + 3;
    await fc.assert(
      fc.asyncProperty(fc.nat(beyond), fc.nat(beyond), async (offset, count) => {
        const page = await read(`first=${base + offset}&count=${count}`);
        expect(page.rows).toEqual(whole.rows.slice(offset, offset + count));
        expect(page.total).toBe(whole.total);
      }),
      { seed: 20_250_615, numRuns: byEffort(15, 60) },
    );
  });

  it('have 20 entries from the first one by default, and never more than 100', async () => {
    const whole = await read('count=100');
    expect((await read('')).rows).toEqual(whole.rows.slice(0, 20));
    expect((await read('count=2147483647')).rows).toEqual(whole.rows.slice(0, 100));
    expect((await read('first=2147483647')).rows).toEqual([]);
  });

  it('refuse a first below the base and a negative count', async () => {
    for (const [query, name] of [
      [`first=${base - 1}`, 'first'],
      ['count=-1', 'count'],
    ]) {
      const response = await service.call(`${path}${query}`, { token });
      expect([response.status, fieldsOf(response.body)['Message']]).toEqual([
        400,
        expect.stringContaining(`'${name}'`),
      ]);
    }
  });
});

describe('readPage', () => {
  it('counts entries before the page from the base and caps the size', () => {
    fc.assert(
      fc.property(fc.constantFrom(0 as const, 1 as const), fc.nat(1e9), fc.nat(1e9), (base, offset, count) => {
        expect(readPage(count, base + offset, base)).toEqual({ limit: Math.min(count, 100), offset });
      }),
      { seed: 20_250_615 },
    );
    expect(readPage(null, null, 1)).toEqual({ limit: 20, offset: 0 });
    expect(() => readPage(null, 0, 1)).toThrow("'first' must be 1 or more");
  });
});
