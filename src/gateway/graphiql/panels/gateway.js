/** Sends operations to the gateway as whoever is signed in, and notes what each asked of the service. */

/** @import { Problem, Upstream } from './data/answer.js' */
/** @import { Changing } from './changing.js' */
/** @import { Fetcher, OperationRequest } from './graphiql-globals.js' */
/** @import { Session } from './data/session.js' */
import { isObject, readErrors, readUpstream, withoutUpstream } from './data/answer.js';
import { fileVariableOf } from './data/request.js';

/**
 * An operation that was run.
 *
 * @typedef {object} Run
 * @property {number} number counts from 1
 * @property {string} name
 * @property {string} kind `query` or `mutation`
 * @property {string} caller as whom it was run, e.g. `as seller`
 * @property {OperationRequest} request
 * @property {boolean} needsToken whether it needs a token when it is sent from elsewhere
 * @property {Readonly<Record<string, string>>} headers those of the tab, without a token
 * @property {number} totalMs from the page to the gateway and back
 * @property {Received | null} response null when there was none
 * @property {readonly Problem[]} problems
 * @property {boolean} isReplayed whether the response is that of an earlier request with the same idempotency key
 * @property {Upstream | null} upstream
 */

/**
 * A response as it came.
 *
 * @typedef {object} Received
 * @property {number} status
 * @property {number} bytes of its body, after decompression
 * @property {readonly (readonly [name: string, value: string])[]} headers
 */

/** How many operations are remembered. */
const KEPT_RUNS = 12;

const ENDPOINT = '/graphql';
const INTROSPECTION = 'IntrospectionQuery';

/**
 * Kinds and names of the operations of a document.
 *
 * @param {string} query
 */
const operationsOf = (query) =>
  [...query.replaceAll(/#.*/g, '').matchAll(/\b(query|mutation)\s+(\w+)/g)].map(([, kind = '', name = '']) => ({
    kind,
    name,
  }));

/**
 * Finds the operation that is asked for, and its kind and name.
 *
 * @param {OperationRequest} asked
 */
const resolve = (asked) => {
  const operations = operationsOf(asked.query);
  const named = operations.find(({ name }) => name === asked.operationName);
  const { kind, name } = named ?? operations[0] ?? { kind: 'query', name: 'Unnamed operation' };
  const { operationName: _stale, ...rest } = asked;
  // For a moment after a tab was opened, GraphiQL names the operation of the tab before.
  return { kind, name, request: named === undefined ? rest : asked };
};

/**
 * @param {Headers} headers
 * @param {Session | null} session
 */
const callerOf = (headers, session) => {
  const given = headers.get('authorization');
  const ofSession = session?.token == null ? null : `Bearer ${session.token.text}`;
  if (given !== ofSession) return 'with a token of its own';
  return session === null ? 'as nobody' : `as ${session.name}`;
};

/**
 * @param {Response} response
 * @returns {Promise<{ readonly body: unknown, readonly received: Received }>}
 */
const readBody = async (response) => {
  const bytes = await response.arrayBuffer();
  try {
    const received = { status: response.status, bytes: bytes.byteLength, headers: [...response.headers] };
    return { body: JSON.parse(new TextDecoder().decode(bytes)), received };
  } catch {
    throw new Error(`The gateway answered ${response.status} with something that is no JSON.`);
  }
};

/**
 * Writes a request with a file as the form of the GraphQL multipart request specification.
 *
 * @param {OperationRequest} request
 * @param {string} variable name of the variable that takes the file
 * @param {File} file
 */
const formOf = (request, variable, file) => {
  const variables = { ...(isObject(request.variables) ? request.variables : {}), [variable]: null };
  const form = new FormData();
  form.set('operations', JSON.stringify({ ...request, variables }));
  form.set('map', JSON.stringify({ file: [`variables.${variable}`] }));
  form.set('file', file);
  return form;
};

/**
 * Creates the sender.
 *
 * @param {Changing<Session | null>} session as whom every operation of GraphiQL is run that brings no token of its own
 * @param {Changing<readonly Run[]>} runs newest first
 * @param {Changing<File | null>} file for the variable of the type `Upload`
 * @param {() => Promise<void>} followSession learns who is signed in after a session was refused
 */
