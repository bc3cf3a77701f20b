/** Sections of the marketplace: `/v1/sections`. */
import { Section } from '../../contract/sections.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import { fieldOf, firstFieldOf, isJsonObject } from '../../json/json-object.ts';
import type { PublicCall } from '../call/call.ts';
import { readText } from '../decoding/scalars.ts';
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

const idOf = (json: unknown): string | null => readText(isJsonObject(json) ? fieldOf(json, 'Id') : json) || null;
/**
 * Reads the name in a field of a section; an empty one is none.
 *
 * Assumption: R11. Each field is a string, a number or an object with Id and Name.
 */
const readSectionField = (json: unknown): string | null =>
  readText(isJsonObject(json) ? firstFieldOf(json, 'Name', 'Id') : json) || null;

const readSectionEntry = (json: unknown): SectionEntry | null => {
  if (!isJsonObject(json)) return null;
  const id = fieldOf(json, 'SectionID');
  const name = fieldOf(json, 'SectionName');
  const key = idOf(id)?.replace(/^0+(?=\d)/, '') ?? null;
  const label = readSectionField(name) ?? (isJsonObject(id) ? readSectionField(id) : null);
  return key === null
    ? null
    : { key, label: label ?? key, type: readSectionField(fieldOf(json, 'SecType')), data: json };
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
