/** Where in a body the structure is that an endpoint answers with (ruling R7). */
import type { FieldType } from '../../../contract/structure.ts';
import { isJsonObject } from '../../../json/json-object.ts';
import { isStructure, mainListFieldOf } from '../../../upstream/decoding/unwrap.ts';
import { showName } from './finding.ts';

/** The content of a body, and how it is wrapped. */
export interface BodyContent {
  readonly json: unknown;
  /** In words, e.g. `in the field data`; null when the body is the content itself. */
  readonly wrapping: string | null;
  /** Whether a list stands where a page of a list is meant. */
  readonly isBareList: boolean;
}

/** A body may be in one wrapper and one array at once, e.g. `{"data": [{…}]}`. */
const MAX_WRAPPERS = 2;

const isContent = (type: FieldType, json: unknown): boolean => {
  if (type.kind === 'structure') return isStructure(type, json);
  return type.kind !== 'list' || Array.isArray(json);
};

const unwrapOnce = (json: unknown): { readonly json: unknown; readonly wrapping: string } | null => {
  if (Array.isArray(json)) return json.length === 1 ? { json: json[0], wrapping: 'an array of one element' } : null;
  if (!isJsonObject(json)) return null;
  const [only, ...others] = Object.entries(json);
  return only === undefined || others.length > 0 ? null : { json: only[1], wrapping: `the field ${showName(only[0])}` };
};

/**
 * Finds the content of a body as the gateway does.
 *
 * Assumption: R7.
 *
 * @returns null when there is none
 */
export const findContent = (type: FieldType, body: unknown): BodyContent | null => {
  const wrappings: string[] = [];
  const found = (json: unknown, isBareList = false): BodyContent => ({
    json,
    wrapping: wrappings.length === 0 ? null : `in ${wrappings.join(', in ')}`,
    isBareList,
  });
  let json = body;
  for (let depth = 0; depth <= MAX_WRAPPERS; depth += 1) {
    if (isContent(type, json)) return found(json);
    const inner = unwrapOnce(json);
    const list = type.kind === 'structure' ? mainListFieldOf(type) : null;
    const isPageInArray = inner !== null && isContent(type, inner.json);
    if (list !== null && Array.isArray(json) && !isPageInArray) return found({ [list]: json }, true);
    if (inner === null) return null;
    wrappings.push(inner.wrapping);
    json = inner.json;
  }
  return null;
};
