/** Finds out from which number the pages of lists count `first` (ruling R23). */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { Answer, Call } from '../../upstream/call.ts';
import { fieldOf, isJsonObject } from '../../upstream/json-object.ts';
import { type Attempt, attempt, bodyAsCame } from './attempt.ts';
import { findContent } from './body.ts';
import type { Callers, RunCall } from './callers.ts';
import type { Finding } from './finding.ts';
import type { Found } from './found.ts';

/** Two entries are enough to see by how far a page moves. */
const COUNT = 2;

/** A list in pages. */
interface PagedList {
  readonly name: 'listUserListings' | 'listWatchedListings' | 'listAccountEntries';
  /** What the specification says. */
  readonly base: 0 | 1;
  /** The field of the entries. */
  readonly entries: string;
  readonly send: (call: Call, first: number) => Promise<Answer>;
}

const listsOf = ({ ownSections }: Found): readonly PagedList[] => [
  ...ownSections.slice(0, 1).map(
    (section): PagedList => ({
      name: 'listUserListings',
      base: 1,
      entries: 'Items',
      send: (call, first) => call('listUserListings', { query: { section, first, count: COUNT } }),
    }),
  ),
  {
    name: 'listWatchedListings',
    base: 1,
    entries: 'Items',
    send: (call, first) => call('listWatchedListings', { query: { first, count: COUNT } }),
  },
  {
    name: 'listAccountEntries',
    base: 0,
    entries: 'AccountEntries',
    send: (call, first) => call('listAccountEntries', { query: { first, count: COUNT } }),
  },
];

/** What tells an entry from others: its id, and all of it where it has none. */
const keyOf = (entry: unknown): string =>
  JSON.stringify((isJsonObject(entry) ? fieldOf(entry, 'PKID') : undefined) ?? entry);

/** The entries of a page. */
type Page = readonly string[] | 'refused' | 'unknown';

const readPage = ({ name, entries }: PagedList, tried: Attempt<unknown>): Page => {
  if (!tried.ok) return tried.failure.status === null ? 'unknown' : 'refused';
  const content = findContent(endpoints[name].response.type, tried.result);
  const items = content !== null && isJsonObject(content.json) ? fieldOf(content.json, entries) : undefined;
  return Array.isArray(items) ? items.map(keyOf) : 'unknown';
};

/** From which number a list counts, by its pages at 0 and at 1; null when they do not tell. */
const baseOf = (atZero: Page, atOne: Page): 0 | 1 | null => {
  if (atZero === 'unknown' || atOne === 'unknown' || atOne === 'refused') return null;
  // Where counting begins with 1, page 0 is refused, or is taken for the first.
  if (atZero === 'refused') return atOne.length > 0 ? 1 : null;
  const [first, second] = atZero;
  if (first === undefined) return null;
  if (first === atOne[0]) return 1;
  return second === atOne[0] ? 0 : null;
};

/** Reads the beginning of each list of the user's twice. Gives a finding for each list that tells, by its endpoint. */
export const probeFirstEntries = async (
  found: Found,
  { user }: Callers,
  run: RunCall,
): Promise<ReadonlyMap<EndpointName, readonly Finding[]>> => {
  const findings = new Map<EndpointName, readonly Finding[]>();
  if (user === null) return findings;
  for (const list of listsOf(found)) {
    const pageAt = async (first: number): Promise<Page> =>
      readPage(list, await attempt(() => run(async () => bodyAsCame(await list.send(user.call, first)))));
    const base = baseOf(await pageAt(0), await pageAt(1));
    if (base === null) continue;
    // Assumption: R23.
    const isAsDeclared = base === list.base;
    const text = `first counts from ${base}${isAsDeclared ? '' : `, not from ${list.base}: entries are lost or shown twice`}`;
    findings.set(list.name, [{ ruling: 'R23', outcome: isAsDeclared ? 'holds' : 'open', path: null, text }]);
  }
  return findings;
};
