/** A load generator of node:http, run as a process of its own where there is no wrk. */
import { Agent, request } from 'node:http';
import { type Load, type LoadRequest, requestsInTurn } from './load.ts';

interface Sample {
  readonly us: number;
  readonly bytes: number;
  readonly isRight: boolean;
}

const send = (load: Load, agent: Agent, { headers: own, body }: LoadRequest): Promise<Sample> =>
  new Promise((resolve) => {
    const start = performance.now();
    const end = (bytes: number, isRight: boolean): void =>
      resolve({ us: (performance.now() - start) * 1000, bytes, isRight });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...load.headers,
      ...own,
    };
    const sent = request(load.url, { method: 'POST', agent, headers }, (response) => {
      const before = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length);
      let bytes = before;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => end(bytes, response.statusCode === 200));
      response.on('error', () => end(bytes, false));
    });
    sent.on('error', () => end(0, false));
    sent.end(body);
  });

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Makes the load, and gives the line of its report. */
export const runStandInLoad = async (load: Load): Promise<string> => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const nextRequest = requestsInTurn(load);
  const samples: Sample[] = [];
  const start = performance.now();
  const end = start + load.seconds * 1000;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      samples.push(await send(load, agent, nextRequest()));
    }
  };
  await Promise.all(Array.from({ length: load.connections }, connection));
  const durationUs = (performance.now() - start) * 1000;
  agent.destroy();
  const sorted = samples.map(({ us }) => us).sort((one, other) => one - other);
  return JSON.stringify({
    requests: samples.length,
    durationUs,
    bytes: samples.reduce((sum, { bytes }) => sum + bytes, 0),
    p50Us: percentile(sorted, 0.5),
    p99Us: percentile(sorted, 0.99),
    failures: samples.filter(({ isRight }) => !isRight).length,
  });
};
