/** The calls of the service that the workloads need, over any way to get JSON; lists are kept once they were read. */
import type { ItemDetail, ListingResults } from '../../src/contract/listings.ts';
import type { PropertiesCollection } from '../../src/contract/lookups.ts';
import type { Section } from '../../src/contract/sections.ts';
import type { UserDetailsResponse } from '../../src/contract/user.ts';
import { type Lookups, lookupsOf } from './listing-view.ts';

/**
 * Gets the JSON of a path below `{base_url}` with a caller's bearer token.
 *
 * @throws when the service responds with anything but 200
 */
export type GetJson = <Body>(path: string, authorization: string) => Promise<Body>;

/** Creates the calls. The service of a measurement is our own, so that what it returns is taken as it comes. */
export const createRestCalls = (get: GetJson) => {
  let kept: Lookups | null = null;
  return {
    listing: (id: number | string, token: string) => get<ItemDetail>(`/v1/listings/${id}`, token),
    watched: (count: number, token: string) =>
      get<ListingResults>(`/v1/user/watchedlistings?first=1&count=${count}`, token),
    user: (token: string) => get<UserDetailsResponse>('/v1/user/details', token),
    /** The lists; a promise for the first time only. */
    lookups: (token: string): Lookups | Promise<Lookups> => {
      if (kept !== null) return kept;
      return Promise.all([
        get<PropertiesCollection>('/v1/properties', token),
        get<Section[]>('/v1/sections', token),
      ]).then(([properties, sections]) => (kept = lookupsOf(properties, sections)));
    },
  };
};

/** The calls of the service that the workloads need. */
export type RestCalls = ReturnType<typeof createRestCalls>;
