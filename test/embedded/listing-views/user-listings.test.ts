import { describe, expect, it } from 'vitest';
import { ListingResults } from '../../../src/contract/listings.ts';
import { demoListings } from '../demo-listings.ts';
import { fieldsOf, rowsOf, startServiceForAll } from '../running-service.ts';

const own = demoListings.filter(
  ({ owner, sectionId, state }) => owner === 'agent' && sectionId === 3 && state !== 'deleted',
);

const service = await startServiceForAll();
const token = await service.signIn('agent');

const list = async (query: string, asToken = token) => {
  const { status, body } = await service.call(`/v1/user/listings?${query}`, { token: asToken });
  expect(status).toBe(200);
  const results = fieldsOf(body);
  return { results, ids: rowsOf(results['Items']).map(({ PKID }) => Number(PKID)), items: rowsOf(results['Items']) };
};

describe('GET /v1/user/listings', () => {
  it('has the totals of everything found beside the page', async () => {
    const { results, ids } = await list('section=3&count=5');
    expect(Object.keys(results).sort()).toEqual(Object.keys(ListingResults.fields).sort());
    expect(results).toMatchObject({
      Results: 5,
      TotalResults: own.length,
      MainSection: 3,
      MainSecType: 'Properties',
      LastResultID: ids.at(-1),
    });
    const counts = new Map<number, number>();
    for (const { categoryId } of own) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
    expect(results['CategoryCounts']).toEqual([...counts].sort(([one], [other]) => one - other));
    expect(counts.get(Number(results['MainCategory']))).toBe(Math.max(...counts.values()));
  });

  it('gives 20 unless asked, never more than 100, and counts from 1', async () => {
    const everything = (await list('section=3&count=100')).ids;
    expect(new Set(everything)).toEqual(new Set(own.map(({ id }) => id)));
    expect((await list('section=3')).ids).toEqual(everything.slice(0, 20));
    expect((await list('section=3&count=2147483647')).ids.length).toBeLessThanOrEqual(100);
    expect((await list('section=3&first=1&count=3')).ids).toEqual(everything.slice(0, 3));
    expect((await list('section=3&first=2&count=3')).ids).toEqual(everything.slice(1, 4));
  });

  it('puts pages together without gap or repeat, whatever their size', async () => {
    const everything = (await list('section=3&count=100')).ids;
    for (const size of [1, 7, own.length]) {
      const pages: number[] = [];
      for (let first = 1; first <= own.length; first += size) {
        pages.push(...(await list(`section=3&first=${first}&count=${size}`)).ids);
      }
      expect(pages).toEqual(everything);
    }
  });

  it('ends with the last entry and is empty beyond it, with the totals still there', async () => {
    const total = own.length;
    expect((await list(`section=3&first=${total}&count=5`)).ids).toHaveLength(1);
    for (const query of [`first=${total + 1}`, 'first=2147483647', 'count=0']) {
      const { results } = await list(`section=3&${query}`);
      expect(results).toMatchObject({ Items: [], Results: 0, TotalResults: total, LastResultID: null });
    }
  });

  it('sorts by date, price or title', async () => {
    const column = async (sortmode: number, name: string) =>
      (await list(`section=3&count=100&sortmode=${sortmode}`)).items.map((item) => item[name]);
    const dates = (await column(0, 'DateAddedUTC')).map(String);
    expect(dates).toEqual([...dates].sort().toReversed());
    const known = (prices: readonly unknown[]) => prices.filter((price) => typeof price === 'number');
    const rising = await column(1, 'Price');
    expect(known(rising)).toEqual(known(rising).sort((one, other) => one - other));
    expect(rising.slice(known(rising).length).every((price) => price === null)).toBe(true);
    const falling = await column(2, 'Price');
    expect(known(falling)).toEqual(known(falling).sort((one, other) => other - one));
    const titles = (await column(3, 'Title')).map((title) => String(title).toLowerCase());
    expect(titles[0]?.localeCompare(titles.at(-1) ?? '', 'en')).toBeLessThan(0);
  });

  it('keeps the expired ones with viewmode 1', async () => {
    const expired = own.filter(({ state }) => state === 'expired').map(({ id }) => id);
    expect(expired.length).toBeGreaterThan(0);
    const { ids, results } = await list('section=3&count=100&viewmode=1');
    expect(new Set(ids)).toEqual(new Set(expired));
    expect(results['TotalResults']).toBe(expired.length);
    expect((await list('section=3&viewmode=0')).results['TotalResults']).toBe(own.length);
  });

  it('finds text in title, description and reference, whatever its case and accents, and takes no wildcards', async () => {
    const [sample] = own.filter(({ userRef }) => userRef !== null);
    if (sample === undefined) throw new Error('The demo data has no reference');
    expect((await list(`section=3&filter=${encodeURIComponent(String(sample.userRef).toLowerCase())}`)).ids).toContain(
      sample.id,
    );
    const word = encodeURIComponent(sample.title.slice(0, 12).toUpperCase());
    expect((await list(`section=3&count=100&filter=${word}`)).ids).toContain(sample.id);
    for (const text of ['%', '_', "' OR 1=1 --", '\u0000', 'no such words']) {
      const filter = encodeURIComponent(text);
      const expected = own.filter(({ title, description }) => `${title} ${description}`.includes(text)).length;
      expect((await list(`section=3&filter=${filter}`)).results['TotalResults']).toBe(expected);
    }
    expect((await list('section=3&filter=')).results['TotalResults']).toBe(own.length);
  });

  it('is empty for a section without listings of the caller and for one that is not there', async () => {
    const newcomer = await service.signIn('newcomer');
    expect((await list('section=3', newcomer)).results).toMatchObject({
      Items: [],
      TotalResults: 0,
      MainCategory: null,
    });
    expect((await list('section=99')).results).toMatchObject({ TotalResults: 0, MainSecType: null });
  });
});
