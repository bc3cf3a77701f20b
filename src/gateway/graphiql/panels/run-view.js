/** How an operation that was run is drawn: its calls as a waterfall, what they were for, and what went wrong. */

import { placeBars, savedBy, spanOf, writeDuration } from './data/waterfall.js';
/** @import { Problem, Upstream } from './data/answer.js' */
/** @import { Run } from './gateway.js' */
/** @import { Bar } from './data/waterfall.js' */
import { element } from './element.js';

/** Most paths that are written out for one problem. */
const SHOWN_PATHS = 4;

/** What is said where the gateway sends no trace. */
export const untold = 'This gateway does not report the calls behind operations: UPSTREAM_TRACE is off.';

/**
 * Writes a count, e.g. `1 call` or `3 calls`.
 *
 * @param {number} count
 * @param {string} noun
 */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * @param {number} start
 * @param {number} width shares of the track, from 0 to 1
 * @param {string} look
 */
const drawBar = (start, width, look) => {
  const bar = element('span', { class: `bar ${look}` });
  bar.style.setProperty('--start', String(start));
  bar.style.setProperty('--width', String(width));
  return element('span', { class: 'track', 'aria-hidden': 'true' }, bar);
};

/**
 * Writes method and path of a call, of a list that was cached those of its endpoint; a long path is broken at its slashes.
 *
 * @param {Bar['call']} call
 */
const writeOperation = ({ operation, path }) =>
  (path === null ? operation : operation.replace(/ .*/, ` ${path}`))
    .replace(' ', '\u00a0')
    .split(/(?=\/)/)
    .flatMap((part, at) => (at < 2 ? [part] : [element('wbr', {}), part]));

/** @type {Readonly<Record<string, string>>} */
const cacheLabels = { NONE: 'not cached' };

/** @param {Bar} bar */
const drawCall = ({ call, look, outcome, start, width }) =>
  element(
    'li',
    { class: `call ${look}` },
    element(
      'span',
      { class: 'what' },
      element('code', { class: 'operation', title: call.operation }, ...writeOperation(call)),
      ...(call.fields.length === 0
        ? []
        : [
            element(
              'span',
              { class: 'fields', title: `For ${call.fields.join(', ')}` },
              element('span', { class: 'unseen' }, 'for '),
              call.fields.join(', '),
            ),
          ]),
    ),
    element(
      'span',
      { class: 'facts' },
      ...(outcome === '' ? [] : [element('span', { class: 'outcome' }, outcome)]),
      element('span', { class: `cache ${call.cache.toLowerCase()}` }, cacheLabels[call.cache] ?? call.cache),
      ...(call.attempts > 1 ? [element('span', { class: 'attempts' }, `${call.attempts} attempts`)] : []),
      element('span', { class: 'time' }, writeDuration(call.durationMs)),
    ),
    drawBar(start, width, look),
  );

/**
 * @param {string} label
 * @param {number | null} calls
 * @param {number} scale calls that the whole width stands for
 * @param {string} look
 */
const drawCount = (label, calls, scale, look) => [
  element('dt', {}, label),
  element(
    'dd',
    {},
    calls === null || calls === 0 ? element('span', { class: 'track' }) : drawBar(0, calls / scale, look),
    element('span', {}, calls === null ? '–' : String(calls)),
  ),
];

/**
 * Puts problems together that say the same.
 *
 * @param {readonly Problem[]} problems
 */
