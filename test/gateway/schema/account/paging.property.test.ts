import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { byEffort, sampled } from '../../../support/effort.ts';
import { columnAt, dataOf, type GraphqlResponse, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGatewayForAll } from '../../../support/scripted-gateway.ts';
import type { ScriptedRequest } from '../../../support/scripted-upstream.ts';
import { scriptLists } from '../../scripted-lists.ts';

/** What a service may say of the length of a list. */
const totals = {
  none: () => null,
  true: (length: number) => length,
  'too large': (length: number) => length + 7,
  'too small': (length: number) => Math.floor(length / 2),
  zero: () => 0,
  negative: () => -1,
  'of the page': (_length: number, came: number) => came,
} as const;

type TotalKind = keyof typeof totals;
const totalKinds = Object.keys(totals).filter((kind): kind is TotalKind => Object.hasOwn(totals, kind));

/** A list at the service. A row is a number; null is one that nobody can read. */
interface RemoteList {
  readonly rows: readonly (number | null)[];
  /** The longest page that the service gives; null for any. */
  readonly cap: number | null;
  readonly total: TotalKind;
}

const upTo = (length: number): number[] => Array.from({ length }, (_, at) => at + 1);

/** The lists of the API: where the first record has the index `base`. */
const connections = {
  accountEntries: { path: '/v1/user/account', base: 0, row: 'description', rows: 'AccountEntries' },
  watchedListings: { path: '/v1/user/watchedlistings', base: 1, row: 'title', rows: 'Items' },
} as const;

type ConnectionName = keyof typeof connections;
const names = fc.constantFrom<ConnectionName>('accountEntries', 'watchedListings');

let list: RemoteList;
/** What was asked for: the size of the page, and whether a total ended the list where the service had only cut it. */
let size: number;
let wasDeceived: boolean;
let asked: number[];

const responseFor =
  ({ base, rows }: (typeof connections)[ConnectionName]) =>
  ({ query }: ScriptedRequest) => {
    const offset = Number(query.get('first')) - base;
    const count = Number(query.get('count'));
    const came = list.rows.slice(offset, offset + Math.min(count, list.cap ?? count));
    const total = totals[list.total](list.rows.length, came.length);
    const end = offset + came.length;
    asked.push(count);
    if (total === end && came.length <= size && end < list.rows.length && rows === 'Items') wasDeceived = true;
    return {
      json: {
        [rows]: came.map((row) => row && { PKID: row, Title: `${row}`, Description: `${row}` }),
        ...(total === null ? {} : { TotalResults: total }),
      },
    };
  };

const gateway = await startScriptedGatewayForAll();
scriptLists(gateway.upstream);
for (const connection of Object.values(connections)) {
  gateway.upstream.on('GET', connection.path, responseFor(connection));
}
beforeEach(() => {
  asked = [];
  wasDeceived = false;
});

interface Position {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

const positionOf = (answer: GraphqlResponse): Position => Object(valueAt(answer, 'viewer.list.pageInfo'));

const readPage = async (name: ConnectionName, variables: Readonly<Record<string, unknown>>) => {
  const before = asked.length;
  const answer = await gateway.ask(
    `query ($first: Int, $after: String, $last: Int, $before: String) { viewer {
      list: ${name}(first: $first, after: $after, last: $last, before: $before) {
        nodes { row: ${connections[name].row} } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
      }
    } }`,
    variables,
  );
  dataOf(answer);
  expect(asked.length - before).toBeLessThanOrEqual('last' in variables ? 2 : 1);
  return { rows: columnAt(answer, 'viewer.list.nodes', 'row').map(Number), ...positionOf(answer) };
};

const MAX_PAGES = 400;

/** Pages forward to the end, as clients are informed to. `between` is done after each page. */
const walkForward = async (name: ConnectionName, between: () => void = () => {}): Promise<number[]> => {
  const seen: number[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(name, { first: size, after });
    seen.push(...page.rows);
    if (!page.hasNextPage) return seen;
    expect(page.endCursor).not.toBeNull();
    after = page.endCursor;
    between();
  }
  throw new Error('The walk does not end.');
};

const walkBackward = async (name: ConnectionName, from: string | null): Promise<number[]> => {
  const seen: number[] = [];
  let before = from;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(name, { last: size, before });
    seen.unshift(...page.rows);
    if (!page.hasPreviousPage) return seen;
    expect(page.startCursor).not.toBeNull();
    before = page.startCursor;
  }
  throw new Error('The walk does not end.');
};

