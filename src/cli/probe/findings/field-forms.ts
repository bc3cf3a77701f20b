/** The fields for which a ruling allows several forms. */
import { ItemExtraParams } from '../../../contract/listings.ts';
import { Image } from '../../../contract/photos.ts';
import { list } from '../../../contract/structure.ts';
import { CompanyDetails, UserPublicProfile } from '../../../contract/user.ts';
import { fieldOf, hasAnyField, isJsonObject } from '../../../json/json-object.ts';
import { dateFormOf } from './date-form.ts';
import { covered, type Form, holds, open, type ReadForm, type Ruled } from './form.ts';
import { jsonTypeOf } from './json-type.ts';

const isPresent = (json: unknown, name: string): boolean =>
  isJsonObject(json) && (fieldOf(json, name) ?? null) !== null;

/** Assumption: R11. Each field of a section is a string, a number or an object with Id and Name. */
const readSectionField: ReadForm = (json): Form => {
  if (typeof json === 'string') return holds('string');
  if (typeof json === 'number') return holds('number');
  if (isPresent(json, 'Id') || isPresent(json, 'Name')) return holds('object with Id or Name');
  return open(json);
};

/** Assumption: R16. Images are lists of the sizes of one photo, or one flat list. */
const readImagesForm: ReadForm = (json, compareAs) => {
  if (!Array.isArray(json)) return open(json);
  if (json.length === 0) return null;
  if (json.every((photo) => Array.isArray(photo))) {
    compareAs(list(list(Image)), json);
    return holds('nested lists');
  }
  if (!json.some(isJsonObject)) return { outcome: 'open', text: 'an array without images, which is not read' };
  compareAs(list(Image), json.flat());
  return covered(json.some((photo) => Array.isArray(photo)) ? 'lists and images mixed' : 'a flat list');
};

const parallelArrays = Object.keys(ItemExtraParams.fields);

/** Assumption: R18. Attributes are parallel arrays, a plain map, or an array of such. */
const readParamsForm: ReadForm = (json, compareAs): Form | null => {
  if (Array.isArray(json)) {
    if (json.length === 0) return null;
    return json.every(isJsonObject) ? covered('an array of objects') : open(json);
  }
  if (!isJsonObject(json)) return open(json);
  const arrays = parallelArrays.map((name) => fieldOf(json, name)).filter((value) => Array.isArray(value));
  if (arrays.length === 0) return hasAnyField(json, parallelArrays) ? open(json) : covered('a plain map');
  if (arrays.length === parallelArrays.length) compareAs(ItemExtraParams, json);
  const isEven = new Set(arrays.map((array) => array.length)).size === 1;
  return isEven ? holds('parallel arrays') : covered('parallel arrays of different lengths');
};

/** Assumption: R20. With its id it is a structure; a string, or an object without the id, tells the name alone. */
const readAccountForm =
  (structure: typeof CompanyDetails | typeof UserPublicProfile, id: string, ...names: readonly string[]): ReadForm =>
  (json, compareAs): Form => {
    if (typeof json === 'string') return covered('string, taken for the name');
    if (isPresent(json, id)) {
      compareAs(structure, json);
      return holds(structure.name);
    }
    return names.some((name) => isPresent(json, name)) ? covered(`object without ${id}: its name alone`) : open(json);
  };

const readCompanyForm = readAccountForm(CompanyDetails, 'Id', 'Name');
const readUserForm = readAccountForm(UserPublicProfile, 'UserId', 'Username', 'Name');

/** Assumption: R21, R22. A date in a known form; any other text is shown as text only. */
const readDateForm: ReadForm = (json) => {
  if (json === '') return null;
  const form = dateFormOf(json);
  if (form !== null) return holds(form);
  const type = jsonTypeOf(json);
  return type === 'string' || type === 'integer' || type === 'number'
    ? covered(`another ${type}, shown as text only`)
    : open(json);
};

/** Assumption: R26. Pairs of category and count. */
const readCountsForm: ReadForm = (json) => {
  if (!Array.isArray(json)) return open(json);
  if (json.length === 0) return null;
  const isPair = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => jsonTypeOf(part) === 'integer');
  return json.every(isPair) ? holds('pairs of integers') : covered('not only pairs of integers; others are dropped');
};

/** Forms by structure and field. */
export const fieldForms: ReadonlyMap<string, Ruled> = new Map<string, Ruled>([
  ...['SecType', 'SectionID', 'SectionName'].map((field): [string, Ruled] => [
    `Section.${field}`,
    { ruling: 'R11', read: readSectionField },
  ]),
  ['ListingDefinition.Images', { ruling: 'R16', read: readImagesForm }],
  ...['ItemDetail', 'ListItem'].flatMap((structure): [string, Ruled][] =>
    ['N_Params', 'S_Params'].map((field) => [`${structure}.${field}`, { ruling: 'R18', read: readParamsForm }]),
  ),
  ['ItemDetail.Company', { ruling: 'R20', read: readCompanyForm }],
  ['ItemDetail.User', { ruling: 'R20', read: readUserForm }],
  ['ContactDetails.User', { ruling: 'R20', read: readUserForm }],
  ...[
    'ItemDetail.DateAdded',
    'ListItem.DateAddedUTC',
    'ListingDefinition.FirstListedUTC',
    'ListingDefinition.RelistedUTC',
    'UserDetailsResponse.TelRestrictedUntil',
    'UserThread.LastModified',
  ].map((path): [string, Ruled] => [path, { ruling: 'R21', read: readDateForm }]),
  ['UserDetailsResponse.TelVerified', { ruling: 'R22', read: readDateForm }],
  ['ListingResults.CategoryCounts', { ruling: 'R26', read: readCountsForm }],
]);
