/** Ends responses together, at the end of the turn of the event loop in which they were finished. */

import { batchByTick } from '../../concurrency/tick-batch.ts';
import type { GatewayResponse } from './node-response.ts';

interface FinishedResponse {
  readonly response: GatewayResponse;
  readonly body: string | Buffer;
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
export const endInBatch = (response: GatewayResponse, body: string | Buffer): void => {
  if (body.length > MAX_LATER) response.end(body);
  else end({ response, body });
};
