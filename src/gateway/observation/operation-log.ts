/** The line of the log that tells of an operation. */
import { type Logger, loggableText, withoutCheck } from '../../log.ts';
import type { ErrorCode } from '../errors.ts';
import type { LimitName } from '../operation-limits/limits.ts';
import type { OperationSummary } from './operation-summary.ts';

/** Which operations have a line: all, none, or those whose answer had errors. */
export const operationLogModes = ['on', 'errors', 'off'] as const;

/** Which operations have a line. */
export type OperationLogMode = (typeof operationLogModes)[number];

/** The message of the line. */
export const OPERATION_MESSAGE = 'operation';

/** What a line tells. Everything in it comes from closed lists or is a number, but for the id, which is checked when it comes in, and the name. */
interface OperationLine {
  readonly kind: OperationSummary['kind'];
  readonly name: string | null;
  /** Hash of the document. */
  readonly document: string | null;
  readonly outcome: OperationSummary['outcome'];
  readonly status: number | null;
  readonly durationMs: number;
  readonly planned: number | null;
  readonly calls: number;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  readonly requestId: string;
  codes?: readonly ErrorCode[];
  exceeded?: LimitName;
  traceId?: string;
}

/** Errors that are the caller's own to mend, or none of ours: what is not here is worth a warning. */
const callersErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'REQUEST_TOO_LARGE',
  'OPERATION_TOO_COMPLEX',
  'RATE_LIMITED',
  'UPSTREAM_REJECTED',
]);

const isTroubled = ({ codes, status }: OperationSummary): boolean =>
  codes.some((code) => !callersErrors.has(code)) || (status !== null && status >= 500);

/** Creates the writer of those lines: at level info, or warn when something on this side of the caller went wrong. */
export const createOperationLog = (log: Logger, mode: OperationLogMode): ((operation: OperationSummary) => void) => {
  if (mode === 'off') return () => {};
  const lines = withoutCheck(log);
  return (operation) => {
    const troubled = isTroubled(operation);
    const { kind, name, documentHash, outcome, durationMs, codes, exceeded, traceId } = operation;
    if (mode === 'errors' && outcome === 'ok') return;
    if (!log.isLevelEnabled(troubled ? 'warn' : 'info')) return;
    const line: OperationLine = {
      kind,
      name: name === null ? null : loggableText(name),
      document: documentHash,
      outcome,
      status: operation.status,
      durationMs: Math.round(durationMs * 10) / 10,
      planned: operation.planned,
      calls: operation.calls,
      cacheHits: operation.cacheHits,
      cacheMisses: operation.cacheMisses,
      requestId: operation.requestId,
    };
    if (codes.length > 0) line.codes = codes;
    if (exceeded !== null) line.exceeded = exceeded;
    if (traceId !== null) line.traceId = traceId;
    if (troubled) lines.warn(line, OPERATION_MESSAGE);
    else lines.info(line, OPERATION_MESSAGE);
  };
};
