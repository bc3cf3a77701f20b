/** Calls of an operation to the service, for `extensions.upstream`. Kept only when the client asks for it. */
import { operationOf, type PublicEndpointName } from '../../contract/endpoints.ts';
import { type FailureReason, failureReasonOf } from '../../rest/call/failure-reason.ts';
import type { ObservedCall } from '../../rest/client.ts';
import { onOff } from '../../settings/kinds.ts';
import { depends, settingIn } from '../../settings/setting.ts';
import type { ListState } from '../loaders/lookups/list-cache.ts';
import type { Plan } from '../pricing/plan.ts';

const graphql = settingIn('GraphQL');

/** Whether clients may ask what an operation asked of the service. */
export const upstreamTraceSetting = graphql('UPSTREAM_TRACE', onOff, {
  what: 'Whether a response reports the calls that it made to the service, to clients that send `x-upstream-trace: true`: endpoints, statuses, times. With `plan` in place of `true` nothing runs, and the response has only the price.',
  default: depends('`on`; `off` in production', ({ production }) => (production ? 'off' : 'on')),
  example: 'on',
});

/** Source of a part of an operation. `NONE` for what is never kept. */
type CacheState = 'NONE' | ListState;

/** A call, or a list that was available. Times are in milliseconds, `startMs` from the start of the operation. */
interface TraceEntry {
  /** Method and template of the endpoint: no ids. */
  readonly operation: string;
  /** Path of the call without its query: its ids tell one call of an endpoint from another. Null for a list that was available. */
  readonly path: string | null;
  /** Null when there was no response, or nothing was sent. */
  readonly status: number | null;
  readonly startMs: number;
  readonly durationMs: number;
  readonly cache: CacheState;
  /** Number of times it was sent; 0 for what was available or fetched by another caller. */
  readonly attempts: number;
  /** Why the call failed, whatever its status; null for a success. */
  readonly failure: FailureReason | null;
}

/** A part of the trace and the fields that it is for. */
interface ExplainedEntry extends TraceEntry {
  /** Where the fields stand in the response that the plan expected to need this endpoint, e.g. `viewer.sections`. */
  readonly fields: readonly string[];
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** The trace of an operation. */
export class UpstreamTrace {
  /** True if the client wants to know what the operation may cost, and nothing of it is to run. */
  readonly isPlanOnly: boolean;
  readonly #startedAt: number;
  readonly #entries: TraceEntry[] = [];

  /** @param startedAt milliseconds of the clock that the calls are measured by */
  constructor(startedAt: number, { isPlanOnly }: { readonly isPlanOnly: boolean }) {
    this.isPlanOnly = isPlanOnly;
    this.#startedAt = startedAt;
  }

  /** Records a call that was sent for this operation. */
  recordCall(
    { operation, path, status, startMs, durationMs, attempts, error }: ObservedCall,
    cache: 'NONE' | 'MISS',
  ): void {
    this.#entries.push({
      operation,
      path: path.split('?', 1)[0] ?? path,
      status,
      startMs: rounded(startMs - this.#startedAt),
      durationMs: rounded(durationMs),
      cache,
      attempts,
      failure: failureReasonOf(error),
    });
  }

  /** Records a list that cost this operation no call. */
  recordList(endpoint: PublicEndpointName, cache: ListState, startMs: number): void {
    this.#entries.push({
      operation: operationOf(endpoint),
      path: null,
      status: null,
      startMs: rounded(startMs - this.#startedAt),
      durationMs: rounded(performance.now() - startMs),
      cache,
      attempts: 0,
      failure: null,
    });
  }

  /** Everything so far, in the order in which it started, with the fields of the plan. */
  explain(plan: Plan | null): readonly ExplainedEntry[] {
    const fields = fieldsByOperation(plan);
    return this.#entries
      .toSorted((one, other) => one.startMs - other.startMs)
      .map((entry) => ({ ...entry, fields: fields.get(entry.operation) ?? [] }));
  }
}

const fieldsByOperation = (plan: Plan | null): ReadonlyMap<string, readonly string[]> => {
  const fields = new Map<string, readonly string[]>();
  for (const { operation, path } of plan?.entries ?? []) {
    const known = fields.get(operation) ?? [];
    if (!known.includes(path)) fields.set(operation, [...known, path]);
  }
  return fields;
};
