/** Banner that a terminal shows when the gateway is up. */
import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { demoUsers } from '../embedded/demo/demo-access.ts';
import type { App } from './app.ts';

/** The parts of a running gateway that the banner shows. */
export type Started = Pick<App, 'url' | 'embedded' | 'graphiql'>;

/** Returns whether the React example lies beside the program, as it does in a clone of the repository. */
export const isExampleHere = (): boolean =>
  existsSync(new URL('../../examples/react-apollo/package.json', import.meta.url));

/** Writes the addresses, and with the embedded service the accounts and a token to try at once. */
export const bannerText = ({ url, embedded, graphiql }: Started, { service }: Config, hasExample: boolean): string => {
  const endpoint = openable(url, '/graphql');
  const rows: Row[] = [
    ['Start here', openable(url)],
    [graphiql ? 'GraphiQL' : 'GraphQL', endpoint],
  ];
  if (service.kind === 'remote') rows.push(['Listings Service', service.url.href]);
  if (embedded !== null && service.kind === 'embedded') {
    const { password, accessToken } = embedded.demo;
    rows.push(
      ['Embedded service', openable(embedded.origin)],
      ['Its data', service.data === 'memory' ? IN_MEMORY : service.data],
      ['Demo accounts', `${demoUsers.map(({ username }) => username).join(', ')} (password: ${password})`],
      ['Demo token', `Authorization: Bearer ${accessToken}`],
    );
    if (hasExample) rows.push(...exampleRows(openable(url)));
  }
  const lines = rows.map(([label, value]) => `  ${label.padEnd(18)}${value}`);
  return ['', '  The listings gateway is ready. Ctrl+C stops it.', '', ...lines, '', ''].join('\n');
};

type Row = readonly [label: string, value: string];

const IN_MEMORY = 'in memory, until it stops (EMBEDDED_DATA=file keeps it)';

/** Address of the gateway that the example uses by itself. */
const EXAMPLE_GATEWAY = 'http://localhost:4000/';

const exampleRows = (gateway: string): readonly Row[] => [
  ['React example', 'npm ci --prefix examples/react-apollo'],
  ...(gateway === EXAMPLE_GATEWAY ? [] : [['', `export GATEWAY_URL=${gateway}`] as const]),
  ['', 'npm run dev --prefix examples/react-apollo'],
];

/** Gives an address that a browser on this machine can open, for a server that listens here or on every interface. */
const openable = (url: URL, path = '/'): string => {
  const address = new URL(path, url);
  if (['127.0.0.1', '[::1]', '0.0.0.0', '[::]'].includes(address.hostname)) address.hostname = 'localhost';
  return address.href;
};
