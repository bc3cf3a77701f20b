/** Listings: `/v1/listings`. */
import { ItemDetail, ItemMiniData, ListingDefinition, ListingUserInfo } from '../contract/listings.ts';
import { structure, untyped } from '../contract/structure.ts';
import type { Call } from './call.ts';
import { bodyOf, decodeBody, type Read } from './decode.ts';
import type { ReportDrift } from './drift.ts';
import type { Int64 } from './int64.ts';
import { fieldFinder } from './json-object.ts';
import { readImages } from './photos.ts';
import { readInt32 } from './scalars.ts';
import { unwrapStructure } from './wrapped-body.ts';

/**
 * Gets a listing in detail: `GET /v1/listings/{id}`.
 *
 * @param related how many similar listings to read along
 */
export const getListing = async (call: Call, id: Int64, related?: number): Promise<Read<typeof ItemDetail>> =>
  (await call('getListing', { path: { id }, query: { related } })).read(bodyOf(ItemDetail));

const LooseDefinition = structure('ListingDefinition', { ...ListingDefinition.fields, Images: untyped });

const readDefinition = (json: unknown, drift: ReportDrift): Read<typeof ListingDefinition> => {
  const definition = decodeBody(LooseDefinition, json, drift);
  return { ...definition, Images: readImages(definition.Images, drift) };
};

/** Gets a listing as its owner wrote it: `GET /v1/listings/definition/{id}`. */
export const getListingDefinition = async (call: Call, id: Int64): Promise<Read<typeof ListingDefinition>> =>
  (await call('getListingDefinition', { path: { id } })).read(readDefinition);

/** A listing as its owner wrote it, with what of it cannot be read, so that writing it back loses nothing. */
export interface DefinitionToChange {
  readonly definition: Read<typeof ListingDefinition>;
  /** Codes that are in no table, as the service wrote them, by field. */
  readonly unknownCodes: Readonly<Record<string, number>>;
}

const readUnknownCodes = (json: unknown, definition: Read<typeof ListingDefinition>): Record<string, number> => {
  const find = fieldFinder(unwrapStructure(LooseDefinition, json));
  const read = new Map<string, unknown>(Object.entries(definition));
  return Object.fromEntries(
    Object.entries(ListingDefinition.fields).flatMap(([name, { kind }]) => {
      const code = kind === 'code' && read.get(name) === null ? readInt32(find(name)) : null;
      return code === null ? [] : [[name, code]];
    }),
  );
};

const readDefinitionToChange = (json: unknown, drift: ReportDrift): DefinitionToChange => {
  const definition = readDefinition(json, drift);
  return { definition, unknownCodes: readUnknownCodes(json, definition) };
};

/** Gets a listing to change it: `GET /v1/listings/definition/{id}`. */
export const getDefinitionToChange = async (call: Call, id: Int64): Promise<DefinitionToChange> =>
  (await call('getListingDefinition', { path: { id } })).read(readDefinitionToChange);

/**
 * Gets a listing in short: `GET /v1/listings/{id}/mini`. Whether there is one is in `ItemFound` and `ItemDeleted`.
 *
 * @param agentId the agent, for a caller who is not the owner; null or absent for none
 */
export const getListingMini = async (
  call: Call,
  id: Int64,
  agentId: Int64 | null = null,
): Promise<Read<typeof ItemMiniData>> =>
  (await call('getListingMini', { path: { id }, query: { agentid: agentId ?? undefined } })).read(bodyOf(ItemMiniData));

/** Gets what the caller has to do with a listing: `GET /v1/listings/{id}/userinfo`. */
export const getListingUserInfo = async (call: Call, id: Int64): Promise<Read<typeof ListingUserInfo>> =>
  (await call('getListingUserInfo', { path: { id } })).read(bodyOf(ListingUserInfo));
