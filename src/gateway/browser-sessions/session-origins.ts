/** Which pages may use a session: those of other sites can make a browser send its cookie. Any operation is looked at before, in `routes/graphql.ts`. */
import { isLoopbackName } from '../http/own-host.ts';
import type { RequestHead } from '../http/router.ts';

/** Origins that may use sessions. */
export interface SessionOrigins {
  /** Origins of other pages that may, exactly as the browser names them. */
  readonly listed: ReadonlySet<string>;
  /** Whether the gateway is reached over TLS alone, so that a page of its own was too. */
  readonly isSecure: boolean;
}

/**
 * Returns whether a request that carries a cookie may come from the page of another site. Browsers say where a request comes from with
 * `Origin` and `Sec-Fetch-Site`; programs that are no browser have no cookie of somebody else to send.
 */
export const isFromOtherSite = (
  { headers }: Pick<RequestHead, 'headers'>,
  { listed, isSecure }: SessionOrigins,
): boolean => {
  const { origin, host } = headers;
  if (origin !== undefined && listed.has(origin)) return false;
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  if (origin !== undefined) return !isOwnOrigin(origin, host, isSecure);
  // An image, script or frame of another origin of the same site sends the cookie and no `Origin`; a link may lead here.
  return headers['sec-fetch-site'] === 'same-site' && headers['sec-fetch-dest'] !== 'document';
};

/** Whether an origin is the gateway itself, under the name by which the request addresses it. */
const isOwnOrigin = (origin: string, host: string | undefined, isSecure: boolean): boolean => {
  const [, scheme = null] = /^(https?):\/\//.exec(origin) ?? [];
  const own = `${scheme}://${host}`;
  if (scheme === null || host === undefined || !URL.canParse(own)) return false;
  const { origin: ownOrigin, hostname } = new URL(own);
  return origin === ownOrigin && (scheme === 'https' || !isSecure || isLoopbackName(hostname));
};
