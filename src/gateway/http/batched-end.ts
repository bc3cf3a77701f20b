/** Ends responses together, at the end of the turn of the event loop in which they were finished. */

import { batchByTick } from '../../concurrency/tick-batch.ts';
import type { HttpResponse } from '../../http1/message.ts';
import { byteLengthOf, type ResponseBody } from '../../http1/response-body.ts';

interface FinishedResponse {
  readonly response: HttpResponse;
  readonly body: ResponseBody;
}

/** From this length on a body is written at once: hundreds of them might be made in one turn, before any limit sees what is written. */
const MAX_LATER = 32_768;

const end = batchByTick(({ response, body }: FinishedResponse): void => {
  response.end(body);
});

/**
 * Ends a response whose head is written, together with all others of this turn.
 *
 * A client, or a proxy, on the same machine is woken by what is written to it, which costs the gateway more than the writing. Where
 * responses go out one right after the other it is woken once, and is still at work when the others come.
 */
export const endInBatch = (response: HttpResponse, body: ResponseBody): void => {
  if (byteLengthOf(body) > MAX_LATER) response.end(body);
  else end({ response, body });
};
