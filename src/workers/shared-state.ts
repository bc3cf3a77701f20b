/** State that workers share, in the memory of their supervisor: what gateways with Redis share there. */
import { createWindows, type Windows, type WindowTotal } from '../gateway/admission/rate-limit.ts';
import { RESULT_KEPT_MS } from '../gateway/browser-sessions/renew-session.ts';
import { createMemoryRecords } from '../idempotency/memory-records.ts';
import type { RecordStore } from '../idempotency/record-store.ts';
import type { Order, Report } from './messages.ts';
import { createSharedRecords } from './worker-records.ts';

/** Report that asks for shared state. */
type SharedStateRequest = Extract<Report, { kind: 'count' | 'share records' }>;

/** Most bytes of renewals of browser sessions, each of which is kept for half a minute. */
const RENEWAL_BYTES = 32 * 1024 * 1024;

/**
 * Creates what replies to requests for shared state.
 *
 * @param records the records of writes
 * @param now a clock in milliseconds that never goes back
 */
export const createSharedState = (records: RecordStore, now: () => number) => {
  const countsByLimit = new Map<string, Windows>();
  const renewals = createMemoryRecords({ keepMs: RESULT_KEPT_MS, maxBytes: RENEWAL_BYTES, now });
  const share = { writes: createSharedRecords(records), renewals: createSharedRecords(renewals) };

  const addTogether = ({ name, windowS, key, points }: Extract<Report, { kind: 'count' }>): WindowTotal => {
    const windows = countsByLimit.get(name) ?? createWindows(windowS, now);
    countsByLimit.set(name, windows);
    return windows.add(key, points);
  };

  return (request: SharedStateRequest, reply: (order: Order) => void): void => {
    const { id } = request;
    if (request.kind === 'count') reply({ kind: 'counted', id, total: addTogether(request) });
    else void share[request.of](request.request).then((shared) => reply({ kind: 'records', id, reply: shared }));
  };
};
