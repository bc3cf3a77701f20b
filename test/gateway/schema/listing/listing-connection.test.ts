import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byEffort } from '../../../support/effort.ts';
import {
  codesOf,
  columnAt,
  dataOf,
  type GraphqlResponse,
  listAt,
  textAt,
  valueAt,
} from '../../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { ScriptedRequest } from '../../../support/scripted-upstream.ts';
import { startWorld } from '../../../support/world.ts';
import { scriptLists } from '../../scripted-lists.ts';

/** A list at the service. */
interface RemoteList {
  readonly length: number;
  /** What the service says of the length; absent unless given. */
  readonly total?: number | null;
  /** Largest page that the service gives. */
  readonly maxCount?: number;
  /** 1-based number of an entry that has no id. */
  readonly nameless?: number;
}

const respondWithPage = (list: RemoteList, { query }: ScriptedRequest) => {
  const first = Number(query.get('first'));
  const count = Math.min(Number(query.get('count')), list.maxCount ?? Number.POSITIVE_INFINITY);
  const positions = Array.from({ length: list.length }, (_, at) => at + 1).slice(first - 1, first - 1 + count);
  return {
    json: {
      Items: positions.map((position) => ({
        PKID: position === list.nameless ? null : position,
        Title: `${position}`,
      })),
      ...(list.total === undefined ? {} : { TotalResults: list.total }),
    },
  };
};

const fields =
  'totalCount nodes { title } edges { cursor node { title } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';
