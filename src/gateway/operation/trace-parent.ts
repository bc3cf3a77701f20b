/** `traceparent` and `tracestate` of W3C Trace Context: by which trace a request is followed. */
import type { IncomingHttpHeaders } from 'node:http';
import { parseTraceState } from './trace-state.ts';

/** The trace of a request, and the span in it that caused the request. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** 0 to 255; the last bit says that the trace is recorded. */
  readonly flags: number;
  /** Other parties' data about the trace, as `tracestate` has it; null for nothing. */
  readonly state: string | null;
}

const FORM = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Reads the headers; null when `traceparent` is absent, given twice, or none of version 00. */
export const readTraceParent = (headers: IncomingHttpHeaders): TraceParent | null => {
  const header: string | string[] | undefined = headers['traceparent'];
  if (typeof header !== 'string') return null;
  const [, traceId, spanId, flags] = FORM.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16), state: parseTraceState(headers['tracestate']) };
};

/** Writes `traceparent`. */
export const formatTraceParent = ({ traceId, spanId, flags }: Omit<TraceParent, 'state'>): string =>
  `00-${traceId}-${spanId}-${flags < 16 ? '0' : ''}${flags.toString(16)}`;
