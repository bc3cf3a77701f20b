/** Forms in which a service may write the same responses. */
import { type Endpoint, type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { ItemExtraParams, ValidateResult } from '../../../src/contract/listings.ts';
import { type FieldType, list } from '../../../src/contract/structure.ts';
import { CompanyDetails, UserPublicProfile } from '../../../src/contract/user.ts';

/** What the embedded service puts into fields that have no declared type. */
const untypedFields: Readonly<Record<string, FieldType>> = {
  Company: CompanyDetails,
  User: UserPublicProfile,
  N_Params: ItemExtraParams,
  S_Params: ItemExtraParams,
  ValidationResults: list(ValidateResult),
};

/** Where a value stands: `ItemDetail.Title`; the name of the type for what is in no structure. */
export interface Place {
  readonly path: string;
  /** Name of the field; empty for what is in no structure. */
  readonly field: string;
}

/** Makes another value of one. What it holds has been changed already. */
export type Change = (value: unknown, type: FieldType, place: Place) => unknown;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const changeAt = (value: unknown, type: FieldType, place: Place, change: Change): unknown => {
  if (type.kind === 'untyped') {
    const known = untypedFields[place.field];
    return known === undefined ? change(value, type, place) : changeAt(value, known, place, change);
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return change(
      items.map((item) => changeAt(item, type.item, place, change)),
      type,
      place,
    );
  }
  if (type.kind === 'structure' && isObject(value)) {
    const fields = Object.entries(value).map(([field, each]) => {
      const fieldType = type.fields[field] ?? { kind: 'untyped' };
      return [field, changeAt(each, fieldType, { path: `${type.name}.${field}`, field }, change)];
    });
    return change(Object.fromEntries(fields), type, place);
  }
  return change(value, type, place);
};

/** Changes every value of a response, the inner ones first. Null is visited with the type of its field. */
export const changeResponse = (endpoint: EndpointName, json: unknown, change: Change): unknown => {
  const { response }: Endpoint = endpoints[endpoint];
  if (response.kind !== 'json') return json;
  const path = response.type.kind === 'structure' ? response.type.name : response.type.kind;
  return changeAt(json, response.type, { path, field: '' }, change);
};

/** A form of all responses, and what may come out of it otherwise than of responses as they are declared. */
export interface ResponseForm {
  readonly name: string;
  /** Writes a response in the form. */
  readonly write: (json: unknown, endpoint: EndpointName) => unknown;
  /** Makes of a body what the service means by it: what cannot be read goes back in the form in which it came. */
  readonly read?: (body: string) => string;
  /** Paths in the data that show the form itself rather than what it says; nothing else may differ. */
  readonly shownAt?: RegExp;
  /** True if an empty text may come out where null does otherwise. */
  readonly emptyForNull?: boolean;
  /** True if ids have been moved: requests have to carry the moved ones. */
  readonly movesIds?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Changes every object, whatever is in it. */
const changeObjects = (json: unknown, change: (fields: Fields) => unknown): unknown => {
  if (Array.isArray(json)) return json.map((item) => changeObjects(item, change));
  if (!isObject(json)) return json;
  return change(Object.fromEntries(Object.entries(json).map(([name, value]) => [name, changeObjects(value, change)])));
};

const changeLeaves = (json: unknown, change: (value: unknown) => unknown): unknown => {
  if (Array.isArray(json)) return json.map((item) => changeLeaves(item, change));
  if (!isObject(json)) return change(json);
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, changeLeaves(value, change)]));
};

const renamed = (rename: (name: string) => string) => (json: unknown) =>
  changeObjects(json, (fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value])),
  );

const typed = (change: Change) => (json: unknown, endpoint: EndpointName) => changeResponse(endpoint, json, change);

const dateFields = [
  'DateAdded',
  'DateAddedUTC',
  'FirstListedUTC',
  'RelistedUTC',
  'TelRestrictedUntil',
  'TelVerified',
  'LastModified',
];

const isDate = (type: FieldType, { field }: Place): boolean => type.kind === 'date-time' || dateFields.includes(field);