const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
  viewer { list: watchedListings(first: $first, after: $after, last: $last, before: $before) { ${fields} } }
}`;

interface Position {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

const positionOf = (answer: GraphqlResponse): Position => Object(valueAt(answer, 'viewer.list.pageInfo'));
const numbersOf = (answer: GraphqlResponse): number[] => columnAt(answer, 'viewer.list.nodes', 'title').map(Number);
const upTo = (length: number): number[] => Array.from({ length }, (_, at) => at + 1);

let gateway: ScriptedGateway;
let list: RemoteList;
beforeAll(async () => {
  gateway = await startScriptedGateway();
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', '/v1/user/watchedlistings', (request) => respondWithPage(list, request));
});
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(() => {
  list = { length: 45, total: 45 };
});

const MAX_PAGES = 200;

/** Walks forward to the end, checks every page against the last, and gives the entries in order. */
const walkForward = async (first: number): Promise<number[]> => {
  const seen: number[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await gateway.ask(query, { first, after });
    dataOf(answer);
    const position = positionOf(answer);
    expect(position.hasPreviousPage).toBe(page > 0);
    expect(columnAt(answer, 'viewer.list.edges', 'node.title').map(Number)).toEqual(numbersOf(answer));
    seen.push(...numbersOf(answer));
    if (!position.hasNextPage) return seen;
    expect(position.endCursor).not.toBeNull();
    after = position.endCursor;
  }
  throw new Error('The walk does not end.');
};

const walkBackward = async (last: number, from: string | null): Promise<number[]> => {
  const seen: number[] = [];
  let before = from;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await gateway.ask(query, { last, before });
    dataOf(answer);
    const position = positionOf(answer);
    expect(position.hasNextPage).toBe(page > 0 || from !== null);
    seen.unshift(...numbersOf(answer));
    if (!position.hasPreviousPage) return seen;
    before = position.startCursor;
  }
  throw new Error('The walk does not end.');
};

const lengths = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom(99, 100, 101, 102),
);
const sizes = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(99, 100));
const walks = fc.record({ length: lengths, size: sizes }).filter(({ length, size }) => length / size <= 12);
const runs = { numRuns: byEffort(4, 30) };

describe('ListingConnection, walked page by page', () => {
  it('forward yields every entry once, in as many calls as pages', async () => {
    await fc.assert(
      fc.asyncProperty(walks, async ({ length, size }) => {
        list = { length, total: length };
        const before = gateway.upstream.count();
        expect(await walkForward(size)).toEqual(upTo(length));
        expect(gateway.upstream.count() - before).toBe(Math.max(1, Math.ceil(length / size)));
      }),
      runs,
    );
  });

  it('backward yields every entry once, with one call more to learn the length unless the start is all', async () => {
    await fc.assert(
      fc.asyncProperty(walks, async ({ length, size }) => {
        list = { length, total: length };
        const before = gateway.upstream.count();
        expect(await walkBackward(size, null)).toEqual(upTo(length));
        expect(gateway.upstream.count() - before).toBe(length > size ? 1 + Math.ceil(length / size) : 1);
      }),
      runs,
    );
  });

  it('forward yields every entry once whatever the service says of the length, or when it says nothing', async () => {
    const totals = fc.option(fc.integer({ min: -5, max: 300 }));
    await fc.assert(
      fc.asyncProperty(walks, totals, async ({ length, size }, total) => {
        list = { length, total };
        // Assumption: R24. A total that ends the list where a page ends is believed.
        fc.pre(total === null || total === length || total !== size);
        const seen = await walkForward(size);
        expect(seen).toEqual(upTo(length));
      }),
      runs,
    );
  });

  it('forward yields every entry once when the service gives smaller pages than it was asked for', async () => {
    await fc.assert(
      fc.asyncProperty(walks, fc.integer({ min: 2, max: 10 }), async ({ length, size }, maxCount) => {
        list = { length, total: length, maxCount };
        expect(await walkForward(size)).toEqual(upTo(length));
      }),
      runs,
    );
  });

  it('backward from any cursor yields all that comes before it', async () => {
    await fc.assert(
      fc.asyncProperty(walks, fc.nat(), async ({ length, size }, seed) => {
        fc.pre(length > 0);
        list = { length, total: null };
        const position = (seed % Math.min(length, 100)) + 1;
        const ahead = await gateway.ask(query, { first: position });
        const cursor = textAt(ahead, 'viewer.list.pageInfo.endCursor');
        expect(await walkBackward(size, cursor)).toEqual(upTo(position - 1));
      }),
      runs,
    );
  });

  it('yields every other entry once when one has no id to be shown by', async () => {
    await fc.assert(
      fc.asyncProperty(walks, fc.nat(), async ({ length, size }, seed) => {
        fc.pre(length > 0);
        const nameless = (seed % length) + 1;
        list = { length, total: length, nameless };
        const expected = upTo(length).filter((position) => position !== nameless);
        expect(await walkForward(size)).toEqual(expected);
      }),
      runs,
    );
  });
});

describe('ListingConnection', () => {
  it('is a page of 20 unless it says how many, and asks for one entry more to know whether more follow', async () => {
    const answer = await gateway.ask(query);
    expect(numbersOf(answer)).toEqual(upTo(20));
    expect(positionOf(answer)).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(gateway.upstream.requests.at(-1)?.rawQuery).toBe('count=21&first=1');
  });

  it('has the cursors of its edges at both ends, and none when it is empty', async () => {
    const answer = await gateway.ask(query, { first: 3 });
    const cursors = columnAt(answer, 'viewer.list.edges', 'cursor');
    expect(new Set(cursors).size).toBe(3);
    expect(positionOf(answer)).toMatchObject({ startCursor: cursors[0], endCursor: cursors[2] });
    list = { length: 0, total: 0 };
    const empty = await gateway.ask(query);
    expect(valueAt(empty, 'viewer.list')).toEqual({
      totalCount: 0,
      nodes: [],
      edges: [],
      pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
    });
  });

  it.each([
    [45, 45],
    [0, null],
    [3, null],
    [undefined, null],
    [null, null],
    [1000, 1000],
  ])('with a total of %s reports %s', async (total, totalCount) => {
    list = { length: 45, ...(total === undefined ? {} : { total }) };
    expect(valueAt(await gateway.ask(query, { first: 5 }), 'viewer.list.totalCount')).toBe(totalCount);
  });

  it('between two cursors has what lies between them, from either side', async () => {
    const cursors = columnAt(await gateway.ask(query, { first: 10 }), 'viewer.list.edges', 'cursor');
    const [after, before] = [cursors[2], cursors[7]];
    expect(numbersOf(await gateway.ask(query, { first: 2, after, before }))).toEqual([4, 5]);
    expect(numbersOf(await gateway.ask(query, { last: 2, after, before }))).toEqual([6, 7]);
    expect(numbersOf(await gateway.ask(query, { first: 100, after, before }))).toEqual([4, 5, 6, 7]);
    expect(numbersOf(await gateway.ask(query, { last: 100, after, before }))).toEqual([4, 5, 6, 7]);
    expect(numbersOf(await gateway.ask(query, { first: 5, after: before, before: after }))).toEqual([]);
    expect(numbersOf(await gateway.ask(query, { last: 5, before: cursors[0] }))).toEqual([]);
  });

  it('cannot be read from its end when the service does not report its length', async () => {
    list = { length: 5 };
    const answer = await gateway.ask(query, { last: 2 });
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT']);
    expect(answer.errors[0]?.message).toContain('which the service does not tell: use "first"');
  });

  it.each([
    [{ first: 0 }, '"first" takes 1 to 100, and got 0.'],
    [{ first: 101 }, '"first" takes 1 to 100, and got 101.'],
    [{ first: -1 }, '"first" takes 1 to 100, and got -1.'],
    [{ last: 0 }, '"last" takes 1 to 100, and got 0.'],
    [{ last: 101 }, '"last" takes 1 to 100, and got 101.'],
    [{ first: 1, last: 1 }, 'Give "first" or "last", not both.'],
    [{ after: 'x' }, '"after" takes a cursor of this connection, and got "x".'],
    [{ after: '' }, '"after" takes a cursor of this connection, and got "".'],
    [{ last: 1, before: 'MTIzNDU2Nzg6LTE' }, '"before" takes a cursor of this connection, and got "MTIzNDU2Nzg6LTE".'],
  ])('refuses %j without a call', async (variables, message) => {
    const before = gateway.upstream.count();
    const answer = await gateway.ask(query, variables);
    expect(answer.data).toEqual({ viewer: { list: null } });
    expect(answer.errors[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT', retryable: false } });
    expect(gateway.upstream.count()).toBe(before);
  });

  it('refuses "last" with "after" alone', async () => {
    const after = textAt(await gateway.ask(query, { first: 1 }), 'viewer.list.pageInfo.endCursor');
    expect(codesOf(await gateway.ask(query, { last: 1, after }))).toEqual(['BAD_USER_INPUT']);
  });

  it('takes a bare array for a page', async () => {
    await using other = await startScriptedGateway();
    other.upstream.on('GET', '/v1/user/watchedlistings', { json: [{ PKID: 1, Title: '1' }] });
    const answer = await other.ask(query);
    expect(numbersOf(answer)).toEqual([1]);
    expect(valueAt(answer, 'viewer.list.totalCount')).toBeNull();
  });

  it('says of the whole list what the service does', async () => {
    await using other = await startScriptedGateway();
    scriptLists(other.upstream);
    other.upstream.on('GET', '/v1/user/watchedlistings', {
      json: {
        Items: [],
        TotalResults: 0,
        CategoryCounts: [[201, 3], [401], [999, 1, 1], ['401', 0], [5, 2]],
        MainCategory: 201,
        MainSection: 2,
        MainSecType: 'Cars',
        LastResultID: 77,
      },
    });
    const answer = await other.ask(`{ viewer { watchedListings {
      categoryCounts { categoryKey count category { label } } mainCategory { label section { label } }
      mainSection { label } mainSectionType lastResultDatabaseId
    } } }`);
    expect(dataOf(answer)).toEqual({
      viewer: {
        watchedListings: {
          categoryCounts: [
            { categoryKey: '201', count: 3, category: { label: 'Coupés' } },
            { categoryKey: '401', count: 0, category: { label: 'Baking' } },
            { categoryKey: '5', count: 2, category: { label: '5' } },
          ],
          mainCategory: { label: 'Coupés', section: { label: 'Cars & Parts' } },
          mainSection: { label: 'Cars & Parts' },
          mainSectionType: 'Cars',
          lastResultDatabaseId: '77',
        },
      },
    });
  });
});

describe('User.listings', () => {
  const listings = async (args: string): Promise<GraphqlResponse> =>
    gateway.ask(`{ viewer { list: listings(${args}) { ${fields} } } }`);

  beforeAll(() => {
    gateway.upstream.on('GET', '/v1/user/listings', (request) => respondWithPage(list, request));
  });

  it.each([
    ['sectionId: 2', 'section=2&count=21&first=1&sortmode=0&viewmode=0'],
    ['sectionId: "Section:2", first: 5', 'section=2&count=6&first=1&sortmode=0&viewmode=0'],
    [
      'sectionId: 2, text: "café & co", sort: PRICE_LOWEST_FIRST, view: EXPIRED',
      'section=2&count=21&first=1&filter=caf%C3%A9%20%26%20co&sortmode=1&viewmode=1',
    ],
    ['sectionId: 0, text: "", sort: PRICE_HIGHEST_FIRST', 'section=0&count=21&first=1&sortmode=2&viewmode=0'],
    [
      'sectionId: 9007199254740993, sort: ALPHABETICAL',
      'section=9007199254740993&count=21&first=1&sortmode=3&viewmode=0',
    ],
  ])('(%s) asks the service with exactly its parameters', async (args, rawQuery) => {
    dataOf(await listings(args));
    const sent = gateway.upstream.requests.at(-1)?.rawQuery.split('&') ?? [];
    expect(sent.toSorted()).toEqual(rawQuery.split('&').toSorted());
  });

  it('takes no cursor of another list, section, text, order or view', async () => {
    const cursor = textAt(await listings('sectionId: 2, first: 1'), 'viewer.list.pageInfo.endCursor');
    const watched = textAt(await gateway.ask(query, { first: 1 }), 'viewer.list.pageInfo.endCursor');
    expect(numbersOf(await listings(`sectionId: "Section:2", first: 1, after: "${cursor}"`))).toEqual([2]);
    for (const args of [
      `sectionId: 3, after: "${cursor}"`,
      `sectionId: 2, text: "x", after: "${cursor}"`,
      `sectionId: 2, sort: ALPHABETICAL, after: "${cursor}"`,
      `sectionId: 2, view: EXPIRED, after: "${cursor}"`,
      `sectionId: 2, after: "${watched}"`,
    ]) {
      const answer = await listings(args);
      expect(answer.errors[0]).toMatchObject({
        message: 'The cursor in "after" belongs to another list, filter or order: start again without it.',
        extensions: { code: 'BAD_USER_INPUT' },
      });
    }
    expect(codesOf(await gateway.ask(query, { last: 1, before: cursor }))).toEqual(['BAD_USER_INPUT']);
  });

  it('refuses a section of another type', async () => {
    expect(codesOf(await listings('sectionId: "Category:2"'))).toEqual(['BAD_USER_INPUT']);
  });
});

describe('Connections of the demo data', () => {
  it('walk through all of the seller’s listings and watched listings, in order, each once', async () => {
    await using world = await startWorld();
    const token = await world.signIn('seller');
    for (const field of ['watchedListings(', 'listings(sectionId: 1, ', 'listings(sectionId: 2, view: EXPIRED, ']) {
      const ask = (args: string) =>
        world.query(
          `{ viewer { list: ${field}${args}) { totalCount nodes { id } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } } }`,
          {
            token,
          },
        );
      const forward: unknown[] = [];
      let page = await ask('first: 7');
      for (;;) {
        forward.push(...columnAt(page, 'viewer.list.nodes', 'id'));
        if (!positionOf(page).hasNextPage) break;
        page = await ask(`first: 7, after: "${positionOf(page).endCursor}"`);
      }
      const backward: unknown[] = [];
      let back = await ask('last: 9');
      for (;;) {
        backward.unshift(...columnAt(back, 'viewer.list.nodes', 'id'));
        if (!positionOf(back).hasPreviousPage) break;
        back = await ask(`last: 9, before: "${positionOf(back).startCursor}"`);
      }
      expect(forward).toHaveLength(Number(valueAt(page, 'viewer.list.totalCount')));
      expect(new Set(forward).size).toBe(forward.length);
      expect(backward).toEqual(forward);
      const whole = await ask('first: 100');
      expect(listAt(whole, 'viewer.list.nodes').map((node) => Object(node).id)).toEqual(forward.slice(0, 100));
    }
  });
});
