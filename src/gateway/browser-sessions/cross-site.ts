/** Rules for requests that carry a session: pages of other sites can make a browser send its cookie. */
import type { RequestHead } from '../../http1/message.ts';

/**
 * Returns whether a request that carries a cookie may come from the page of another site. Browsers say where a request comes from with
 * `Origin` and `Sec-Fetch-Site`; programs that are no browser have no cookie of somebody else to send.
 *
 * @param listed origins whose pages may use sessions, exactly as the browser names them
 */
export const isFromOtherSite = ({ headers }: Pick<RequestHead, 'headers'>, listed: ReadonlySet<string>): boolean => {
  const { origin, host } = headers;
  if (origin !== undefined && listed.has(origin)) return false;
  return headers['sec-fetch-site'] === 'cross-site' || (origin !== undefined && !isOwnOrigin(origin, host));
};

/** Whether an origin is the gateway itself, under the name by which the request addresses it. */
const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
