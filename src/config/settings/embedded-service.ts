import { autoOnOff, dataPlace, faultPlan, onOff, origin, port, wholeNumber } from '../kinds.ts';
import { always, depends, settingIn, unset } from './setting.ts';

const setting = settingIn('Embedded service');

/** Settings of the embedded service. */
export const embeddedServiceSettings = {
  embeddedService: setting({
    name: 'EMBEDDED_SERVICE',
    what: 'Whether the gateway runs a Listings Service of its own, with demo data.',
    kind: autoOnOff,
    default: depends(
      '`auto`: on without `LISTINGS_API_URL`, unless in production',
      ({ production, remote }) => !(production || remote),
    ),
    example: 'on',
  }),
  embeddedPort: setting({
    name: 'EMBEDDED_PORT',
    what: 'Port of the embedded service; 0 takes a free one.',
    kind: port,
    default: always(4001),
    example: '8081',
  }),
  embeddedData: setting({
    name: 'EMBEDDED_DATA',
    what: 'Where the embedded service keeps its data: `memory`, `file` (`./listings-service.db`) or the path of a file.',
    kind: dataPlace,
    default: always('memory'),
    example: 'file',
  }),
  embeddedTokenLifetime: setting({
    name: 'EMBEDDED_TOKEN_LIFETIME_S',
    what: 'Seconds for which access tokens of the embedded service are valid.',
    kind: wholeNumber(1, 31_536_000, 'of seconds '),
    default: always(3600),
    example: '60',
  }),
  embeddedRefreshTokenLifetime: setting({
    name: 'EMBEDDED_REFRESH_TOKEN_LIFETIME_S',
    what: 'Seconds for which refresh tokens of the embedded service are valid.',
    kind: wholeNumber(1, 315_360_000, 'of seconds '),
    default: always(2_592_000),
    example: '600',
  }),
  embeddedTestListingLimit: setting({
    name: 'EMBEDDED_TEST_LISTING_LIMIT',
    what: 'How many active test listings an account of the embedded service may hold.',
    kind: wholeNumber(0, 1_000_000),
    default: always(10),
    example: '3',
  }),
  embeddedPublicOrigin: setting({
    name: 'EMBEDDED_PUBLIC_ORIGIN',
    what: 'Origin of the picture, page and invoice addresses that the embedded service writes, where clients reach it under another than it listens on.',
    kind: origin,
    default: unset,
    example: 'https://pictures.example',
  }),
  embeddedFaults: setting({
    name: 'EMBEDDED_FAULTS',
    what: 'Whether a request to the embedded service may ask for faults with the header `x-demo-fault`.',
    kind: onOff,
    default: always(false),
    example: 'on',
  }),
  embeddedFaultPlan: setting({
    name: 'EMBEDDED_FAULT_PLAN',
    what: 'Faults that the embedded service makes by itself, to see how clients behave.',
    kind: faultPlan,
    default: unset,
    example: 'GET /v1/listings/{id}=503*2, /v1/user/*=latency:200',
  }),
};
