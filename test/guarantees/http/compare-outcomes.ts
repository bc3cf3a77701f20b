/** What has to hold for what came of a stream, at one server and between two. */
import { echoOf, type ReadRequest } from './reading.ts';
import { type ReceivedResponse, readResponses } from './received-responses.ts';
import type { Delivery } from './request-stream.ts';
import type { StreamOutcome } from './send-stream.ts';

const isWhole = ({ body }: ReadRequest): boolean => body !== null;

const isHead = ({ requests }: StreamOutcome, index: number): boolean =>
  requests[index]?.head.startsWith('["HEAD"') === true;

const responsesOf = (outcome: StreamOutcome) => readResponses(outcome.received, (index) => isHead(outcome, index));

/** Those that show a request, without the replies to bytes that are no request. */
const echoes = ({ responses }: { readonly responses: readonly ReceivedResponse[] }): readonly ReceivedResponse[] =>
  responses.filter(({ status }) => status === 200);

const echoProblem = (outcome: StreamOutcome, responses: readonly ReceivedResponse[]): string | null => {
  for (const [index, { status, body, isLast }] of responses.entries()) {
    const request = outcome.requests[index];
    if (status !== 200) {
      if (status < 400 || status > 499 || !isLast) return `Response ${index} has status ${status} and is not the last.`;
    } else if (request === undefined || !isWhole(request)) {
      return `Response ${index} is to a request that was not read.`;
    } else if (body !== (isHead(outcome, index) ? '' : Buffer.from(echoOf(index, request)).toString('latin1'))) {
      return `Response ${index} is to another request: ${body}`;
    }
  }
  return null;
};

/** Says what is wrong with what one server did; null when nothing is. */
export const problemOf = (outcome: StreamOutcome, delivery: Delivery): string | null => {
  if (!outcome.hasEnded) return 'The connection hangs.';
  const received = responsesOf(outcome);
  const problem = received.problem ?? echoProblem(outcome, received.responses);
  if (problem !== null) return problem;
  const missing = outcome.requests.filter(isWhole).length - echoes(received).length;
  const mayMiss = delivery === 'half-closed' || received.responses.at(-1)?.isLast === true;
  return missing > 0 && !mayMiss ? `${missing} requests are not answered.` : null;
};

const isAskedFor = ({ head }: ReadRequest): boolean => head.toLowerCase().includes('["expect","100-continue"]');

/** The responses without what may differ: whether one to a request that was not asked for its body is the last. */
const shownOf = (outcome: StreamOutcome) =>
  echoes(responsesOf(outcome)).map(({ body, isLast }, index) => {
    const request = outcome.requests[index];
    return { body, isLast: isLast && (request === undefined || !isAskedFor(request)) };
  });

/** The part of two lists that has to agree: all of both, or what both have. */
const common = <Item>(a: readonly Item[], b: readonly Item[], isPart: boolean): [readonly Item[], readonly Item[]] => {
  const length = isPart ? Math.min(a.length, b.length) : Infinity;
  return [a.slice(0, length), b.slice(0, length)];
};

/** Those up to one for another protocol: behind it the gateway reads nothing, and Node what it does not drop. */
const untilUpgrade = (requests: readonly ReadRequest[]): readonly ReadRequest[] => {
  const at = requests.findIndex(({ head }) => head.includes('["upgrade",'));
  return at === -1 ? requests : requests.slice(0, at + 1);
};

const differ = ([a, b]: readonly [unknown, unknown]): boolean => JSON.stringify(a) !== JSON.stringify(b);

/**
 * Says in what two servers differ; null when in nothing.
 *
 * These differences are none, since nothing is read otherwise and no response is another one:
 * - A client that ends its half of the connection before it has its responses may lose some: the rest has to agree.
 * - A request that never comes to its end is seen by a handler, or by none: the fast path has a request whole, or not at all.
 * - Bytes that are no request get 400 or nothing, when good requests are before them: the connection is closed in any case.
 * - A request that waits to be asked for its body, and has sent it before it could be asked, may be the last of its connection.
 * - Behind a request for another protocol the gateway reads nothing, and Node what it does not drop.
 * - Node alone drops responses that are still to come when it meets such bytes: there only what was read has to agree.
 */
export const differenceOf = (
  a: StreamOutcome,
  b: StreamOutcome,
  delivery: Delivery,
  compared: 'readings' | 'all' = 'all',
): string | null => {
  const isPart = delivery === 'half-closed' || a.requests.some(isAskedFor);
  const wholeOf = ({ requests }: StreamOutcome) => untilUpgrade(requests).filter(isWhole);
  const read = common(wholeOf(a), wholeOf(b), isPart);
  if (differ(read)) return `Requests were read differently: ${JSON.stringify(read)}`;
  if (compared === 'readings') return null;
  const shown = common(shownOf(a), shownOf(b), isPart);
  return differ(shown) ? `Responses differ: ${JSON.stringify(shown)}` : null;
};
