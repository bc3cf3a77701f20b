/** The line that the log has of an operation: what it says, and at which level. */
import { type Logger, createLineWriter, loggableText } from '../../log/logger.ts';
import { choice } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import { faultOf } from '../errors/upstream-errors.ts';
import type { ClientName } from '../http/client-identity.ts';
import type { OperationSummary } from '../operation/operation-record.ts';

const server = settingIn('Server');

/** Which operations have a line. */
export const operationLogSetting = server('LOG_OPERATIONS', choice('on', 'errors', 'off'), {
  what: 'Operations that are logged: all (`on`), those whose response had errors (`errors`), or none (`off`).',
  default: 'on',
  example: 'errors',
});

/** Which operations have a line. */
export type OperationLogMode = ValuesOf<typeof operationLogSetting>;

const OPERATION_MESSAGE = 'operation';

/** What a client caused is its own to fix; anything else is worth a warning. */
const isTroubled = ({ codes, failures, status }: OperationSummary): boolean =>
  codes.some((code) => faultOf(code, failures) !== 'client') || (status !== null && status >= 500);

const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`);

const textOf = (text: string | null): string => (text === null ? 'null' : JSON.stringify(loggableText(text)));

const clientMembers = ({ name, version }: ClientName): string =>
  `"client":${textOf(name)},"clientVersion":${textOf(version)}`;

/**
 * Fields of a line. Its texts are from closed lists, hashes, or an id that was checked when it came in; only the name of the operation, and
 * what the client says that it is, are the client's own.
 */
const membersOf = (operation: OperationSummary): string => {
  const { kind, name, documentHash, outcome, status, durationMs, planned, calls, codes, failures, exceeded, traceId } =
    operation;
  const { client, caller, idempotency } = operation;
  const members = `"kind":"${kind}","name":${textOf(name)},"document":${quoted(documentHash)},"caller":${quoted(caller)},"outcome":"${outcome}","status":${status},"durationMs":${Math.round(durationMs * 10) / 10},"planned":${planned},"calls":${calls},"cacheHits":${operation.cacheHits},"cacheMisses":${operation.cacheMisses},"requestId":"${operation.requestId}"`;
  if (codes.length === 0 && failures.length === 0 && exceeded === null && client === null && idempotency === null) {
    return traceId === null ? members : `${members},"traceId":"${traceId}"`;
  }
  return [
    members,
    ...(client === null ? [] : [clientMembers(client)]),
    ...(codes.length === 0 ? [] : [`"codes":${JSON.stringify(codes)}`]),
    ...(failures.length === 0 ? [] : [`"failures":${JSON.stringify(failures)}`]),
    ...(idempotency === null ? [] : [`"idempotency":"${idempotency}"`]),
    ...(exceeded === null ? [] : [`"exceeded":"${exceeded}"`]),
    ...(traceId === null ? [] : [`"traceId":"${traceId}"`]),
  ].join(',');
};

/** Creates the writer of those lines: at level info, or warn when something on this side of the caller went wrong. */
export const createOperationLog = (log: Logger, mode: OperationLogMode): ((operation: OperationSummary) => void) => {
  if (mode === 'off') return () => {};
  const write = createLineWriter(log, OPERATION_MESSAGE);
  return (operation) => {
    if (mode === 'errors' && operation.outcome === 'ok') return;
    const level = isTroubled(operation) ? 'warn' : 'info';
    if (log.isLevelEnabled(level)) write(level, membersOf(operation));
  };
};
