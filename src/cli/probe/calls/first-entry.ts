/** Finds out from which number the pages of lists count `first` (ruling R23). */
import type { EndpointName } from '../../../contract/endpoints.ts';
import { fieldOf, isJsonObject } from '../../../json/json-object.ts';
import type { Call, Reply } from '../../../upstream/call/call.ts';
import { type Finding, findingOf } from '../findings/finding.ts';
import { type Attempt, attempt, rawBody } from './attempt.ts';
import type { Callers, RunCall } from './callers.ts';
import type { Found } from './found.ts';
import { type PagedName, pagedLists, pageIn } from './paged-list.ts';

/** Two entries are enough to see by how far a page moves. */
const COUNT = 2;

/** Reads a page of a list. */
interface PageReader {
  readonly name: PagedName;
  readonly send: (call: Call, first: number) => Promise<Reply>;
}

const readersOf = ({ ownSections }: Found): readonly PageReader[] => [
  ...ownSections.slice(0, 1).map((section): PageReader => ({
    name: 'listUserListings',
    send: (call, first) => call('listUserListings', { query: { section, first, count: COUNT } }),
  })),
  {
    name: 'listWatchedListings',
    send: (call, first) => call('listWatchedListings', { query: { first, count: COUNT } }),
  },
  {
    name: 'listAccountEntries',
    send: (call, first) => call('listAccountEntries', { query: { first, count: COUNT } }),
  },
];

/** Identity of an entry: its id, and all of it where it has none. */
const keyOf = (entry: unknown): string =>
  JSON.stringify((isJsonObject(entry) ? fieldOf(entry, 'PKID') : undefined) ?? entry);

/** The entries of a page. */
type Page = readonly string[] | 'refused' | 'unknown';

const readPage = (name: PagedName, tried: Attempt<unknown>): Page => {
  if (!tried.ok) return tried.failure.status === null ? 'unknown' : 'refused';
  return pageIn(name, tried.result)?.records.map(keyOf) ?? 'unknown';
};

/** Number of the first entry of a list, from its pages at 0 and at 1; null when they do not show it. */
const baseOf = (atZero: Page, atOne: Page): 0 | 1 | null => {
  if (atZero === 'unknown' || atOne === 'unknown' || atOne === 'refused') return null;
  // Where counting begins with 1, page 0 is refused, or is taken for the first.
  if (atZero === 'refused') return atOne.length > 0 ? 1 : null;
  const [first, second] = atZero;
  if (first === undefined) return null;
  if (first === atOne[0]) return 1;
  return second === atOne[0] ? 0 : null;
};

/** Reads the beginning of each list of the user's twice. Returns a finding for each list that shows its first number, by its endpoint. */
export const probeFirstEntries = async (
  found: Found,
  { user }: Callers,
  run: RunCall,
): Promise<ReadonlyMap<EndpointName, readonly Finding[]>> => {
  const findings = new Map<EndpointName, readonly Finding[]>();
  if (user === null) return findings;
  for (const { name, send } of readersOf(found)) {
    const pageAt = async (first: number): Promise<Page> =>
      readPage(name, await attempt(() => run(async () => rawBody(await send(user.call, first)))));
    const base = baseOf(await pageAt(0), await pageAt(1));
    if (base === null) continue;
    // Assumption: R23.
    const declared = pagedLists[name].base;
    const isAsDeclared = base === declared;
    const text = `first counts from ${base}${isAsDeclared ? '' : `, not from ${declared}: entries are lost or shown twice`}`;
    findings.set(name, [findingOf('R23', isAsDeclared ? 'holds' : 'open', text)]);
  }
  return findings;
};