const sizes = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 2, 19, 20, 21, 49, 50, 98, 99, 100));

/** Caps and lengths near those at which a page is just full, or just not. */
const walks = sizes.chain((size) =>
  fc
    .oneof(
      fc.constant(null),
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: -2, max: 2 }).map((more) => Math.max(1, size + more)),
    )
    .chain((cap) => {
      const page = Math.min(size, cap ?? size);
      const length = fc.oneof(
        fc.integer({ min: 0, max: page * 6 }),
        fc
          .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -2, max: 2 }))
          .map(([pages, more]) => Math.max(0, pages * page + more)),
      );
      return fc.record({ size: fc.constant(size), cap: fc.constant(cap), length });
    }),
);

/** Enough to see that deceptions are rare. */
const manyRuns = { numRuns: byEffort(6, 20) };
const runs = { numRuns: byEffort(2, 20) };

describe('A list that does not change', () => {
  it('read forward to its end, gives every row once, whatever the service caps or says of the length', async () => {
    let deceptions = 0;
    await fc.assert(
      fc.asyncProperty(names, walks, fc.constantFrom(...totalKinds), async (name, walk, total) => {
        size = walk.size;
        list = { rows: upTo(walk.length), cap: walk.cap, total };
        wasDeceived = false;
        const seen = await walkForward(name);
        // Assumption: R24. A total that ends the list exactly where a capped page ends is believed.
        if (wasDeceived) deceptions += 1;
        expect(seen).toEqual(upTo(wasDeceived ? seen.length : walk.length));
        expect(Math.max(...asked)).toBeLessThanOrEqual(100);
      }),
      manyRuns,
    );
    expect(deceptions).toBeLessThan(byEffort(6, 8));
  });

  it('read forward, gives every row that can be read when some cannot', async () => {
    await fc.assert(
      fc.asyncProperty(names, walks, fc.integer({ min: 2, max: 9 }), async (name, walk, every) => {
        // A page without one row that can be read is an error.
        fc.pre(walk.cap !== 1);
        size = walk.size;
        const rows = upTo(walk.length).map((row) => (row % every === 0 && row !== walk.length ? null : row));
        list = { rows, cap: walk.cap, total: 'none' };
        expect(await walkForward(name)).toEqual(rows.filter((row) => row !== null));
      }),
      runs,
    );
  });

  it('read backward from its end, gives every row once when its length is reported', async () => {
    await fc.assert(
      fc.asyncProperty(walks, fc.constantFrom('true', 'too large'), async (walk, total) => {
        size = walk.size;
        list = { rows: upTo(walk.length), cap: walk.cap, total };
        expect(await walkBackward('watchedListings', null)).toEqual(upTo(walk.length));
        expect(Math.max(...asked)).toBeLessThanOrEqual(100);
      }),
      runs,
    );
  });

  it('read backward from any place, gives every row before it once, though no length is reported', async () => {
    await fc.assert(
      fc.asyncProperty(names, walks, fc.nat(), async (name, walk, seed) => {
        fc.pre(walk.length > 0);
        list = { rows: upTo(walk.length), cap: walk.cap, total: 'none' };
        const position = (seed % Math.min(walk.length, walk.cap ?? 100, 100)) + 1;
        const { endCursor } = await readPage(name, { first: position });
        size = walk.size;
        expect(await walkBackward(name, endCursor)).toEqual(upTo(position - 1));
      }),
      runs,
    );
  });
});

describe('A list that changes between pages', () => {
  const changes = fc.array(fc.record({ at: fc.nat(), by: fc.integer({ min: -30, max: 30 }) }), { maxLength: 6 });

  it('is read to an end, forward and backward, and nothing fails', async () => {
    await fc.assert(
      fc.asyncProperty(names, walks, changes, fc.constantFrom(...totalKinds), async (name, walk, changing, total) => {
        size = walk.size;
        list = { rows: upTo(walk.length), cap: walk.cap, total };
        const left = [...changing];
        const change = (): void => {
          const { at, by } = left.shift() ?? { at: 0, by: 0 };
          const index = at % (list.rows.length + 1);
          const rows = list.rows.toSpliced(index, Math.max(0, -by), ...upTo(Math.max(0, by)));
          list = { ...list, rows };
        };
        await walkForward(name, change);
        list = { rows: upTo(300), cap: null, total: 'none' };
        const { endCursor } = await readPage(name, { first: 100 });
        list = { rows: upTo(walk.length), cap: walk.cap, total };
        const seen = await walkBackward(name, endCursor);
        expect(seen).toEqual(upTo(Math.min(99, walk.length)));
      }),
      runs,
    );
  });
});

