/** `traceparent` of W3C Trace Context: by which trace a request is followed. */

/** The trace of a request, and the span in it that caused the request. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** 0 to 255; the last bit says that the trace is recorded. */
  readonly flags: number;
}

const FORM = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Reads the header; null when it is absent, given twice, or no `traceparent` of version 00. */
export const parseTraceParent = (header: string | string[] | undefined): TraceParent | null => {
  const [, traceId, spanId, flags] = typeof header === 'string' ? (FORM.exec(header) ?? []) : [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
};

/** Writes the header. */
export const formatTraceParent = ({ traceId, spanId, flags }: TraceParent): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
