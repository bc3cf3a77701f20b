/** The floor: what can be had with node:http and undici, without GraphQL. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isWorkloadName } from '../workloads.ts';
import { floorResponses } from './floor-responses.ts';
import { createPoolJson } from './pool-json.ts';
import { createRestCalls, type RestCalls } from './rest-calls.ts';
import { closeServer, listenLocally, type RunningTarget } from './running-target.ts';

const send = (response: ServerResponse, status: number, value: unknown): void => {
  // A string goes out with the head in one piece; a buffer would be a write of its own.
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
};

const nameIn = (body: string): string => {
  const request: unknown = JSON.parse(body);
  const named = typeof request === 'object' && request !== null && 'operationName' in request;
  return named ? String(request.operationName) : '';
};

const respond = async (calls: RestCalls, request: IncomingMessage, response: ServerResponse, body: string) => {
  try {
    const name = nameIn(body);
    if (!isWorkloadName(name)) return send(response, 404, { message: 'No such workload.' });
    send(response, 200, { data: await floorResponses[name](calls, request.headers.authorization ?? '') });
  } catch (error) {
    send(response, 502, { message: String(error) });
  }
};

/** Starts the floor on a free port. */
export const startFloor = async (baseUrl: URL): Promise<RunningTarget> => {
  const pool = createPoolJson(baseUrl);
  const calls = createRestCalls(pool.get);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void respond(calls, request, response, Buffer.concat(chunks).toString());
    });
  });
  return {
    url: await listenLocally(server),
    [Symbol.asyncDispose]: async () => {
      await closeServer(server);
      await pool[Symbol.asyncDispose]();
    },
  };
};