/** Dates to the second: not every form has space for more. */
export const wholeSeconds = typed((value, type, place) =>
  typeof value === 'string' && isDate(type, place) ? value.replace(/\.\d+Z$/, 'Z') : value,
);

/** The texts of dates, which are shown as they come. */
const dateTexts =
  /(?:\.|^)(?:listedAt|firstListedAt|relistedAt|lastModifiedAt|telephoneVerifiedAt|telephoneRestrictedUntil)Text$/;

const datesAs = (name: string, write: (date: Date) => string | number): ResponseForm => ({
  name,
  write: typed((value, type, place) =>
    typeof value === 'string' && isDate(type, place) ? write(new Date(value)) : value,
  ),
  shownAt: dateTexts,
});

const TWO_HOURS_MS = 7_200_000;

const isIdOfAccountOrListing = (type: FieldType, { path, field }: Place): boolean =>
  type.kind === 'int64' &&
  !path.startsWith('StringId') &&
  !['SectionId', 'CategoryId', 'LocalityId', 'MainSection', 'MainCategory', 'Sections'].includes(field) &&
  !field.startsWith('FilterPrices') &&
  field !== '';

/** So far are ids moved that a number cannot hold them. */
const ID_SHIFT = 9_007_199_254_740_993n;

/** Moves an id beyond what a number can hold. */
export const moveId = (id: string): string => String(BigInt(id) + ID_SHIFT);

/** Moves every id of a text back. */
export const moveIdsBack = (text: string): string =>
  text.replaceAll(/\d{16,19}/g, (digits) => String(BigInt(digits) - ID_SHIFT));

/** Stands at both ends of digits that become a bare number. */
const MARK = '¤';

const pairOf = (value: unknown): unknown => (isObject(value) ? [value['Id'], value['Item']] : value);

/** Name and value of each parameter. */
const paramsOf = (value: unknown): readonly (readonly [name: string, value: unknown])[] => {
  const { Names, Values } = isObject(value) ? value : {};
  if (!Array.isArray(Names) || !Array.isArray(Values)) return [];
  return Names.map((name: unknown, at) => [String(name), Values[at]]);
};

const paramsAs = (name: string, write: (params: ReturnType<typeof paramsOf>) => unknown): ResponseForm => ({
  name,
  write: typed((value, type) =>
    type.kind === 'structure' && type.name === 'ItemExtraParams' && value !== null ? write(paramsOf(value)) : value,
  ),
  // Neither form has space for them.
  shownAt: /\.attributes\.\d+\.(?:label|text)$/,
});

const codeName = (value: unknown, type: FieldType): unknown =>
  type.kind === 'code' ? (Object.entries(type.codes).find(([, code]) => code === value)?.[0] ?? value) : value;

const kindFields = {
  vehicle: ['Doors', 'EngineSize', 'Fuel', 'Imported', 'Mileage', 'RegYear', 'Transmission'],
  property: ['Bedrooms', 'FinishLevel', 'GardenOrYard', 'Pool', 'PropertyType'],
};

/** Gives a definition zeros in the fields of the kinds that it is not of. */
const withZerosOfOtherKinds = (definition: Fields): Fields => {
  const zeros = Object.values(kindFields)
    .filter((fields) => fields.every((field) => (definition[field] ?? null) === null))
    .flat()
    .map((field) => [field, 0]);
  return { ...definition, ...Object.fromEntries(zeros) };
};

const defaultOf: Change = (value, type, place) => {
  if (type.kind === 'structure' && type.name === 'ListingDefinition' && isObject(value)) {
    return withZerosOfOtherKinds(value);
  }
  if (value !== null) return value;
  if (isDate(type, place)) return '0001-01-01T00:00:00';
  return type.kind === 'int64' ? 0 : value;
};

/** Writes JSON, with the moved ids as bare numbers. */
export const writeJson = (json: unknown): string => JSON.stringify(json).replaceAll(/"¤(\d+)¤"/g, '$1');

const quoted = (json: unknown): unknown => (typeof json === 'object' && json !== null ? writeJson(json) : json);

