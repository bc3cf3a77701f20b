/** The settings of the gateway, in the shape of its options. Each stands in the file that it is for; what no one file is for stands here. */
import { autoOnOff, currencyCode, host, onOff, port, wholeNumber } from '../settings/kinds.ts';
import { depends, settingIn, type ValuesOf } from '../settings/setting.ts';
import { overloadSettings } from './admission/overload.ts';
import { requestRateSettings } from './admission/request-rates.ts';
import { refreshSettings, signInSettings } from './admission/sign-in-limit.ts';
import { browserSessionSettings } from './browser-sessions/browser-sessions.ts';
import { serverLimitSettings } from './connections/server-limits.ts';
import { responseLimitSettings } from './execution/response-size.ts';
import { corsSettings } from './http/cors.ts';
import { idempotencySettings } from './idempotency/idempotency-key.ts';
import { shutdownSettings } from './lifecycle.ts';
import { lookupSettings } from './loaders/lookups/shared-lists.ts';
import { operationLogSetting } from './observability/operation-log.ts';
import { knownClientsSetting } from './operation/known-clients.ts';
import { upstreamTraceSetting } from './operation/upstream-trace.ts';
import { deadlineSettings } from './stages/deadline.ts';
import { introspectionSetting } from './stages/hide-schema.ts';
import { callLimitSettings } from './stages/price-limit.ts';
import { trustedDocumentSettings } from './trusted-documents/store.ts';

const limit = settingIn('Limits');
const server = settingIn('Server');
const service = settingIn('Listings Service');
const graphql = settingIn('GraphQL');

/** The settings, in groups of what is used together: their values are options of the gateway, in the same shape. */
export const gatewaySettings = {
  operationLog: operationLogSetting,
  knownClients: knownClientsSetting,
  server: {
    port: server('PORT', port, {
      what: 'Port of the gateway; 0 takes a free one.',
      default: 4000,
      example: '8080',
    }),
    host: server('HOST', host, {
      what: 'Address that the gateway listens on; the container image sets `0.0.0.0`, every interface.',
      default: '127.0.0.1',
      example: '0.0.0.0',
    }),
    maxBodyBytes: server('MAX_BODY_BYTES', wholeNumber(1024, 104_857_600), {
      what: 'Largest body of a GraphQL request, in bytes.',
      default: 262_144,
      example: '131072',
    }),
    ...corsSettings,
    graphiql: graphql('GRAPHIQL', autoOnOff, {
      what: 'Whether browsers get GraphiQL at `/graphql`. Where `INTROSPECTION=off` or `TRUSTED_DOCUMENTS=only` leave it no use, `auto` is off.',
      default: depends('`auto`: on outside production or with the embedded service', ({ graphiql }) =>
        graphiql ? 'on' : 'off',
      ),
      example: 'off',
    }),
    ...shutdownSettings,
  },
  introspection: introspectionSetting,
  upstreamTrace: upstreamTraceSetting,
  trustedDocuments: trustedDocumentSettings,
  callLimit: callLimitSettings,
  responseLimits: responseLimitSettings,
  signIn: signInSettings,
  refresh: refreshSettings,
  requestRates: requestRateSettings,
  trustedProxies: limit('TRUSTED_PROXIES', wholeNumber(0, 10), {
    what: 'How many proxies of your own stand in front of the gateway, each of which appends to `X-Forwarded-For`; with 0 that header is ignored.',
    default: 0,
    example: '1',
  }),
  overload: overloadSettings,
  serverLimits: serverLimitSettings,
  deadlines: deadlineSettings,
  clientSessions: service('CLIENT_SESSIONS', onOff, {
    what: "Whether anybody gets tokens of the gateway's own application by `startClientSession`. With such a token the service can be called directly, past the limits of the gateway.",
    default: depends('`on` with the embedded service outside production, else `off`', ({ production, embedded }) =>
      embedded && !production ? 'on' : 'off',
    ),
    example: 'on',
  }),
  currency: service('LISTINGS_CURRENCY', currencyCode, {
    what: 'Currency of all prices (ISO 4217), which the service does not state.',
    default: depends('unset; `EUR` with the embedded service', ({ embedded }) => (embedded ? 'EUR' : null)),
    example: 'EUR',
  }),
  lookups: lookupSettings,
  browserSessions: browserSessionSettings,
  idempotency: idempotencySettings,
};

/** Values of the settings. */
export type GatewaySettings = ValuesOf<typeof gatewaySettings>;
