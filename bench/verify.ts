/** Whether targets return what they should: figures of wrong responses are worth nothing. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { tokenOf, type Workload } from './workloads.ts';

/** A response to a workload. */
export interface WorkloadResponse {
  readonly status: number;
  /** `data` of the body; undefined when there is none, or errors beside it. */
  readonly data: unknown;
  readonly text: string;
  /** Of the whole response, its head included. */
  readonly bytes: number;
}

const dataOf = (body: string): unknown => {
  const parsed: unknown = JSON.parse(body);
  const isResponse = typeof parsed === 'object' && parsed !== null && 'data' in parsed && !('errors' in parsed);
  return isResponse ? parsed.data : undefined;
};

/** Sends a workload once, as its first caller. */
export const ask = async (
  url: URL,
  workload: Pick<Workload, 'caller' | 'body'>,
  headers: Readonly<Record<string, string>>,
): Promise<WorkloadResponse> => {
  const agent = new Agent({ keepAlive: true });
  try {
    return await new Promise<WorkloadResponse>((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(workload.body),
          ...headers,
          authorization: `Bearer ${tokenOf(workload.caller, 0)}`,
        },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const { socket } = response;
        text(response).then(
          (body) =>
            resolve({ status: response.statusCode ?? 0, data: dataOf(body), text: body, bytes: socket.bytesRead }),
          reject,
        );
      });
      sent.end(workload.body);
    });
  } finally {
    agent.destroy();
  }
};

/**
 * Asks a target, and gives the bytes of its response.
 *
 * @throws when it returns anything but this `data`
 */
export const verify = async (
  target: { readonly name: string; readonly url: URL; readonly headers: Readonly<Record<string, string>> },
  workload: Workload,
  expected: unknown,
): Promise<number> => {
  const { status, data, text: body, bytes } = await ask(target.url, workload, target.headers);
  if (status !== 200 || data === undefined || !isDeepStrictEqual(data, expected)) {
    throw new Error(
      `${target.name} responds to ${workload.name} with ${status}:\n${body.slice(0, 2000)}\nand not with\n${JSON.stringify(expected)?.slice(0, 2000)}`,
    );
  }
  return bytes;
};