/** Every form. */
export const responseForms: readonly ResponseForm[] = [
  { name: 'names of fields in camel case', write: renamed((name) => name.charAt(0).toLowerCase() + name.slice(1)) },
  { name: 'names of fields in lower case', write: renamed((name) => name.toLowerCase()) },
  { name: 'names of fields in upper case', write: renamed((name) => name.toUpperCase()) },
  {
    name: 'further fields in every object',
    write: (json) =>
      changeObjects(json, (fields) => ({ Revision: 7, ...fields, _links: { self: '/' }, Notes: [null, 'x'] })),
  },
  {
    name: 'nulls left out',
    write: (json) =>
      changeObjects(json, (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))),
  },
  {
    name: 'numbers as text',
    write: (json) => changeLeaves(json, (value) => (typeof value === 'number' ? String(value) : value)),
  },
  {
    name: 'booleans as words',
    write: (json) => changeLeaves(json, (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : value)),
  },
  {
    name: 'booleans as 0 and 1',
    write: (json) => changeLeaves(json, (value) => (typeof value === 'boolean' ? Number(value) : value)),
  },
  { name: 'codes as names', write: typed(codeName) },
  {
    name: 'codes as numbers in text',
    write: typed((value, type) => (type.kind === 'code' && typeof value === 'number' ? String(value) : value)),
  },
  datesAs('dates without a zone', (date) => date.toISOString().replace('Z', '')),
  datesAs('dates in another zone', (date) =>
    new Date(date.getTime() + TWO_HOURS_MS).toISOString().replace('Z', '+02:00'),
  ),
  datesAs('dates with seven digits behind the second', (date) => date.toISOString().replace('Z', '0000Z')),
  datesAs('dates as /Date(ms)/', (date) => `/Date(${date.getTime()})/`),
  datesAs('dates as milliseconds', (date) => date.getTime()),
  datesAs('dates as seconds', (date) => Math.floor(date.getTime() / 1000)),
  { name: 'everything in a wrapper of one field', write: (json) => ({ data: json }) },
  { name: 'everything as JSON in a text', write: (json) => quoted(json) },
  { name: 'everything as JSON in the text d', write: (json) => ({ d: quoted(json) }) },
  { name: 'an array of one for an object', write: (json) => (isObject(json) ? [json] : json) },
  {
    name: 'fields in reverse order',
    write: (json) => changeObjects(json, (fields) => Object.fromEntries(Object.entries(fields).toReversed())),
  },
  {
    name: 'pairs for keys and labels',
    write: typed((value, type) => (type.kind === 'structure' && type.name === 'StringId' ? pairOf(value) : value)),
  },
  {
    name: 'images in one flat list',
    write: typed((value, _type, { path }) =>
      path === 'ListingDefinition.Images' && Array.isArray(value) ? value.flat() : value,
    ),
  },
  {
    name: 'fields of a section as objects',
    write: typed((value, type, { path }) =>
      path.startsWith('Section.') && type.kind === 'untyped' ? { Id: value, Name: String(value) } : value,
    ),
  },
  {
    name: 'fields of a section as texts',
    write: typed((value, type, { path }) =>
      path.startsWith('Section.') && type.kind === 'untyped' ? String(value) : value,
    ),
  },
  paramsAs('parameters as a map', (params) => Object.fromEntries(params)),
  paramsAs('parameters as objects with name and value', (params) => params.map(([Name, Value]) => ({ Name, Value }))),
  {
    name: 'ids above 2^53',
    write: typed((value, type, place) =>
      typeof value === 'number' && isIdOfAccountOrListing(type, place) ? MARK + moveId(String(value)) + MARK : value,
    ),
    movesIds: true,
  },
  {
    name: 'empty texts for nulls',
    write: typed((value, type) => (value === null && type.kind !== 'structure' ? '' : value)),
    emptyForNull: true,
  },
  {
    name: 'empty lists for nulls',
    write: typed((value) => (value === null ? [] : value)),
    read: (body) => body.replaceAll(/:\[\](?=[,}])/g, ':null'),
  },
  { name: 'zeros and the first day for nulls', write: typed(defaultOf), shownAt: dateTexts },
];
