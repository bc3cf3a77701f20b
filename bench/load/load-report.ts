/** What a load generator reports: one line of JSON after whatever else it prints. */

/** A slice of load, over. */
export interface LoadReport {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of whole responses, heads included. */
  readonly bytes: number;
  /** Connections and requests that failed, and responds with a status other than 200. */
  readonly failures: number;
}

const fields = ['requests', 'durationUs', 'bytes', 'p50Us', 'p99Us', 'failures'] as const;

const readFigures = (line: string): Record<(typeof fields)[number], number> | null => {
  const parsed: unknown = JSON.parse(line);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const given = new Map<string, unknown>(Object.entries(parsed));
  const figures = { requests: 0, durationUs: 0, bytes: 0, p50Us: 0, p99Us: 0, failures: 0 };
  for (const field of fields) {
    const figure = given.get(field);
    if (typeof figure !== 'number' || !Number.isFinite(figure)) return null;
    figures[field] = figure;
  }
  return figures;
};

/** Nothing was answered in the time there was: the machine was busy with something else, or the target hangs. */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
}

/**
 * Reads what a load generator printed.
 *
 * @throws NoResponseError when there was no response; Error when there is no such line
 */
export const parseLoadReport = (output: string): LoadReport => {
  const line = output.split('\n').findLast((text) => text.startsWith('{'));
  const figures = line === undefined ? null : readFigures(line);
  if (figures === null) throw new Error(`The load generator reports no figures:\n${output}`);
  const { requests, durationUs, bytes, p50Us, p99Us, failures } = figures;
  if (requests === 0 || durationUs === 0) throw new NoResponseError(`Nothing was answered:\n${output}`);
  return {
    requests,
    requestsPerSecond: requests / (durationUs / 1e6),
    p50Ms: p50Us / 1000,
    p99Ms: p99Us / 1000,
    bytes,
    failures,
  };
};
