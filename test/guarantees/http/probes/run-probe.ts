/** Sends a probe to a server, with a good request behind it. */

import type { HttpServer } from '../http-servers.ts';
import { readResponses } from '../received-responses.ts';
import { sendStream } from '../send-stream.ts';
import type { Probe } from './probe.ts';

/** The good request behind each probe. */
const NEXT = 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n';

/** What a server made of a probe. */
export interface ProbeOutcome {
  /** As a `Verdict`, if it is one. */
  readonly verdict: string;
  /** Body of the first request, as it was read; null when none was read whole. */
  readonly body: string | null;
}

/**
 * Sends a probe.
 *
 * @param cuts where a further piece begins, in bytes
 */
export const runProbe = async (
  server: HttpServer,
  { bytes, stops }: Probe,
  cuts: readonly number[],
): Promise<ProbeOutcome> => {
  const sent = Buffer.from(`${bytes}${stops ? '' : NEXT}`, 'latin1');
  const { received, isEndedByServer, requests: read } = await sendStream(server, sent, cuts);
  const isHead = (index: number): boolean => read[index]?.head.startsWith('["HEAD"') === true;
  const { responses, problem } = readResponses(received, isHead);
  const statuses = responses.map(({ status }) => status).join(' ');
  const first = read[0]?.body ?? null;
  return {
    verdict: problem ?? (statuses === '' ? (isEndedByServer ? 'closed' : 'waits') : statuses),
    body: first === null ? null : Buffer.from(first, 'hex').toString('latin1'),
  };
};
