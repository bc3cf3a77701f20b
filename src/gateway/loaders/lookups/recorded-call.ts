/**
 * Responses of public endpoints as text, to be read again later by the same readers.
 *
 * Assumption: R41. Only endpoints of that ruling can be recorded: `PublicCall` takes no other.
 */

import { parseJson } from '../../../json/lossless-json.ts';
import type { PublicCall } from '../../../upstream/client.ts';

/** A call that remembers the response it got last. */
export interface RecordingCall {
  readonly call: PublicCall;
  /** The JSON of that response; null when there was none. It holds nothing of the caller, its token neither. */
  text(): string | null;
}

/** Records what a call returns. */
export const recordCall = (call: PublicCall): RecordingCall => {
  let text: string | null = null;
  return {
    call: async (name, inputs) => {
      const reply = await call(name, inputs);
      // Assumption: R1. Integers that a number cannot hold are texts here, which the readers take as well.
      text = reply.read((json) => JSON.stringify(json) ?? null);
      return reply;
    },
    text: () => text,
  };
};

/** A call that responds to everything with a recorded text. What is odd in it was counted when it came from the service. */
export const replayCall =
  (text: string): PublicCall =>
  async () => ({ read: (reader) => reader(parseJson(text), () => {}) });
