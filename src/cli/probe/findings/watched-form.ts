/** The form in which the service tells of one watched listing (ruling R36). */
import { ItemDetail, ListItem } from '../../../contract/listings.ts';
import { WatchItem } from '../../../contract/watching.ts';
import { hasAnyField, isJsonObject } from '../../../json/json-object.ts';
import { findContent } from './body.ts';
import type { Finding, Findings } from './finding.ts';
import { jsonTypeOf } from './json-type.ts';
import { compareShape } from './shape.ts';

const detailOnly = Object.keys(ItemDetail.fields).filter((name) => !Object.hasOwn(ListItem.fields, name));

const isFlag = (json: unknown): boolean => {
  if (!isJsonObject(json)) return typeof json === 'boolean';
  const [value, ...others] = Object.values(json);
  return typeof value === 'boolean' && others.length === 0;
};

/** Tells the form of an answer of `GET /v1/user/watchedlisting/{id}`. */
export const examineWatched = (body: unknown, findings: Findings): void => {
  const tell = (outcome: Finding['outcome'], text: string): void =>
    findings.add({ ruling: 'R36', outcome, path: null, text });
  // Assumption: R36.
  if (isFlag(body)) return tell('covered', 'a boolean');
  const found = [WatchItem, ItemDetail, ListItem].flatMap((structure) => {
    const content = findContent(structure, body);
    return content === null ? [] : [{ structure, ...content }];
  });
  const object = found.map(({ json }) => json).find(isJsonObject);
  if (object === undefined) return tell('open', `${jsonTypeOf(body)}, which is not read`);
  const structure = hasAnyField(object, ['ItemId'])
    ? WatchItem
    : hasAnyField(object, detailOnly)
      ? ItemDetail
      : ListItem;
  const wrapping = found[0]?.wrapping ?? null;
  tell(
    structure === ListItem && wrapping === null ? 'holds' : 'covered',
    wrapping === null ? structure.name : `${structure.name}, ${wrapping}`,
  );
  compareShape(structure, object, structure.name, findings);
};
