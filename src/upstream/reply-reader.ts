import type { CallScope } from './call/call-scope.ts';
import type { BodyReader, Reply } from './call/call.ts';
import type { ReportDrift } from './call/drift.ts';
import { UpstreamFailure } from './call/failure.ts';
import type { JsonReply, ServiceRequest } from './call/service-request.ts';
import { reasonIn, wordsInPlace } from './decoding/reason.ts';
import { UnreadableBodyError } from './decoding/unwrap.ts';
import { isRefusedRead, RefusalBodyError } from './decoding/write-result.ts';

/** Options of the reader. */
export interface ReplyReaderOptions {
  /** Creates the reporter of schema drift in an operation. */
  readonly driftReportFor: (operation: string) => ReportDrift;
  /** Called when a body is no reply of the endpoint at all. */
  readonly onUnreadable: (failure: UpstreamFailure, scope: CallScope) => void;
}

/** Creates the reader of JSON replies, which turns the errors of body readers into an UpstreamFailure. */
export const createReplyReader = ({ driftReportFor, onUnreadable }: ReplyReaderOptions) => {
  const read = <Result>(
    { operation, method, retry, group }: ServiceRequest,
    { status, json, text }: JsonReply,
    scope: CallScope,
    reader: BodyReader<Result>,
  ): Result => {
    try {
      if (method === 'GET' && group !== 'tokens' && isRefusedRead(json)) throw new UnreadableBodyError('response');
      return reader(json, driftReportFor(operation), text, status);
    } catch (error) {
      if (error instanceof RefusalBodyError) {
        throw new UpstreamFailure('rejected', { operation, status, ...reasonIn(error.refusal) });
      }
      if (!(error instanceof UnreadableBodyError)) throw error;
      // A grant changes nothing that can be read again: what it uses up, its own function knows.
      const details = { operation, status, serviceMessage: error.words ?? wordsInPlace(json) };
      const isRead = retry === 'safe' || group === 'tokens';
      const failure = new UpstreamFailure(isRead ? 'unreadable' : 'result_unreadable', details);
      onUnreadable(failure, scope);
      throw failure;
    }
  };
  return (request: ServiceRequest, reply: JsonReply, scope: CallScope): Reply => ({
    read: (reader) => read(request, reply, scope, reader),
  });
};
