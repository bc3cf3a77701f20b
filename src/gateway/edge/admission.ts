/** Decides whether a request is let in, before its body is read: by the load of the gateway, then by who sends it. */
import { pathOf } from '../http-router.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import type { EdgeMetrics } from '../metrics/edge.ts';
import type { Answer, RequestHead } from './exchange.ts';
import type { OverloadGuard } from './overload.ts';
import { type Refusal, sendRefusal } from './refusal.ts';
import type { ExceededRate, TakeRequest } from './request-limits.ts';

/** What admission goes by. */
export interface AdmissionOptions {
  readonly overload: OverloadGuard;
  readonly takeRequest: TakeRequest;
  readonly metrics: EdgeMetrics;
}

/** Lets a request in, or answers it. `false`: it has been answered, or nobody waits for the answer any more. */
export type Admit = (request: RequestHead, response: Answer) => MaybePromise<boolean>;

/** Those who watch over the gateway want to know most when it has too much to do. */
const alwaysAdmitted: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

const overloaded: Refusal = {
  status: 503,
  code: 'OVERLOADED',
  message: 'The gateway has too much to do: nothing was run. Try again in a second.',
  retryAfterS: 1,
};

const tooOften = ({ limit, retryAfterS }: ExceededRate): Refusal => ({
  status: 429,
  code: 'RATE_LIMITED',
  message: `Too many requests ${limit === 'token' ? 'with this token' : 'from this address'}: wait ${retryAfterS} seconds.`,
  retryAfterS,
});

/** Creates the decision. */
export const createAdmission = ({ overload, takeRequest, metrics }: AdmissionOptions): Admit => {
  const judge = (exceeded: ExceededRate | null, request: RequestHead, response: Answer): boolean => {
    if (request.socket.destroyed) return false;
    if (exceeded === null) return true;
    metrics.countRefusal(exceeded.limit);
    sendRefusal(request, response, tooOften(exceeded));
    return false;
  };

  return (request, response) => {
    if (alwaysAdmitted.has(pathOf(request))) return true;
    const reason = overload.reason();
    if (reason !== null) {
      metrics.countRefusal(reason);
      sendRefusal(request, response, overloaded);
      return false;
    }
    overload.enter(response);
    return chain(takeRequest(request), (exceeded) => judge(exceeded, request, response));
  };
};
