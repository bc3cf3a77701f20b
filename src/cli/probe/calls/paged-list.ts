/** The lists that come in pages, and what two pages of one show (rulings R23, R24 and R25). */
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { parseInt64 } from '../../../json/int64.ts';
import { fieldOf, isJsonObject } from '../../../json/json-object.ts';
import { MAX_PAGE_SIZE } from '../../../upstream/endpoints/max-page-size.ts';
import { findContent } from '../findings/body.ts';
import { type Finding, type Findings, findingOf } from '../findings/finding.ts';
import type { Attempt, Failure } from './attempt.ts';

/** Path of the records in a page of each list, and the index of the first record (ruling R23). */
export const pagedLists = {
  listAccountEntries: { base: 0, records: 'AccountEntries' },
  listUserListings: { base: 1, records: 'Items' },
  listWatchedListings: { base: 1, records: 'Items' },
} as const;

/** An endpoint that gives pages. */
export type PagedName = keyof typeof pagedLists;

const isPaged = (name: EndpointName): name is PagedName => Object.hasOwn(pagedLists, name);

/** A page as it came. */
interface ProbedPage {
  readonly records: readonly unknown[];
  readonly total: number | null;
}

/** Finds the page in a body; null when there is none, or the endpoint gives no pages. */
export const pageIn = (name: EndpointName, body: unknown): ProbedPage | null => {
  if (!isPaged(name)) return null;
  const json = findContent(endpoints[name].response.type, body)?.content;
  if (!isJsonObject(json)) return null;
  const records = fieldOf(json, pagedLists[name].records);
  const total = parseInt64(fieldOf(json, 'TotalResults'));
  return Array.isArray(records) ? { records, total: total === null ? null : Number(total) } : null;
};

const isNone = ({ status }: Failure): boolean => status === 404 || status === 410;

const isSameStart = (page: ProbedPage, next: ProbedPage): boolean =>
  next.records.length > 0 && JSON.stringify(page.records[0]) === JSON.stringify(next.records[0]);

/** Contradiction between a total and the records of a page and of the next one. */
const examineTotal = (total: number, came: number, followed: number): readonly Finding[] => {
  if (total < came) return [findingOf('R25', 'covered', 'TotalResults is less than a page has')];
  if (total === came && followed > 0) {
    return [
      findingOf(
        'R25',
        'open',
        'TotalResults is what the first page has, though records follow: a list seems to end there',
      ),
    ];
  }
  return total > came && followed === 0 ? [findingOf('R25', 'covered', 'TotalResults is more than there is')] : [];
};

/**
 * Compares the first page of a list, of which the largest was asked for, with the one that was asked for where it ended.
 *
 * Assumption: R24. Records that follow a page which is shorter than asked show that the service caps its pages.
 */
export const examinePages = (page: ProbedPage, next: Attempt<ProbedPage | null>, findings: Findings): void => {
  if (!next.ok && isNone(next.failure)) {
    return findings.add(findingOf('R24', 'covered', `the page after the last one fails with ${next.failure.text}`));
  }
  if (!next.ok)
    return findings.add(findingOf('R24', 'open', `what follows a page cannot be read: ${next.failure.text}`));
  if (next.result === null) return;
  if (isSameStart(page, next.result)) {
    return findings.add(findingOf('R23', 'open', 'the next page begins with the same record: "first" is not heeded'));
  }
  const came = page.records.length;
  const followed = next.result.records.length;
  if (page.total !== null) for (const each of examineTotal(page.total, came, followed)) findings.add(each);
  if (came >= MAX_PAGE_SIZE) findings.add(findingOf('R24', 'holds', `pages of ${MAX_PAGE_SIZE} records`));
  else if (followed > 0) findings.add(findingOf('R24', 'covered', `pages are capped at ${came}`));
};
