/** JSON of the service over a pool of connections of undici. */
import { Pool } from 'undici';
import type { GetJson } from './rest-calls.ts';

const CONNECTIONS = 64;

/** Creates a pool. Disposing of it closes its connections. */
export const createPoolJson = (baseUrl: URL): { readonly get: GetJson } & AsyncDisposable => {
  const pool = new Pool(baseUrl.origin, { connections: CONNECTIONS });
  const basePath = baseUrl.pathname.replace(/\/$/, '');
  return {
    get: async <Body>(path: string, authorization: string): Promise<Body> => {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: basePath + path,
        headers: { authorisation: authorization, accept: 'application/json' },
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`The service responds to ${path} with ${statusCode}.`);
      return JSON.parse(text);
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
};
