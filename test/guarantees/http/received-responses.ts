/** Reads what came back over a connection as responses, strictly: bytes that are no response are reported. */

/** A response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
  /** Whether the connection ends with it. */
  readonly isLast: boolean;
}

/** The responses of a connection. */
export interface ReceivedResponses {
  readonly responses: readonly ReceivedResponse[];
  /** What is wrong with them; null when nothing is. */
  readonly problem: string | null;
}

const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[\w-]+: [^\r\n]*\r\n)*)\r\n/;

const valuesOf = (lines: string, name: string): readonly string[] =>
  lines
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2));

/**
 * Reads responses.
 *
 * @param isHead whether the response at an index is to a HEAD request, and so has no body
 */
export const readResponses = (received: Buffer, isHead: (index: number) => boolean): ReceivedResponses => {
  const responses: ReceivedResponse[] = [];
  let rest = received.toString('latin1');
  while (rest !== '') {
    if (responses.at(-1)?.isLast === true) return { responses, problem: 'Bytes come after the last response.' };
    const head = HEAD.exec(rest);
    if (head === null) return { responses, problem: 'Bytes are no response.' };
    const [whole, statusText = '', lines = ''] = head;
    const status = Number(statusText);
    rest = rest.slice(whole.length);
    if (status < 200) continue;
    const lengths = valuesOf(lines, 'content-length');
    const isLast = valuesOf(lines, 'connection').includes('close');
    // What is said of bytes that are no request has a body, whatever the method was.
    const isWithout = status === 200 && isHead(responses.length);
    if (!isWithout && lengths.length !== 1 && !isLast) return { responses, problem: 'A response has no length.' };
    if (valuesOf(lines, 'transfer-encoding').length > 0) return { responses, problem: 'A response comes in chunks.' };
    const length = isWithout ? 0 : Number(lengths[0] ?? 0);
    if (rest.length < length) return { responses, problem: 'A response is cut off.' };
    responses.push({ status, body: rest.slice(0, length), isLast });
    rest = rest.slice(length);
  }
  return { responses, problem: null };
};
