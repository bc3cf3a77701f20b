/** The failure of a call that is cancelled, which says whether the time of its operation was up. */
import { UpstreamFailure } from './failure.ts';
import type { ServiceRequest } from './service-request.ts';

/** What became of a call until it was cancelled; nothing unless given. */
interface Progress {
  readonly status?: number | null;
  readonly sent?: boolean;
}

/** Creates the failure of a request that is cancelled now. */
export const cancelledCall = (
  { operation, retry, timeLeftMs }: ServiceRequest,
  { status = null, sent = false }: Progress = {},
): UpstreamFailure => {
  const isTimeUp = timeLeftMs !== undefined && timeLeftMs() <= 0;
  const kind = sent && retry !== 'safe' ? 'write_cancelled' : 'cancelled';
  return new UpstreamFailure(kind, { operation, status, reason: isTimeUp ? 'OPERATION_TIMEOUT' : null });
};
