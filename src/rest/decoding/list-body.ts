/** Lists whose entries come in several forms. */
import type { BodyReader } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import { UnreadableBodyError, unwrapList } from './unwrap.ts';

/**
 * Reads the entries of a list; unreadable ones are dropped and reported.
 *
 * @param path where the list stands, for reports
 */
export const readEntries = <Entry>(
  elements: readonly unknown[],
  readEntry: (json: unknown) => Entry | null,
  drift: ReportDrift,
  path: string,
): readonly Entry[] => {
  const entries: Entry[] = [];
  for (const element of elements) {
    const entry = readEntry(element);
    if (entry === null) drift({ path, problem: 'unreadable' });
    else entries.push(entry);
  }
  return entries;
};

/**
 * Makes the reader of a body that is a list, wrapped or not. A list of which no entry can be read is no list.
 *
 * @param path what the list is, for reports
 */
export const listOf =
  <Entry>(readEntry: (json: unknown) => Entry | null, path: string): BodyReader<readonly Entry[]> =>
  (json, drift) => {
    const elements = unwrapList(json, path);
    if (elements !== json) drift({ path, problem: 'wrapped' });
    const entries = readEntries(elements, readEntry, drift, path);
    if (entries.length === 0 && elements.length > 0) throw new UnreadableBodyError(`list of ${path}`);
    return entries;
  };
