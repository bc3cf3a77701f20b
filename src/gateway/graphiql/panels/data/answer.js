/** Reading what the gateway answers: nothing in it is taken on trust. */

/** @typedef {Readonly<Record<string, unknown>>} JsonObject */

/**
 * A call of the trace, see `x-upstream-trace`. Times are in milliseconds from the start of the operation.
 *
 * @typedef {object} TracedCall
 * @property {string} operation method and template of the endpoint
 * @property {string | null} path path of the call, with its ids; null for what was cached
 * @property {number | null} status null when there was no answer, or nothing was sent
 * @property {number} startMs
 * @property {number} durationMs
 * @property {string} cache `HIT`, `MISS`, `STALE` or `NONE`
 * @property {number} attempts 0 for what was cached
 * @property {string | null} failure why it failed, whatever its status; null for a success
 * @property {readonly string[]} fields places in the response that it was for
 */

/**
 * What an operation asked of the service.
 *
 * @typedef {object} Upstream
 * @property {number | null} planned worst case; null when the operation was refused before it was planned
 * @property {number} calls
 * @property {readonly TracedCall[]} trace
 */

/**
 * Whether something is a JSON object.
 *
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a member of a JSON object; undefined when it is none.
 *
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
export const member = (value, name) => (isObject(value) ? value[name] : undefined);

/**
 * @param {unknown} value
 * @returns {string}
 */
const text = (value) => (typeof value === 'string' ? value : '');

/**
 * @param {unknown} value
 * @returns {number | null}
 */
const number = (value) => (typeof value === 'number' ? value : null);

/**
 * @param {unknown} value
 * @returns {readonly unknown[]}
 */
const list = (value) => (Array.isArray(value) ? value : []);

/**
 * @param {unknown} value
 * @returns {TracedCall}
 */
const readCall = (value) => ({
  operation: text(member(value, 'operation')),
  path: text(member(value, 'path')) || null,
  status: number(member(value, 'status')),
  startMs: number(member(value, 'startMs')) ?? 0,
  durationMs: number(member(value, 'durationMs')) ?? 0,
  cache: text(member(value, 'cache')) || 'NONE',
  attempts: number(member(value, 'attempts')) ?? 0,
  failure: text(member(value, 'failure')) || null,
  fields: list(member(value, 'fields')).map(text),
});

/**
 * Reads `extensions.upstream`; null when the answer has none.
 *
 * @param {unknown} body
 * @returns {Upstream | null}
 */
export const readUpstream = (body) => {
  const upstream = member(member(body, 'extensions'), 'upstream');
  if (!isObject(upstream)) return null;
  return {
    planned: number(upstream['planned']),
    calls: number(upstream['calls']) ?? 0,
    trace: list(upstream['trace']).map(readCall),
  };
};

/**
 * Gives an answer without `extensions.upstream`, as a client that did not ask for it gets it.
 *
 * @param {unknown} body
 * @returns {unknown}
 */
export const withoutUpstream = (body) => {
  if (!isObject(body) || !isObject(body['extensions'])) return body;
  const { upstream: _upstream, ...extensions } = body['extensions'];
  const { extensions: _extensions, ...rest } = body;
  return Object.keys(extensions).length === 0 ? rest : { ...rest, extensions };
};

/**
 * What went wrong, for a person: code and path where there are any, and the message.
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {string} path e.g. `listing.definition`
 * @property {string} message
 */

/**
 * Reads the errors of an answer.
 *
 * @param {unknown} body
 * @returns {readonly Problem[]}
 */
export const readErrors = (body) =>
  list(member(body, 'errors')).map((error) => ({
    code: text(member(member(error, 'extensions'), 'code')),
    path: list(member(error, 'path')).join('.'),
    message: text(member(error, 'message')),
  }));

/**
 * Reads what a route answers where it does not do what it is asked.
 *
 * @param {unknown} body
 * @returns {Problem}
 */
export const readProblem = (body) => ({
  code: text(member(body, 'code')),
  path: '',
  message: text(member(body, 'message')) || 'The gateway gives no reason.',
});

/**
 * Reads the errors in the payload of a mutation.
 *
 * @param {unknown} payload
 * @returns {readonly Problem[]}
 */
export const readUserErrors = (payload) =>
  list(member(payload, 'userErrors')).map((error) => ({
    code: text(member(error, 'code')),
    path: list(member(error, 'field')).join('.'),
    message: text(member(error, 'message')),
  }));
