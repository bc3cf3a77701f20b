import { milliseconds, wholeNumber } from '../kinds/kinds.ts';
import { always, settingIn } from './setting.ts';

const setting = settingIn('Limits');

/** Settings of how much is under way at a time before requests are shed and connections closed. */
export const loadLimitsSettings = {
  maxInFlight: setting({
    name: 'MAX_OPERATIONS_IN_FLIGHT',
    what: 'Concurrent operations, invoices and photos; further ones get 503 and `Retry-After: 1`.',
    kind: wholeNumber(1, 100_000),
    default: always(500),
    example: '1000',
  }),
  overloadEventLoop: setting({
    name: 'OVERLOAD_EVENT_LOOP_MS',
    what: 'Reject with 503 while the p99 event-loop delay has exceeded this for one second.',
    kind: milliseconds(1),
    default: always(200),
    example: '500',
  }),
  overloadMemory: setting({
    name: 'OVERLOAD_MEMORY_PERCENT',
    what: 'Reject with 503 while more than this percentage of the memory is used: of the maximum heap, or of what the container (otherwise the machine) has per worker.',
    kind: wholeNumber(1, 100),
    default: always(85),
    example: '90',
  }),
  maxUnreadBytes: setting({
    name: 'MAX_UNREAD_BYTES',
    what: 'Bytes that are held for clients in one process, of responses that they have not read and of requests that are incomplete; over it the slowest are closed. 0 for no limit.',
    kind: wholeNumber(0, 1_000_000_000_000),
    default: always(32 * 1024 * 1024),
    example: '67108864',
  }),
  maxConnections: setting({
    name: 'MAX_CONNECTIONS',
    what: 'Connections of clients in one process; for each more, one closes that has waited longest for its client. Each takes an open file, and 10 KB of memory.',
    kind: wholeNumber(1, 1_000_000),
    default: always(20_000),
    example: '50000',
  }),
};
