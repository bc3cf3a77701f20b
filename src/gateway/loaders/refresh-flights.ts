/** Sends each refresh token once: callers who use the same one at the same time share the response. */
import { createHash } from 'node:crypto';
import type { ClientCredentials, Secret } from '../../upstream/call/credentials.ts';
import type { UserGrant } from './request-grant.ts';

/** Refreshes under way. */
export interface RefreshFlights {
  /** Runs a refresh, or joins the one that is under way for the same token of the same application. */
  run(client: ClientCredentials, refreshToken: Secret, refresh: () => Promise<UserGrant>): Promise<UserGrant>;
}

/**
 * Creates the refreshes under way. A second use of a refresh token ends the whole session at a service that rotates them,
 * and an app that starts several requests at once easily sends it twice.
 */
export const createRefreshFlights = (): RefreshFlights => {
  /** An array: the tables of a `Map` keep finished requests alive. */
  const flights: { readonly key: string; readonly result: Promise<UserGrant> }[] = [];
  return {
    run: (client, refreshToken, refresh) => {
      const parts = [client.clientId, client.clientSecret.reveal(), refreshToken.reveal()];
      const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
      const known = flights.find((flight) => flight.key === key);
      if (known !== undefined) return known.result;
      const result = refresh().finally(() => {
        flights.splice(flights.indexOf(flight), 1);
      });
      const flight = { key, result };
      flights.push(flight);
      return result;
    },
  };
};
