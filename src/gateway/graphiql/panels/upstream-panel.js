/** The panel that shows the calls behind each operation. */

import { curlOf, linkTo } from './data/request.js';
import { writeDuration } from './data/waterfall.js';
/** @import { Upstream } from './data/answer.js' */
/** @import { Changing } from './changing.js' */
/** @import { Run } from './gateway.js' */
/** @import { Session } from './data/session.js' */
import { openInTab, runAgain } from './editors.js';
import { button, copyButton, element } from './element.js';
import { addToHistory, readHistory } from './history.js';
import { counted, drawRun, untold } from './run-view.js';

/** @param {Run} run */
const summaryOf = ({ name, upstream, problems, totalMs }) =>
  [
    `${name}: ${upstream === null ? 'no trace' : `${counted(upstream.calls, 'call')}, ${upstream.planned ?? 'none'} planned`}`,
    writeDuration(totalMs),
    ...(problems.length > 0 ? [`${problems.length} failed`] : []),
  ].join(', ');

/** @param {number} problems how many there are */
const drawOutcome = (problems) =>
  problems === 0
    ? element('span', { class: 'dot' })
    : element('span', { class: 'dot failed' }, element('span', { class: 'unseen' }, `${problems} failed: `));

/** @param {Upstream | null} upstream */
const drawCounts = (upstream) =>
  upstream === null
    ? ['–']
    : [
        String(upstream.calls),
        element('span', { class: 'unseen' }, ' calls'),
        `/${upstream.planned ?? '–'}`,
        element('span', { class: 'unseen' }, ' planned'),
      ];

/** @param {Run} run */
const actionsOf = ({ request, needsToken, headers }) => [
  button('quiet', 'Open in a tab', () => openInTab(request)),
  copyButton('Copy link', () => linkTo(request)),
  copyButton('Copy as curl', () => curlOf(request, { needsToken, headers })),
];

/** The operations of visits before this one. */
const drawEarlier = () => {
  const earlier = readHistory();
  if (earlier.length === 0) return [];
  const items = earlier.map((operation) =>
    element(
      'li',
      {},
      button('earlier-operation', operation.name, () => openInTab(operation)),
    ),
  );
  return [
    element(
      'details',
      { class: 'earlier' },
      element('summary', {}, `Earlier visits (${earlier.length})`),
      element('ul', {}, ...items),
    ),
  ];
};

/**
 * Makes the panel's content, and the mark of its button.
 *
 * @param {object} options
 * @param {Changing<readonly Run[]>} options.runs newest first
 * @param {Changing<Session | null>} options.session
 * @param {boolean} options.isTraced whether responses report the calls behind them
 * @param {() => void} options.openSignIn
 * @param {Node} options.nextOperation what concerns the operation in the editor
 */
export const createUpstreamPanel = ({ runs, session, isTraced, openSignIn, nextOperation }) => {
  const detail = element('div', { class: 'runs' });
  const past = element('ul', { class: 'past' });
  const status = element('p', { class: 'unseen', role: 'status' });
  const count = element('span', { class: 'count', 'aria-hidden': 'true', hidden: true });
  const heading = element('h3', { class: 'past-title', hidden: true }, 'Last operations');

  /** @param {Run} run */
  const remediesOf = (run) => {
    if (run !== runs.get()[0] || !run.problems.some(({ code }) => code === 'UNAUTHENTICATED')) return [];
    const current = session.get();
    if (current === null) return [button('secondary', 'Sign in', openSignIn)];
    const { token } = current;
    const refresh = button('secondary', 'Refresh and run again', () => {
      void token?.refresh().then((problems) => (problems.length === 0 ? runAgain() : openSignIn()));
    });
    return [...(token === null ? [] : [refresh]), button('secondary', 'Sign in as another user', openSignIn)];
  };

  /** @param {Run} shown */
  const show = (shown) => {
    detail.replaceChildren(drawRun(shown, actionsOf(shown), remediesOf(shown)));
    past.replaceChildren(
      ...runs.get().map((run) => {
        const { number, name, upstream, problems, totalMs } = run;
        const item = element(
          'button',
          { type: 'button', 'aria-pressed': String(run === shown) },
          drawOutcome(problems.length),
          element('span', { class: 'name' }, name),
          element('span', { class: 'calls-of' }, ...drawCounts(upstream)),
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

  const earlier = drawEarlier();
  runs.watch(([newest]) => {
    if (newest === undefined) {
      const text = isTraced
        ? 'Run an operation: each call that it makes to the service appears here, with its time and whether it was cached.'
        : untold;
      detail.replaceChildren(element('p', { class: 'hint' }, text));
      return;
    }
    addToHistory(newest.name, newest.request);
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
      nextOperation,
      detail,
      element('div', { class: 'history' }, heading, past, ...earlier),
    ),
  };
};
