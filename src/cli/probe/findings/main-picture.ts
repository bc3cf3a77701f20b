/** Compares what the views of a listing say of its main picture (ruling R17). */
import { ItemDetail, ItemMiniData } from '../../../contract/listings.ts';
import { fieldOf, isJsonObject } from '../../../json/json-object.ts';
import { findContent } from './body.ts';
import type { Finding } from './finding.ts';

/** The pictures of a listing in the views that were read. */
export interface Pictures {
  /** From the detail, in their order. */
  readonly all?: readonly unknown[];
  /** From the short form. */
  readonly main?: string;
}

/** Reads the pictures of `GET /v1/listings/{id}`. */
export const picturesOfDetail = (json: unknown): Pictures => {
  const detail = findContent(ItemDetail, json)?.content;
  const all = isJsonObject(detail) ? fieldOf(detail, 'ImageUrls') : undefined;
  return Array.isArray(all) ? { all } : {};
};

/** Reads the picture of `GET /v1/listings/{id}/mini`. */
export const picturesOfMini = (json: unknown): Pictures => {
  const mini = findContent(ItemMiniData, json)?.content;
  const main = isJsonObject(mini) ? fieldOf(mini, 'FullPhotoUrl') : undefined;
  return typeof main === 'string' && main !== '' ? { main } : {};
};

/** Finds the position of the main picture in the detail. A listing with a single picture shows nothing. */
export const examineMainPictures = (listings: Iterable<Pictures>): readonly Finding[] => {
  const texts = new Map<string, Finding['outcome']>();
  for (const { all = [], main } of listings) {
    if (main === undefined || all.length < 2) continue;
    const index = all.indexOf(main);
    if (index === 0) texts.set('the first is the main picture', 'holds');
    else if (index > 0) texts.set('the main picture is not always the first', 'covered');
    else texts.set('the main picture of the short form is not among them', 'covered');
  }
  // Assumption: R17.
  return [...texts].map(([text, outcome]) => ({ ruling: 'R17', outcome, path: 'ItemDetail.ImageUrls', text }));
};
