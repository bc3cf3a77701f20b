import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codesOf, columnAt, dataOf, type GraphqlResponse, textAt, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway, startScriptedGatewayForAll } from '../../../support/scripted-gateway.ts';
import type { ScriptedRequest } from '../../../support/scripted-upstream.ts';
import { scriptLists } from '../../scripted-lists.ts';

/** A list at the service. */
interface RemoteList {
  readonly length: number;
  /** What the service says of the length; absent unless given. */
  readonly total?: number | null;
}

const upTo = (length: number): number[] => Array.from({ length }, (_, at) => at + 1);

const respondWithPage = ({ length, total }: RemoteList, { query }: ScriptedRequest) => {
  const first = Number(query.get('first'));
  const positions = upTo(length).slice(first - 1, first - 1 + Number(query.get('count')));
  return {
    json: {
      Items: positions.map((position) => ({ PKID: position, Title: `${position}` })),
      ...(total === undefined ? {} : { TotalResults: total }),
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

let list: RemoteList;
const gateway = await startScriptedGatewayForAll();
scriptLists(gateway.upstream);
gateway.upstream.on('GET', '/v1/user/watchedlistings', (request) => respondWithPage(list, request));
beforeEach(() => {
  list = { length: 45, total: 45 };
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
        CategoryCounts: [[201, 3], [401], [999, 1, 1], ['401', 0], [7, 'x'], [5, 2]],
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
