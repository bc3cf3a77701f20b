import { describe, expect, it } from 'vitest';
import { ItemDetail } from '../../../src/contract/listings.ts';
import type { Call, PublicCall } from '../../../src/rest/client.ts';
import { decodeBody } from '../../../src/rest/decoding/decode.ts';
import { getListing } from '../../../src/rest/endpoints/listings.ts';
import { getProperties, simpleLists, listVehicleMakes } from '../../../src/rest/endpoints/lookups.ts';
import { getPhotoSpecs } from '../../../src/rest/endpoints/photos.ts';
import { listSections } from '../../../src/rest/endpoints/sections.ts';
import { getUserDetails, listWatchedListings } from '../../../src/rest/endpoints/user.ts';
import { int64 } from './connected-client.ts';

const id = int64('9223372036854775807');
const read = (): null => null;

describe('what the type checker enforces', () => {
  it('a public call cannot reach an endpoint of a user', () => {
    const publicCall: PublicCall = () => Promise.reject(new Error('never called'));
    const guarded = async (): Promise<void> => {
      await simpleLists.listFuels(publicCall);
      await listVehicleMakes(publicCall);
      await getProperties(publicCall);
      await listSections(publicCall);
      await getPhotoSpecs(publicCall, id, id);
      // @ts-expect-error -- the response is the caller's own and must not get into a shared cache
      await getUserDetails(publicCall);
      // @ts-expect-error -- IsWatched makes even a listing personal
      await getListing(publicCall, id);
      // @ts-expect-error -- so is the watch list
      await listWatchedListings(publicCall);
      // @ts-expect-error -- not by name either
      await publicCall('getUserDetails', {}, read);
    };
    expect(guarded).toBeTypeOf('function');
  });

  it('every call is a public call, and inputs are those of the endpoint', () => {
    const guarded = async (call: Call): Promise<void> => {
      await simpleLists.listFuels(call);
      await call('getListing', { path: { id }, query: { related: 1 } }, read);
      await call('getListing', { path: { id } }, read);
      // @ts-expect-error -- an id is a checked 64-bit integer, not any text
      await call('getListing', { path: { id: '1/../2' } }, read);
      // @ts-expect-error -- a path parameter is missing
      await call('getListing', {}, read);
      // @ts-expect-error -- a required query parameter is missing
      await call('listFilterPrices', { query: {} }, read);
      // @ts-expect-error -- no code of PriceFor
      await call('listFilterPrices', { query: { pricefor: 9 } }, read);
      // @ts-expect-error -- credentials are sent by sendGrant only
      await call('requestToken', {}, read);
      // @ts-expect-error -- there is no photo
      await call('uploadPhoto', { path: { id } }, read);
    };
    expect(guarded).toBeTypeOf('function');
  });

  it('what is read has the types of the contract', () => {
    const detail = decodeBody(ItemDetail, { PKID: 1, Condition: 'Used' }, () => {});
    const condition: 0 | 1 | 2 | -1 | null = detail.Condition;
    // @ts-expect-error -- every field may be null
    const title: string = detail.Title;
    expect([condition, title]).toEqual([1, null]);
  });
});
