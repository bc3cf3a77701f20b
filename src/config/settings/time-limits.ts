import { milliseconds } from '../kinds/kinds.ts';
import { always, settingIn } from './setting.ts';

const setting = settingIn('Time limits');

/** Settings of time limits, of operations and of calls to the service. */
export const timeLimitsSettings = {
  queryDeadline: setting({
    name: 'QUERY_DEADLINE_MS',
    what: 'Time for a query; the response holds what is ready by then.',
    kind: milliseconds(1),
    default: always(10_000),
    example: '5000',
  }),
  mutationDeadline: setting({
    name: 'MUTATION_DEADLINE_MS',
    what: 'Time for a mutation.',
    kind: milliseconds(1),
    default: always(20_000),
    example: '30000',
  }),
  connectTimeout: setting({
    name: 'UPSTREAM_CONNECT_TIMEOUT_MS',
    what: 'Time to connect to the service.',
    kind: milliseconds(1),
    default: always(2000),
    example: '1000',
  }),
  headersTimeout: setting({
    name: 'UPSTREAM_HEADERS_TIMEOUT_MS',
    what: 'Time until the service starts to respond.',
    kind: milliseconds(1),
    default: always(5000),
    example: '3000',
  }),
  bodyGapTimeout: setting({
    name: 'UPSTREAM_BODY_GAP_TIMEOUT_MS',
    what: 'Longest pause within a response of the service.',
    kind: milliseconds(1),
    default: always(3000),
    example: '1000',
  }),
  callTimeout: setting({
    name: 'UPSTREAM_TIMEOUT_MS',
    what: 'Time for one call to the service, from connecting to the last byte.',
    kind: milliseconds(1),
    default: always(8000),
    example: '5000',
  }),
};
