/** The error of a call that is cancelled, which says whether the time of its operation was up. */
import { OperationCancelledError } from './errors.ts';
import type { ServiceRequest } from './service-request.ts';

/** What became of a call until it was cancelled; nothing unless given. */
interface Progress {
  readonly status?: number | null;
  readonly sent?: boolean;
}

/** Creates the error of a request that is cancelled now. */
export const cancelledCall = (
  { operation, timeLeftMs }: ServiceRequest,
  progress: Progress = {},
): OperationCancelledError => {
  const isTimeUp = timeLeftMs !== undefined && timeLeftMs() <= 0;
  return new OperationCancelledError({ operation, ...progress, reason: isTimeUp ? 'OPERATION_TIMEOUT' : null });
};
