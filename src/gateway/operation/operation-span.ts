/** The span of an operation, whatever is behind it; the parent that a request names (W3C Trace Context); and the tracer that is used when tracing is off. */
import type { IncomingHttpHeaders } from 'node:http';
import type { CallSpan, StartCallSpan } from '../../rest/call/service-request.ts';
import type { OperationSummary } from './operation-record.ts';

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

const KEY = '[a-z][a-z0-9_\\-*/]{0,255}|[a-z0-9][a-z0-9_\\-*/]{0,240}@[a-z][a-z0-9_\\-*/]{0,13}';
const VALUE = '[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e]';
const MEMBER = new RegExp(`^(${KEY})=(?:${VALUE})$`);
const MAX_MEMBERS = 32;
/** The least that everybody has to hand on; what is longer serves nobody but who makes spans large. */
const MAX_LENGTH = 512;

/**
 * Reads `tracestate`, what other parties of the trace have to say about it. Null when it is absent, empty, or no list of at most 32 members with names of their own and 512 characters
 * in all.
 */
const parseTraceState = (header: string | string[] | undefined): string | null => {
  if (header === undefined || header.length > MAX_LENGTH) return null;
  const text = typeof header === 'string' ? header : header.join(',');
  if (text.length > MAX_LENGTH) return null;
  const members = text
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '');
  const names = new Set(members.map((member) => MEMBER.exec(member)?.[1]));
  const isList = members.length > 0 && members.length <= MAX_MEMBERS;
  return isList && names.size === members.length && !names.has(undefined) ? members.join(',') : null;
};

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

/** Purpose of a call for an operation: for its response alone (`NONE`), or to fill a shared list (`MISS`). */
export type CallPurpose = 'NONE' | 'MISS';

/** An operation as it begins. */
export interface OperationStart {
  /** The trace of the client; null when it follows none. */
  readonly parent: TraceParent | null;
  /** Milliseconds on the clock of `performance.now`. */
  readonly startedAt: number;
  readonly method: string;
}

/** An operation in a trace. */
export interface OperationSpan {
  /** The trace for the log: null when there is none, or when it was begun here and is not recorded. */
  readonly traceId: string | null;
  /** Follows calls; null when there is nothing to send along with them. */
  readonly startCall: ((purpose: CallPurpose) => StartCallSpan) | null;
  end(operation: OperationSummary): void;
}

/** Follows operations. Disposing of it sends what it still has. */
export interface Tracer extends AsyncDisposable {
  startOperation(begun: OperationStart): OperationSpan;
}

/** An operation that nobody follows. */
export const untraced: OperationSpan = { traceId: null, startCall: null, end: () => {} };

/** Hands a trace on to the service with every call, and records nothing: what goes along names the span that caused the operation. */
export const handOn = (parent: TraceParent): OperationSpan => {
  const call: CallSpan = { traceparent: formatTraceParent(parent), tracestate: parent.state, end: () => {} };
  return { traceId: parent.traceId, startCall: () => () => call, end: () => {} };
};

/** The tracer when tracing is off: no span is made, and the trace of the client goes on to the service as it came. */
export const handingOnTracer: Tracer = {
  startOperation: ({ parent }) => (parent === null ? untraced : handOn(parent)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
