/** Sections of the marketplace: `/v1/sections`. */
import { Section } from '../../contract/sections.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import { fieldOf, firstFieldOf, isJsonObject } from '../../json/json-object.ts';
import type { PublicCall } from '../call/call.ts';
import { readPresentText } from '../decoding/scalars.ts';
import { listOf, oneById, UnreadableBodyError, unwrapStructure } from '../decoding/unwrap.ts';

/** A section. */
export interface SectionEntry {
  /** The numeric key as text, for every parameter that takes a section. */
  readonly key: string;
  /** Its name; the key when the service gives none. */
  readonly label: string;
  /** Its kind, e.g. for `GET /v1/sections?type=`; null when the service gives none. */
  readonly type: string | null;
  /** The whole as the service wrote it. */
  readonly data: unknown;
}

/** Reads the text in a field of a section. Assumption: R11. Each is a string, a number or an object with Id and Name. */
const textIn = (json: unknown, ...names: readonly ('Name' | 'Id')[]): string | null =>
  readPresentText(isJsonObject(json) ? firstFieldOf(json, ...names) : json);

const readSectionEntry = (json: unknown): SectionEntry | null => {
  if (!isJsonObject(json)) return null;
  const id = fieldOf(json, 'SectionID');
  const key = textIn(id, 'Id')?.replace(/^0+(?=\d)/, '');
  if (key === undefined) return null;
  const name =
    textIn(fieldOf(json, 'SectionName'), 'Name', 'Id') ?? (isJsonObject(id) ? textIn(id, 'Name', 'Id') : null);
  return { key, label: name ?? key, type: textIn(fieldOf(json, 'SecType'), 'Name', 'Id'), data: json };
};

/**
 * Lists the sections: `GET /v1/sections`.
 *
 * @param type only the section of this type; all unless given
 */
export const listSections = (call: PublicCall, type?: string) =>
  call('listSections', { query: { type } }, listOf(readSectionEntry, Section.name));

const readSection = (json: unknown): SectionEntry => {
  // Assumption: R12. One object, or an array of one.
  const entry = readSectionEntry(unwrapStructure(Section, json));
  if (entry === null) throw new UnreadableBodyError(Section.name);
  return entry;
};

/** Gets a section: `GET /v1/sections/{id}`. */
export const getSection = (call: PublicCall, id: Int64) =>
  call(
    'getSection',
    { path: { id } },
    oneById(id, readSection, ({ key }) => parseInt64(key)),
  );
