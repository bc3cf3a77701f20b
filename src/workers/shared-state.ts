/** State that workers share, in the memory of their supervisor: what gateways with Redis share there. */
import { createWindows, type Windows, type WindowTotal } from '../gateway/admission/rate-limit.ts';
import { RENEWAL_LOCK_MS, RESULT_KEPT_MS } from '../gateway/browser-sessions/renew-session.ts';
import type { RecordStore } from '../idempotency/record-store.ts';
import type { Order, Report } from './messages.ts';
import { createSharedTexts } from './shared-texts.ts';
import { createSharedRecords } from './worker-records.ts';

/** Report that asks for shared state. */
type SharedStateRequest = Extract<Report, { kind: 'count' | 'share texts' | 'share records' }>;

/**
 * Creates what replies to requests for shared state.
 *
 * @param records the records of writes
 * @param now a clock in milliseconds that never goes back
 */
export const createSharedState = (records: RecordStore, now: () => number) => {
  const countsByLimit = new Map<string, Windows>();
  const shareTexts = createSharedTexts({ keepMs: RESULT_KEPT_MS, lockMs: RENEWAL_LOCK_MS }, now);
  const shareRecords = createSharedRecords(records);

  const addTogether = ({ limit, additions }: Extract<Report, { kind: 'count' }>): WindowTotal[] => {
    const windows = countsByLimit.get(limit.name) ?? createWindows(limit.windowS, now);
    countsByLimit.set(limit.name, windows);
    return additions.map(({ key, points }) => windows.add(key, points));
  };

  return (request: SharedStateRequest, reply: (order: Order) => void): void => {
    const { id } = request;
    switch (request.kind) {
      case 'count':
        reply({ kind: 'counted', id, totals: addTogether(request) });
        break;
      case 'share texts':
        reply({ kind: 'texts', id, reply: shareTexts(request.request) });
        break;
      case 'share records':
        void shareRecords(request.request).then((shared) => reply({ kind: 'records', id, reply: shared }));
        break;
    }
  };
};
