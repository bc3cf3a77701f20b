/** The panel that shows what each operation asked of the service. */

/** @import { Changing } from './changing.js' */
/** @import { Run } from './gateway.js' */
/** @import { Bar } from './waterfall.js' */
import { element } from './element.js';
import { placeBars, spanOf, writeDuration } from './waterfall.js';

/** Longest list of problems that is written out. */
const SHOWN_PROBLEMS = 4;

/**
 * @param {number} start
 * @param {number} width shares of the track, from 0 to 1
 * @param {string} look
 */
const drawBar = (start, width, look) => {
  const bar = element('span', { class: `bar ${look}`, hidden: look === 'real' && width === 0 });
  bar.style.setProperty('--start', String(start));
  bar.style.setProperty('--width', String(width));
  return element('span', { class: 'track', 'aria-hidden': 'true' }, bar);
};

/**
 * Writes method and path of an endpoint; a long path is broken at its slashes.
 *
 * @param {string} operation
 */
const writeOperation = (operation) =>
  operation
    .replace(' ', '\u00a0')
    .split(/(?=\/)/)
    .flatMap((part, at) => (at < 2 ? [part] : [element('wbr', {}), part]));

/** @param {Bar} bar */
const drawCall = ({ call, look, outcome, start, width }) =>
  element(
    'li',
    { class: `call ${look}` },
    element('code', { class: 'operation' }, ...writeOperation(call.operation)),
    element(
      'span',
      { class: 'facts' },
      ...(outcome === '' ? [] : [element('span', { class: 'outcome' }, outcome)]),
      element('span', { class: `cache ${call.cache.toLowerCase()}` }, call.cache),
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
  element('dd', {}, drawBar(0, (calls ?? 0) / scale, look), element('span', {}, calls === null ? '–' : String(calls))),
];

/** @param {Run} run */
const drawProblems = ({ problems }) => {
  if (problems.length === 0) return [];
  const items = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ code, path, message }) =>
      element(
        'li',
        {},
        element('strong', {}, [code, path].filter((each) => each !== '').join(' at ') || 'Failed'),
        element('span', {}, message),
      ),
    );
  const more = problems.length - items.length;
  return [element('ul', { class: 'problems' }, ...items, ...(more > 0 ? [element('li', {}, `and ${more} more`)] : []))];
};

const untold = 'This gateway does not tell what operations ask of the service: UPSTREAM_TRACE is off.';

/** @param {Run} run */
const drawCalls = ({ upstream, problems }) => {
  if (upstream === null) return problems.length === 0 ? [element('p', { class: 'hint' }, untold)] : [];
  const { planned, calls, trace } = upstream;
  const scale = Math.max(1, planned ?? 0, calls);
  return [
    element(
      'dl',
      { class: 'counts' },
      ...drawCount('Planned', planned, scale, 'planned'),
      ...drawCount('Real', calls, scale, 'real'),
    ),
    ...(trace.length === 0
      ? [element('p', { class: 'hint' }, 'The service was not asked.')]
      : [
          element('ol', { class: 'calls' }, ...placeBars(trace).map(drawCall)),
          element(
            'p',
            { class: 'scale', 'aria-hidden': 'true' },
            element('span', {}, '0'),
            element('span', {}, writeDuration(spanOf(trace))),
          ),
        ]),
  ];
};

/** @param {Run} run */
const drawRun = (run) =>
  element(
    'article',
    { class: 'run' },
    element(
      'h3',
      {},
      element('span', { class: 'name' }, run.name),
      element('span', { class: 'total' }, writeDuration(run.totalMs)),
    ),
    element('p', { class: 'hint' }, `${run.kind} ${run.caller}`),
    ...drawProblems(run),
    ...drawCalls(run),
  );

/** @param {Run} run */
const summaryOf = ({ name, upstream, problems, totalMs }) =>
  [
    `${name}: ${upstream === null ? 'no trace' : `${upstream.calls} calls, ${upstream.planned ?? 'none'} planned`}`,
    writeDuration(totalMs),
    ...(problems.length > 0 ? [`${problems.length} failed`] : []),
  ].join(', ');

/**
 * Makes the panel's content, and the mark of its button.
 *
 * @param {Changing<readonly Run[]>} runs newest first
 * @param {boolean} isTraced whether answers tell what they asked of the service
 */
export const createUpstreamPanel = (runs, isTraced) => {
  const detail = element('div', { class: 'runs' });
  const past = element('ul', { class: 'past' });
  const status = element('p', { class: 'unseen', role: 'status' });
  const count = element('span', { class: 'count', 'aria-hidden': 'true', hidden: true });
  const heading = element('h3', { class: 'past-title', hidden: true }, 'Last operations');

  /** @param {Run} shown */
  const show = (shown) => {
    detail.replaceChildren(drawRun(shown));
    past.replaceChildren(
      ...runs.get().map((run) => {
        const { number, name, upstream, problems, totalMs } = run;
        const item = element(
          'button',
          { type: 'button', 'aria-pressed': String(run === shown), 'aria-label': `Show ${summaryOf(run)}` },
          element('span', { class: problems.length > 0 ? 'dot failed' : 'dot' }),
          element('span', { class: 'name' }, name),
          element(
            'span',
            { class: 'calls-of' },
            upstream === null ? '–' : `${upstream.calls}/${upstream.planned ?? '–'}`,
          ),
          element('span', { class: 'time' }, writeDuration(totalMs)),
        );
        item.dataset['run'] = String(number);
        item.addEventListener('click', () => {
          show(run);
          past.querySelector(`[data-run="${number}"]`)?.closest('button')?.focus();
        });
        return element('li', {}, item);
      }),
    );
  };

  runs.watch(([newest]) => {
    if (newest === undefined) {
      const text = isTraced
        ? 'Run an operation: each call that it causes at the service appears here, with its time and whether it was at hand.'
        : untold;
      detail.replaceChildren(element('p', { class: 'hint' }, text));
      return;
    }
    show(newest);
    status.textContent = summaryOf(newest);
    heading.hidden = false;
    count.hidden = newest.upstream === null;
    count.textContent = String(newest.upstream?.calls ?? '');
    count.classList.toggle('failed', newest.problems.length > 0);
  });
  return {
    mark: element(
      'span',
      { class: 'mark' },
      element('span', { class: 'icon upstream' }),
      element('span', { class: 'unseen' }, 'Upstream'),
      count,
    ),
    content: element(
      'div',
      { class: 'dock-content upstream' },
      status,
      detail,
      element('div', { class: 'history' }, heading, past),
    ),
  };
};
