import { logLevels } from '../../log/logger.ts';
import { anyText, choice, clientList, headerNames, host, originList, port, wholeNumber } from '../kinds.ts';
import { always, depends, settingIn, unset } from './setting.ts';

const setting = settingIn('Server');

/** Settings of the server itself: where it listens, what it logs, who sees its metrics. */
export const serverSettings = {
  port: setting({
    name: 'PORT',
    what: 'Port of the gateway; 0 takes a free one.',
    kind: port,
    default: always(4000),
    example: '8080',
  }),
  host: setting({
    name: 'HOST',
    what: 'Address that the gateway listens on; the container image sets `0.0.0.0`, every interface.',
    kind: host,
    default: always('127.0.0.1'),
    example: '0.0.0.0',
  }),
  nodeEnv: setting({
    name: 'NODE_ENV',
    what: '`production` selects deployment defaults: embedded service and GraphiQL off, graceful shutdown on.',
    kind: anyText,
    default: unset,
    example: 'production',
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    what: 'Lowest level that is logged.',
    kind: choice(...logLevels),
    default: always('info'),
    example: 'debug',
  }),
  logOperations: setting({
    name: 'LOG_OPERATIONS',
    what: 'Operations that are logged: all (`on`), those whose response had errors (`errors`), or none (`off`).',
    kind: choice('on', 'errors', 'off'),
    default: always('on'),
    example: 'errors',
  }),
  knownClients: setting({
    name: 'KNOWN_CLIENTS',
    what: 'Clients that the metrics distinguish, by their headers `apollographql-client-name` and `apollographql-client-version`: comma-separated names, or `name@version`. A version may end with `*`; the first entry that fits counts.',
    kind: clientList,
    default: unset,
    example: 'ios@8.*,ios,android,web',
  }),
  metricsPort: setting({
    name: 'METRICS_PORT',
    what: 'Port on which `/metrics` is served, with `/livez` and `/readyz`: one of its own, which clients need not reach, or that of the gateway, by its number. 0 takes a free one, and so does production with `PORT=0`.',
    kind: port,
    default: depends('`9464` in production; else unset: the port of the gateway', ({ production, anyPort }) =>
      production ? (anyPort ? 0 : 9464) : undefined,
    ),
    example: '9464',
  }),
  metricsHost: setting({
    name: 'METRICS_HOST',
    what: 'Address on which the port of the metrics listens.',
    kind: host,
    default: depends('that of `HOST`', () => undefined),
    example: '10.0.0.5',
  }),
  maxBodyBytes: setting({
    name: 'MAX_BODY_BYTES',
    what: 'Largest body of a GraphQL request, in bytes.',
    kind: wholeNumber(1024, 104_857_600),
    default: always(262_144),
    example: '131072',
  }),
  corsOrigins: setting({
    name: 'CORS_ORIGINS',
    what: 'Origins whose pages may call the gateway from a browser, exactly as the browser names them. `https://*.shop.example` stands for any one label there, without sessions; `localhost` for every origin of this machine.',
    kind: originList,
    default: depends('`localhost`; `none` in production', ({ production }) => (production ? 'none' : 'localhost')),
    example: 'https://shop.example,https://admin.shop.example',
  }),
  corsHeaders: setting({
    name: 'CORS_HEADERS',
    what: 'Headers that these pages may send besides those of GraphQL clients, of W3C traces, Sentry and Datadog.',
    kind: headerNames,
    default: unset,
    example: 'x-b3-traceid,x-b3-spanid,x-b3-sampled',
  }),
};
