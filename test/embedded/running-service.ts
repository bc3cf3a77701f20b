import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
/** A real service on a free port with a database of its own, and a small client to call it with. */
import { afterAll } from 'vitest';
import { DEMO_PASSWORD } from '../../src/embedded/demo/demo-access.ts';
import { type EmbeddedServiceOptions, startEmbeddedService } from '../../src/embedded/server.ts';
import { createLog } from '../../src/log/logger.ts';
import { liveApplication } from '../support/accounts.ts';
import { TestClock } from '../support/running-gateway.ts';
import { sendRequest, type WholeResponse } from '../support/send-request.ts';
import { CLOCK_START, copyDemoDatabase } from '../support/world.ts';

/** A JSON respond with what tests look at. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for an empty body. */
  readonly body: unknown;
}

/** How a request is made. */
export interface CallOptions {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
}

/** Narrows a response to an object whose fields can be looked at one by one. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) throw new TypeError(`Not an object: ${JSON.stringify(value)}`);
  return Object.fromEntries(Object.entries(value));
};

/** Narrows a response to an array of objects. */
export const rowsOf = (value: unknown): Readonly<Record<string, unknown>>[] => {
  if (!Array.isArray(value)) throw new TypeError(`Not an array: ${JSON.stringify(value)}`);
  return value.map(fieldsOf);
};

/** The ids of the listings of a page. */
export const listedIds = (results: unknown): number[] =>
  rowsOf(fieldsOf(results)['Items']).map(({ PKID }) => {
    if (typeof PKID !== 'number') throw new TypeError('A listing has no id');
    return PKID;
  });

/** A path for a database file in a directory of its own, which goes away with it. */
export const temporaryDataFile = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'listings-'));
  return {
    path: join(directory, 'data.db'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
};

/** Starts the service for a test; dispose of it when the test is over. */
export const startService = async (options: Partial<EmbeddedServiceOptions> = {}) => {
  const logLines = new PassThrough();
  const time = new TestClock(CLOCK_START);
  const clock = {
    read: () => new Date(time.now()),
    advanceSeconds: (seconds: number) => time.advance(seconds * 1000),
  };
  const isUsual = options.data === undefined && options.clock === undefined && options.demoData !== false;
  const copy = isUsual ? copyDemoDatabase() : null;
  const service = await startEmbeddedService({
    host: '127.0.0.1',
    port: 0,
    data: copy?.location ?? 'memory',
    log: createLog('warn', logLines),
    clock: clock.read,
    ...options,
  });

  const headersOf = ({ token, headers }: CallOptions): Readonly<Record<string, string>> => ({
    ...(token === undefined ? {} : { Authorisation: `Bearer ${token}` }),
    ...headers,
  });

  const fetchPath = async (path: string, options: CallOptions = {}): Promise<Response> =>
    fetch(new URL(path, service.origin), { redirect: 'manual', ...options, headers: headersOf(options) });

  const readWhole = async (path: string, { method, body, ...options }: CallOptions): Promise<WholeResponse> => {
    if (!(body instanceof FormData))
      return sendRequest(new URL(path, service.origin), { method, body, headers: headersOf(options) });
    const response = await fetchPath(path, { ...options, body, ...(method === undefined ? {} : { method }) });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };

  /** Calls an API path, e.g. `/v1/sections`. */
  const call = async (path: string, options: CallOptions = {}): Promise<JsonResponse> => {
    const { status, headers, body: bytes } = await readWhole(`/api${path}`, options);
    const text = bytes.toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status, headers, body };
  };

  /** Sends JSON to an API path. */
  const post = (path: string, token: string, json?: unknown): Promise<JsonResponse> =>
    call(path, {
      method: 'POST',
      token,
      ...(json === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
    });

  const requestToken = (parameters: Readonly<Record<string, string>>): Promise<JsonResponse> =>
    call('/v1/token', { method: 'POST', headers: parameters });

  const accessTokenOf = ({ body }: JsonResponse): string => {
    const token = fieldsOf(body)['Access_token'];
    if (typeof token !== 'string') throw new Error(`No token: ${JSON.stringify(body)}`);
    return token;
  };

  const client = { client_id: liveApplication.clientId, client_secret: liveApplication.clientSecret };

  return {
    ...service,
    clock,
    fetch: fetchPath,
    call,
    post,
    requestToken,
    client,
    /** What the service logged at warn and above. */
    logged: (): string => String(logLines.read() ?? ''),
    /** Access token of a demo account, for an application that is live unless given. */
    signIn: async (username: string, application = liveApplication): Promise<string> =>
      accessTokenOf(
        await requestToken({
          client_id: application.clientId,
          client_secret: application.clientSecret,
          grant_type: 'password',
          username,
          password: DEMO_PASSWORD,
        }),
      ),
    /** Access token of the application itself. */
    applicationToken: async (): Promise<string> =>
      accessTokenOf(await requestToken({ ...client, grant_type: 'client_credentials' })),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      copy?.[Symbol.dispose]();
    },
  };
};

/** The service as tests use it. */
export type RunningService = Awaited<ReturnType<typeof startService>>;

/** Starts a service for all tests of a file or of a `describe`, and ends it behind these. */
export const startServiceForAll = async (...options: Parameters<typeof startService>): Promise<RunningService> => {
  const started = await startService(...options);
  afterAll(() => started[Symbol.asyncDispose]());
  return started;
};
