/** Metrics of what the gateway keeps, shares and sends beside operations: lists, documents, sessions, keys, traces. */
import type { Registry } from 'prom-client';
import { operationOf, type PublicEndpointName } from '../../../contract/endpoints.ts';
import type { ListState } from '../../loaders/lookups/list-cache.ts';
import type { ListAges } from '../../loaders/lookups/shared-lists.ts';
import { idempotencyOutcomes } from '../../operation/write-claim.ts';
import { createAskingGauge, createSeriesCounter, createTalliedCounter } from './instruments.ts';

/** Events of browser sessions: a sign-in, a renewal, and each reason for which a session ended. */
const sessionEvents = ['opened', 'renewed', 'signed_out', 'refused', 'expired', 'unreadable'] as const;

/** An event of a browser session. */
export type SessionEvent = (typeof sessionEvents)[number];

const sharedCountOutcomes = ['told', 'failed', 'left_out'] as const;

/** Where something was counted: with the other processes, or alone, because they could not be asked or count as much as they may. */
export type SharedCountOutcome = (typeof sharedCountOutcomes)[number];

/** Outcomes of spans: the collector accepts them, or does not, or they are dropped because too many wait. */
const spanOutcomes = ['exported', 'failed', 'dropped'] as const;

/** Outcome of spans. */
export type SpanOutcome = (typeof spanOutcomes)[number];

/** Numbers of documents that can run, cannot run, and are still to be examined. */
export interface DocumentCounts {
  usable: number;
  unusable: number;
  unexamined: number;
}

/** Creates the counters that show every value at zero from the start. */
export const createEventCounters = (registry: Registry) => ({
  countSession: createTalliedCounter(registry, {
    name: 'listings_gateway_browser_sessions_total',
    help: 'Events of browser sessions: opened, renewed, and ended by reason (signed_out, refused, expired, unreadable).',
    label: 'event',
    values: sessionEvents,
  }),
  /** Counts what becomes of a request with an idempotency key. */
  countIdempotency: createTalliedCounter(registry, {
    name: 'listings_gateway_idempotent_requests_total',
    help: 'Requests with an idempotency key: recorded (made and kept), released (nothing changed, the key is free), replayed, in_progress (the first one took too long), reused (key of another request or user), refused (the caller could not be identified), unknown (RESULT_UNKNOWN), unavailable (the store failed).',
    label: 'outcome',
    values: idempotencyOutcomes,
  }),
  /** Records the results of reports of counts to other processes. */
  countShared: createTalliedCounter(registry, {
    name: 'listings_gateway_shared_counts_total',
    help: 'Attempts to sign in that were counted with the other processes (`told`), or alone: because these could not be asked (`failed`), or too many were counted (`left_out`).',
    label: 'outcome',
    values: sharedCountOutcomes,
  }),
  countSpans: createTalliedCounter(registry, {
    name: 'listings_gateway_spans_total',
    help: 'Spans of traces that the collector took (exported) or did not take (failed), and those that were dropped because too many waited.',
    label: 'outcome',
    values: spanOutcomes,
  }),
});

/** Creates the gauge. Returns what has it show how far documents are examined; of several workers one does that. */
export const showDocumentsIn = (registry: Registry): ((counts: () => DocumentCounts) => void) => {
  const show = createAskingGauge(registry, {
    name: 'listings_gateway_trusted_documents',
    help: 'Trusted documents that can run, cannot run, or are still to be examined.',
    label: 'state',
  });
  const showCounts = (counts: () => DocumentCounts): void => show(() => Object.entries(counts()));
  showCounts(() => ({ usable: 0, unusable: 0, unexamined: 0 }));
  return showCounts;
};

/**
 * Creates the counter of lists that operations asked for, by endpoint and by how they were come by. A list that is taken
 * out of the aggregate counts as its own, and the aggregate counts too.
 */
export const countListsIn = (registry: Registry): ((endpoint: PublicEndpointName, result: ListState) => void) => {
  const { count } = createSeriesCounter(registry, {
    name: 'listings_gateway_lookup_reads_total',
    help: 'Shared lists that operations read: HIT cached, STALE cached but old, MISS waited for.',
    labels: ['operation', 'result'],
  });
  return (endpoint, result) => count(operationOf(endpoint), result);
};

/** Creates the gauge of how old lists are, which has no series for a list that nobody has read. Returns a function that sets where to read. */
export const showListAgesIn = (registry: Registry): ((read: () => ListAges) => void) => {
  const show = createAskingGauge(registry, {
    name: 'listings_gateway_lookup_age_seconds',
    help: 'Seconds since the cached shared list came from the service; of several workers, the oldest.',
    label: 'operation',
    aggregator: 'max',
  });
  return (read) => show(() => [...read()].map(([endpoint, ageMs]) => [operationOf(endpoint), ageMs / 1000]));
};
