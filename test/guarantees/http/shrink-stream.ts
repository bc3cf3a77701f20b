/** Makes a stream that shows a fault smaller. */
import type { RequestStream } from './request-stream.ts';

/** A stream is not tried more often than that. */
const MAX_TRIES = 1_500;

const without = <Item>(items: readonly Item[], index: number): readonly Item[] =>
  items.filter((_item, at) => at !== index);

function* smaller(stream: RequestStream): Generator<RequestStream> {
  const { requests, cuts } = stream;
  if (requests.length > 1) for (const index of requests.keys()) yield { ...stream, requests: without(requests, index) };
  for (const index of cuts.keys()) yield { ...stream, cuts: without(cuts, index) };
  for (const size of [64, 16, 4, 1]) {
    for (const [index, bytes] of requests.entries()) {
      for (let at = 0; at + size <= bytes.length; at += size) {
        const shorter = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]);
        yield { ...stream, requests: requests.toSpliced(index, 1, shorter) };
      }
    }
  }
}

/** Gives the smallest stream found that still shows the fault. */
export const shrink = async (
  stream: RequestStream,
  shows: (stream: RequestStream) => Promise<boolean>,
): Promise<RequestStream> => {
  let [smallest, tries, isSmaller] = [stream, 0, true];
  while (isSmaller && tries < MAX_TRIES) {
    isSmaller = false;
    for (const candidate of smaller(smallest)) {
      tries += 1;
      if (tries > MAX_TRIES) break;
      if (!(await shows(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
};
