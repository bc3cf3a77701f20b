import { anyText, choice, currencyCode, headerName, onOff, secret, serviceUrl } from '../kinds.ts';
import { always, depends, settingIn, unset } from './setting.ts';

const setting = settingIn('Listings Service');

/** Settings of the Listings Service: where it is, and which forms of its API it takes. */
export const listingsServiceSettings = {
  listingsApiUrl: setting({
    name: 'LISTINGS_API_URL',
    what: 'Base address of the service, including `/api`; unset uses the embedded service.',
    kind: serviceUrl,
    default: unset,
    example: 'https://listings.example.com/api',
  }),
  allowHttp: setting({
    name: 'LISTINGS_ALLOW_HTTP',
    what: 'Whether the service may be called without TLS when it is not on this machine.',
    kind: onOff,
    default: always(false),
    example: 'on',
  }),
  clientId: setting({
    name: 'LISTINGS_CLIENT_ID',
    what: "The gateway's own application: apps sign in without a client secret of theirs, and callers without a token can read lookups and listings.",
    kind: anyText,
    default: unset,
    example: 'my-application',
  }),
  clientSecret: setting({
    name: 'LISTINGS_CLIENT_SECRET',
    what: 'The secret of that application.',
    kind: secret,
    default: unset,
    example: 'the-secret-of-my-application',
  }),
  clientSessions: setting({
    name: 'CLIENT_SESSIONS',
    what: "Whether anybody gets tokens of the gateway's own application by `startClientSession`. With such a token the service can be called directly, past the limits of the gateway.",
    kind: onOff,
    default: depends(
      '`on` with the embedded service outside production, else `off`',
      ({ production, embedded }) => embedded && !production,
    ),
    example: 'on',
  }),
  authHeader: setting({
    name: 'LISTINGS_AUTH_HEADER',
    what: 'Header in which the service takes the bearer token, for a service that corrects its spelling.',
    kind: headerName,
    default: always('Authorisation'),
    example: 'Authorization',
  }),
  tokenParams: setting({
    name: 'LISTINGS_TOKEN_PARAMS',
    what: 'Where the token endpoint takes its parameters: request headers, or a form.',
    kind: choice('headers', 'form'),
    default: always('headers'),
    example: 'form',
  }),
  photoBody: setting({
    name: 'LISTINGS_PHOTO_BODY',
    what: 'How the service takes photos: a form with one file, or the bytes alone.',
    kind: choice('multipart', 'binary'),
    default: always('multipart'),
    example: 'binary',
  }),
  currency: setting({
    name: 'LISTINGS_CURRENCY',
    what: 'Currency of all prices (ISO 4217), which the service does not state.',
    kind: currencyCode,
    default: depends('unset; `EUR` with the embedded service', ({ embedded }) => (embedded ? 'EUR' : undefined)),
    example: 'EUR',
  }),
};
