/** Listings: `/v1/listings`. */
import { ItemDetail, ItemMiniData, ListingDefinition, ListingUserInfo } from '../contract/listings.ts';
import { structure, untyped } from '../contract/structure.ts';
import type { Call } from './call.ts';
import { bodyOf, decodeBody, type Read } from './decode.ts';
import type { ReportDrift } from './drift.ts';
import type { Int64 } from './int64.ts';
import { readImages } from './photos.ts';

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
