/** Listings: `/v1/listings`. */
import {
  ItemDetail,
  ItemMiniData,
  ListingDefinition,
  ListingUserInfo,
  requiredListingFields,
} from '../../contract/listings.ts';
import { type FieldType, structure, untyped } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';
import { fieldFinder } from '../../json/json-object.ts';
import { exactNumber, parseExact } from '../../json/lossless-json.ts';
import type { ApplicationCall, BodyReader, Call, ReportDrift } from '../call/call.ts';
import { bodyOf, decodeBody, type Read, withList } from '../decoding/decode.ts';
import { oneById, oneOrNotFound, UnreadableBodyError, unwrapStructure } from '../decoding/unwrap.ts';
import { readImages, readImageUrls } from './photos.ts';

const LooseDetail = structure('ItemDetail', { ...ItemDetail.fields, ImageUrls: untyped });

const readDetail = (json: unknown, drift: ReportDrift): Read<typeof ItemDetail> => {
  const detail = decodeBody(LooseDetail, json, drift);
  return withList(detail, 'ImageUrls', readImageUrls(detail.ImageUrls ?? null, drift));
};

/**
 * Gets a listing in detail: `GET /v1/listings/{id}`.
 *
 * @param related how many similar listings to read along
 */
export const getListing = (call: ApplicationCall, id: Int64, related?: number) =>
  call(
    'getListing',
    { path: { id }, query: { related } },
    oneById(id, readDetail, ({ PKID }) => PKID),
  );

const LooseDefinition = structure('ListingDefinition', { ...ListingDefinition.fields, Images: untyped });

const readDefinition = (json: unknown, drift: ReportDrift): Read<typeof ListingDefinition> => {
  const definition = decodeBody(LooseDefinition, json, drift);
  return withList(definition, 'Images', readImages(definition.Images ?? null, drift));
};

/** Gets a listing as its owner wrote it: `GET /v1/listings/definition/{id}`. */
export const getListingDefinition = (call: Call, id: Int64) =>
  call(
    'getListingDefinition',
    { path: { id } },
    oneById(id, readDefinition, ({ PKID }) => PKID),
  );

/** A listing as its owner wrote it, with all of it to be written again, so that nothing is lost. */
export interface DefinitionToChange {
  readonly definition: Read<typeof ListingDefinition>;
  /**
   * Every field, to be written `verbatim`. What of the contract can be read has its declared name and type, whatever the
   * service gave them; its digits stay.
   */
  readonly fields: ReadonlyMap<string, unknown>;
}

/** @param read what was made of the value; null when it cannot be read */
const inDeclaredType = ({ kind }: FieldType, json: unknown, read: unknown): unknown => {
  if (read === null || kind === 'list') return json;
  if (kind === 'string') return String(json);
  return typeof json === 'string' ? (exactNumber(json) ?? read) : json;
};

const declaredFields = new Map(
  Object.entries(ListingDefinition.fields).map(([name, type]) => [name.toLowerCase(), { name, type }]),
);

const fieldsToWriteAgain = (text: string, definition: object): ReadonlyMap<string, unknown> => {
  const object = unwrapStructure(LooseDefinition, parseExact(text));
  const find = fieldFinder(object);
  const read = new Map<string, unknown>(Object.entries(definition));
  return new Map(
    Object.entries(object).map(([key, json]) => {
      const declared = declaredFields.get(key.toLowerCase());
      if (declared === undefined) return [key, json];
      const { name, type } = declared;
      return [name, inDeclaredType(type, find(name), read.get(name))];
    }),
  );
};

/** Assumption: R6. What goes back takes the place of the whole listing: it must have more of a definition than an id. */
const readDefinitionToChange: BodyReader<DefinitionToChange> = (json, drift, text) => {
  const definition = readDefinition(json, drift);
  if (text === undefined) throw new UnreadableBodyError(LooseDefinition.name);
  const fields = fieldsToWriteAgain(text, definition);
  const isDefinition = requiredListingFields.some((name) => (fields.get(name) ?? null) !== null);
  if (!isDefinition) throw new UnreadableBodyError(LooseDefinition.name);
  return { definition, fields };
};

/**
 * Gets a listing to change it: `GET /v1/listings/definition/{id}`.
 *
 * @throws UpstreamFailure when the response is no definition of that listing
 */
export const getDefinitionToChange = (call: Call, id: Int64) =>
  call(
    'getListingDefinition',
    { path: { id } },
    oneById(id, readDefinitionToChange, ({ definition }) => definition.PKID),
  );

/**
 * Gets a listing in short: `GET /v1/listings/{id}/mini`. Whether there is one is in `ItemFound` and `ItemDeleted`.
 *
 * @param agentId the agent, for a caller who is not the owner; null or absent for none
 */
export const getListingMini = (call: ApplicationCall, id: Int64, agentId: Int64 | null = null) =>
  call(
    'getListingMini',
    { path: { id }, query: { agentid: agentId ?? undefined } },
    oneById(id, bodyOf(ItemMiniData), ({ UniqueID }) => UniqueID),
  );

/** Gets what the caller has to do with a listing: `GET /v1/listings/{id}/userinfo`. */
export const getListingUserInfo = (call: Call, id: Int64) =>
  call('getListingUserInfo', { path: { id } }, oneOrNotFound(bodyOf(ListingUserInfo)));
