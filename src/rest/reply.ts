/** Replies as their callers read them: what cannot be read, and what deviates from the specification. */
import type { Logger } from '../log/logger.ts';
import type { BodyReader } from './call/call.ts';
import type { ObserveDrift, ReportDrift } from './call/drift.ts';
import { UpstreamFailure } from './call/failure.ts';
import type { Attempt, Route, ServiceReply } from './call/service-request.ts';
import { NothingFoundError } from './decoding/nothing.ts';
import { reasonIn, wordsInPlace } from './decoding/reason.ts';
import { UnreadableBodyError } from './decoding/unwrap.ts';
import { isRefusedRead, RefusalBodyError } from './decoding/write-result.ts';
import { type CallSetup, reportFailure } from './service-call.ts';

/** Whether the response to a read may be none, for all that its status says. */
const mayBeNone = ({ method, expects, group }: Route): boolean =>
  method === 'GET' && expects === 'json' && group !== 'tokens';

/** Reads a reply. @throws UpstreamFailure */
export const readReply = <Result>(
  setup: CallSetup,
  { request: { route }, scope }: Attempt,
  { status, json, text }: ServiceReply,
  reader: BodyReader<Result>,
): Result => {
  const { operation, retry, group } = route;
  try {
    if (mayBeNone(route) && isRefusedRead(json)) throw new UnreadableBodyError('response');
    return reader(json, setup.driftReportFor(operation), text, status);
  } catch (error) {
    if (error instanceof NothingFoundError) throw new UpstreamFailure('not_found', { operation });
    if (error instanceof RefusalBodyError) {
      const reason = reasonIn(error.refusal);
      const serviceMessage = reason.serviceMessage ?? reasonIn(json).serviceMessage;
      throw new UpstreamFailure('rejected', { operation, status, ...reason, serviceMessage });
    }
    if (!(error instanceof UnreadableBodyError)) throw error;
    // A grant changes nothing that can be read again: what it uses up, its own function knows.
    const details = { operation, status, serviceMessage: error.words ?? wordsInPlace(json) };
    const isRead = retry === 'safe' || group === 'tokens';
    const failure = new UpstreamFailure(isRead ? 'unreadable' : 'result_unreadable', details);
    reportFailure(setup, scope, failure);
    throw failure;
  }
};

/**
 * Creates what gives the reporter of schema drift of an operation. The log has a line for the first drift of each kind in each operation
 * only.
 *
 * @param onDrift called with every drift
 */
export const createDriftReporter = (
  log: Logger,
  onDrift: ObserveDrift | undefined,
): ((operation: string) => ReportDrift) => {
  const logged = new Set<string>();
  const reporters = new Map<string, ReportDrift>();
  return (operation) => {
    const known = reporters.get(operation);
    if (known !== undefined) return known;
    const report: ReportDrift = (drift) => {
      if (drift.problem === 'absent' || drift.problem === 'wrapped') return;
      onDrift?.(drift, operation);
      const kind = `${operation} ${drift.path} ${drift.problem}`;
      if (logged.has(kind)) return;
      logged.add(kind);
      log.warn({ operation, drift }, 'The service deviates from its specification.');
    };
    reporters.set(operation, report);
    return report;
  };
};
