/** Banner that a terminal shows when the gateway is up. */

import type { Config } from '../config/config.ts';
import type { App } from './app.ts';

const IN_MEMORY = 'in memory: changes are gone when it stops (EMBEDDED_DATA=file keeps them)';

/** Gives an address that a browser on this machine can open, for a server that listens on every interface. */
const openable = (url: URL, path = '/'): string => {
  const address = new URL(path, url);
  if (['0.0.0.0', '[::]'].includes(address.hostname)) address.hostname = 'localhost';
  return address.href;
};

/** The parts of a running gateway that the banner shows. */
export type Started = Pick<App, 'url' | 'embedded' | 'graphiql'>;

/** Writes the addresses, and with the embedded service an account and a token to try at once. */
export const bannerText = ({ url, embedded, graphiql }: Started, { service }: Config): string => {
  const rows: [string, string][] = [[graphiql ? 'GraphiQL' : 'GraphQL', openable(url, '/graphql')]];
  if (service.kind === 'remote') rows.push(['Listings Service', service.url.href]);
  if (embedded !== null && service.kind === 'embedded') {
    const { username, password, accessToken } = embedded.demo;
    rows.push(
      ['Embedded service', openable(embedded.origin)],
      ['Its data', service.data === 'memory' ? IN_MEMORY : service.data],
      ['Demo user', `${username} / ${password}`],
      ['Demo token', `Authorization: Bearer ${accessToken}`],
    );
  }
  const lines = rows.map(([label, value]) => `  ${label.padEnd(18)}${value}`);
  return ['', '  The listings gateway is ready. Ctrl+C stops it.', '', ...lines, '', ''].join('\n');
};