export const createGateway = (session, runs, file, followSession) => {
  let count = 0;

  /** @param {Omit<Run, 'number'>} run */
  const note = (run) => {
    count += 1;
    runs.set([{ number: count, ...run }, ...runs.get()].slice(0, KEPT_RUNS));
  };

  /**
   * Runs an operation and gives the answer.
   *
   * @param {OperationRequest} asked
   * @param {Session | null} current as whom it is run, unless the headers bring a token; null for nobody
   * @param {Readonly<Record<string, string>>} ownHeaders headers that the tab brings
   * @param {AbortSignal | null} signal
   */
  const run = async (asked, current, ownHeaders = {}, signal = null) => {
    const { request, kind, name } = resolve(asked);
    const headers = new Headers(ownHeaders);
    const isNoted = name !== INTROSPECTION;
    const wantsTrace = headers.has('x-upstream-trace');
    const variable = fileVariableOf(request.query);
    const chosen = file.get();
    const form = variable === null || chosen === null ? null : formOf(request, variable, chosen);
    if (form === null) headers.set('content-type', 'application/json');
    else headers.set('graphql-require-preflight', '1');
    if (isNoted && !wantsTrace) headers.set('x-upstream-trace', 'true');
    if (current?.token != null && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${current.token.text}`);
    // A cookie goes with the operation for a session alone, and never beside a token.
    const hasCookie = current !== null && isNoted && !headers.has('authorization');
    const needsToken = hasCookie || headers.has('authorization');
    const { authorization: _token, ...shownHeaders } = Object.fromEntries(new Headers(ownHeaders));
    const about = { kind, name, request, headers: shownHeaders, caller: callerOf(headers, current), needsToken };
    const startedAt = performance.now();
    const tookMs = () => performance.now() - startedAt;
    try {
      const response = await fetch(ENDPOINT, {
        method: 'POST',
        headers,
        body: form ?? JSON.stringify(request),
        credentials: hasCookie ? 'same-origin' : 'omit',
        signal,
      });
      const { body, received } = await readBody(response);
      if (hasCookie && readErrors(body).some(({ code }) => code === 'UNAUTHENTICATED')) await followSession();
      const isReplayed = response.headers.get('idempotency-replayed') === 'true';
      if (isNoted)
        note({
          ...about,
          totalMs: tookMs(),
          response: received,
          problems: readErrors(body),
          isReplayed,
          upstream: readUpstream(body),
        });
      return wantsTrace ? body : withoutUpstream(body);
    } catch (error) {
      const message = error instanceof TypeError ? 'The gateway cannot be reached.' : String(error);
      if (isNoted && signal?.aborted !== true) {
        const problems = [{ code: '', path: '', message }];
        note({ ...about, totalMs: tookMs(), response: null, problems, isReplayed: false, upstream: null });
      }
      throw new Error(message, { cause: error });
    }
  };

  /**
   * Asks what an operation may cost, and runs nothing of it.
   *
   * @param {OperationRequest} asked
   * @returns {Promise<string | null>} null when it cannot be told yet
   */
  const priceOf = async (asked) => {
    const headers = { 'content-type': 'application/json', 'x-upstream-trace': 'plan' };
    try {
      const body = JSON.stringify(resolve(asked).request);
      const response = await fetch(ENDPOINT, { method: 'POST', headers, body, credentials: 'omit' });
      const answer = (await readBody(response)).body;
      const refused = readErrors(answer).find(({ code }) => code === 'OPERATION_TOO_COMPLEX');
      if (refused !== undefined) return `Too expensive: ${refused.message}`;
      const planned = readUpstream(answer)?.planned;
      return planned == null ? null : `Costs at most ${planned} ${planned === 1 ? 'call' : 'calls'} to the service.`;
    } catch {
      return null;
    }
  };

  /**
   * Creates the sender that GraphiQL takes.
   *
   * @param {Promise<void>} started when it is known who is signed in
   * @returns {Fetcher}
   */
  const createFetcher = (started) => (request, options) => ({
    subscribe: ({ next, error, complete }) => {
      const stopped = new AbortController();
      const send = async () => {
        try {
          await started;
          next(await run(request, session.get(), options?.headers ?? {}, stopped.signal));
          complete();
        } catch (reason) {
          if (!stopped.signal.aborted) error(reason);
        }
      };
      void send();
      return { unsubscribe: () => stopped.abort() };
    },
  });

  return { run, priceOf, createFetcher };
};