describe('User.accountEntries', () => {
  it.each([
    { length: 5, cap: null, first: 20, pages: 2 },
    { length: 20, cap: null, first: 20, pages: 2 },
    { length: 21, cap: null, first: 20, pages: 2 },
    { length: 39, cap: 20, first: 20, pages: 2 },
    { length: 40, cap: 20, first: 20, pages: 3 },
    { length: 150, cap: 100, first: 100, pages: 2 },
    { length: 200, cap: 100, first: 100, pages: 3 },
  ])('has $length rows of a service with pages of $cap in $pages pages of $first', async (each) => {
    list = { rows: upTo(each.length), cap: each.cap, total: 'none' };
    size = each.first;
    expect(await walkForward('accountEntries')).toEqual(upTo(each.length));
    expect(asked).toHaveLength(each.pages);
  });

  it('takes a cursor that reports no longest page', async () => {
    list = { rows: upTo(30), cap: 20, total: 'none' };
    const { endCursor } = await readPage('accountEntries', { first: 10 });
    const [fingerprint, position] = Buffer.from(endCursor ?? '', 'base64url')
      .toString('latin1')
      .split(':');
    const after = Buffer.from(`${fingerprint}:${position}`).toString('base64url');
    expect((await readPage('accountEntries', { first: 10, after })).rows).toEqual(upTo(20).slice(10));
  });
});

describe.each(['accountEntries', 'watchedListings'] as const)('User.%s behind its end', (name) => {
  it.each(
    sampled(3, [
      { status: 404 },
      { status: 204 },
      { body: '' },
      { json: null },
      { json: [] },
      { json: {} },
      { json: { AccountEntries: [], Items: [] } },
    ] as const),
  )('is an empty page where the service responds with %j', async (nothing) => {
    list = { rows: upTo(5), cap: null, total: 'none' };
    const { endCursor, hasNextPage } = await readPage(name, { first: 20 });
    expect(hasNextPage).toBe(true);
    gateway.upstream.once('GET', connections[name].path, nothing);
    const behind = await readPage(name, { first: 20, after: endCursor });
    expect(behind).toMatchObject({ rows: [], endCursor: null, hasNextPage: false, hasPreviousPage: true });
    expect((await readPage(name, { last: 3, before: behind.startCursor })).rows).toEqual([3, 4, 5]);
  });
});

describe.each(['accountEntries', 'watchedListings'] as const)(
  'User.%s of a service that does not heed where a page starts',
  (name) => {
    const { path, rows } = connections[name];

    it('ends, and has each row that the service gives once', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            length: fc.integer({ min: 1, max: 60 }),
            cap: fc.constantFrom(null, 1, 5, 20, 21),
            heedsCount: fc.boolean(),
            total: fc.constantFrom<TotalKind>('none', 'true', 'too small', 'too large', 'zero'),
            first: fc.constantFrom(1, 2, 5, 20, 21, 99),
          }),
          async ({ length, cap, heedsCount, total: kind, first }) => {
            const all = upTo(length);
            gateway.upstream.on('GET', path, ({ query }) => {
              asked.push(0);
              const came = all.slice(0, Math.min(heedsCount ? Number(query.get('count')) : length, cap ?? length));
              const total = totals[kind](length, came.length);
              const json = { [rows]: came.map((row) => ({ PKID: row, Title: `${row}`, Description: `${row}` })) };
              return { json: total === null ? json : { ...json, TotalResults: total } };
            });
            size = first;
            const within = Math.min(length, cap ?? length, heedsCount ? first + 1 : length);
            expect(await walkForward(name)).toEqual(upTo(within));
          },
        ),
        { numRuns: byEffort(2, 30) },
      );
      gateway.upstream.on('GET', path, responseFor(connections[name]));
    });
  },
);

it('Equal movements are all there, although their pages are the same', async () => {
  const json = (rows: number) => ({
    AccountEntries: Array.from({ length: rows }, () => ({ Amount: -2, Description: '7' })),
  });
  gateway.upstream.on('GET', '/v1/user/account', ({ query }) => {
    asked.push(0);
    return { json: json(Math.max(0, Math.min(Number(query.get('count')), 45 - Number(query.get('first'))))) };
  });
  size = 10;
  expect(await walkForward('accountEntries')).toEqual(Array.from({ length: 45 }, () => 7));
  gateway.upstream.on('GET', '/v1/user/account', responseFor(connections.accountEntries));
});