const groupProblems = (problems) => {
  /** @type {Map<string, { readonly code: string, readonly message: string, readonly paths: string[], count: number }>} */
  const groups = new Map();
  for (const { code, path, message } of problems) {
    const key = `${code} ${message}`;
    const group = groups.get(key) ?? { code, message, paths: [], count: 0 };
    group.count += 1;
    if (path !== '') group.paths.push(path);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** @param {readonly Problem[]} problems */
const drawProblems = (problems) => {
  if (problems.length === 0) return [];
  const items = groupProblems(problems).map(({ code, message, paths, count }) => {
    const rest = paths.length - SHOWN_PATHS;
    const places = [...paths.slice(0, SHOWN_PATHS), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
    return element(
      'li',
      {},
      element(
        'strong',
        {},
        `${code || 'Failed'}${count > 1 ? ` × ${count}` : ''}${places === '' ? '' : ` at ${places}`}`,
      ),
      element('span', {}, message),
    );
  });
  return [element('ul', { class: 'problems' }, ...items)];
};

/** @param {Run} run */
const drawReplay = ({ isReplayed, upstream }) => {
  if (!isReplayed) return [];
  // Another token of the same user takes a look at the service.
  const calls = upstream?.calls === 0 ? '; no call' : '';
  return [element('p', { class: 'replayed' }, `Replayed: the response of an earlier request with this key${calls}.`)];
};

/** What each look and each word of a call means. */
const meanings = /** @type {const} */ ([
  ['call', 'not cached', "The service was called: the data is one user's or one listing's, and is never kept."],
  ['call', 'MISS', 'The service was called, and the list is now cached for everyone.'],
  ['hit', 'HIT', 'From the cache: no call.'],
  ['stale', 'STALE', 'From the cache, though old: a new copy is fetched behind it.'],
  ['shared', 'shared', 'Another operation was making the same call, and this one waited for it.'],
  ['failed', 'failed', 'The call failed, whatever its status: the reason is beside it.'],
]);

const drawLegend = () =>
  element(
    'details',
    { class: 'legend' },
    element('summary', {}, 'Legend'),
    element(
      'dl',
      {},
      ...meanings.flatMap(([look, word, meaning]) => [
        element('dt', {}, element('span', { class: `swatch bar ${look}` }), word),
        element('dd', {}, meaning),
      ]),
    ),
  );

/** @param {Upstream} upstream */
const drawSaved = ({ trace }) => {
  const { cached, shared } = savedBy(trace);
  if (cached + shared === 0) return [];
  const parts = [
    ...(cached > 0 ? [`${cached} served from the cache`] : []),
    ...(shared > 0 ? [`${shared} shared with another operation`] : []),
  ];
  return [element('p', { class: 'saved' }, `Saved ${counted(cached + shared, 'call')}: ${parts.join(', ')}.`)];
};

/** @param {Run} run */
const drawCalls = ({ upstream, problems, isReplayed }) => {
  if (upstream === null) return problems.length === 0 ? [element('p', { class: 'hint' }, untold)] : [];
  const { planned, calls, trace } = upstream;
  const scale = Math.max(1, planned ?? 0, calls);
  return [
    element(
      'dl',
      { class: 'counts' },
      ...drawCount('Planned', planned, scale, 'planned'),
      ...drawCount('Actual', calls, scale, 'real'),
    ),
    ...(trace.length === 0
      ? isReplayed
        ? []
        : [element('p', { class: 'hint' }, 'The service was not called.')]
      : [
          element('ol', { class: 'calls' }, ...placeBars(trace).map(drawCall)),
          element(
            'p',
            { class: 'scale', 'aria-hidden': 'true' },
            element('span', {}, '0'),
            element('span', {}, writeDuration(spanOf(trace))),
          ),
          ...drawSaved(upstream),
          drawLegend(),
        ]),
  ];
};

/** @param {number} bytes */
const writeSize = (bytes) => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`);

/** @param {Run} run */
const drawHeaders = ({ response }) =>
  response === null
    ? []
    : [
        element(
          'details',
          { class: 'headers' },
          element('summary', {}, `${response.status} · ${writeSize(response.bytes)} · response headers`),
          element(
            'dl',
            {},
            ...response.headers.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
          ),
        ),
      ];

/**
 * Draws a run.
 *
 * @param {Run} run
 * @param {readonly Node[]} actions what can be done with it
 * @param {readonly Node[]} remedies what can be done about what went wrong
 */
export const drawRun = (run, actions, remedies) =>
  element(
    'article',
    { class: 'run' },
    element(
      'h3',
      {},
      element('span', { class: 'name' }, run.name),
      element('span', { class: 'total' }, writeDuration(run.totalMs)),
    ),
    element(
      'div',
      { class: 'about' },
      element('p', { class: 'hint' }, `${run.kind} ${run.caller}`),
      element('p', { class: 'run-actions' }, ...actions),
    ),
    ...drawHeaders(run),
    ...drawProblems(run.problems),
    ...(remedies.length === 0 ? [] : [element('p', { class: 'remedies' }, ...remedies)]),
    ...drawReplay(run),
    ...drawCalls(run),
  );
