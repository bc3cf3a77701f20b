/** The rail at the edge of the page with a button for each panel, and the panels that they open. */

/** @import { Place } from './dock-layout.js' */
import { createResizer, preferredPlace, remember, remembered } from './dock-layout.js';
import { button, element } from './element.js';

/**
 * A panel of the dock.
 *
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {HTMLElement} mark what its button shows
 * @property {HTMLElement} content
 * @property {boolean} isOpenAtFirst where there is room for panels beside GraphiQL
 */

/** Under this name the browser remembers which panels are open. */
const OPEN = 'open-panels';

/** On a narrower screen panels lie over the editor, and none is open at first. */
const ROOMY = '(min-width: 801px)';

/**
 * Makes the dock.
 *
 * @param {readonly Panel[]} panels
 */
export const createDock = (panels) => {
  const isRoomy = matchMedia(ROOMY).matches;
  const openedBefore = isRoomy ? remembered(OPEN)?.split(' ') : [];
  const list = element('div', { class: 'dock-panels' });
  const resizer = createResizer();
  const column = element('div', { class: 'dock-column' }, resizer.handle, list);
  const rail = element('div', { class: 'dock-rail', role: 'group', 'aria-label': 'Panels' });
  /** @type {Map<string, { readonly show: (isOpen: boolean) => void, readonly panel: HTMLElement }>} */
  const byId = new Map();
  /** @type {Set<string>} */
  const open = new Set();

  for (const { id, title, mark, content, isOpenAtFirst } of panels) {
    const heading = element('h2', { id: `${id}-title` }, title);
    const opener = element('button', { type: 'button', class: 'dock-button', title, 'aria-controls': id }, mark);
    const close = button('dock-close', '', () => show(false));
    close.setAttribute('aria-label', `Close ${title}`);
    const panel = element(
      'section',
      { class: 'dock-panel', id, 'aria-labelledby': heading.id },
      element('header', {}, heading, close),
      content,
    );

    /** @param {boolean} isOpen */
    const show = (isOpen) => {
      const hadFocus = panel.contains(document.activeElement);
      panel.hidden = !isOpen;
      opener.setAttribute('aria-expanded', String(isOpen));
      if (isOpen) open.add(id);
      else open.delete(id);
      column.hidden = open.size === 0;
      if (!isOpen && hadFocus) opener.focus();
      if (isRoomy) remember(OPEN, [...open].join(' '));
    };

    opener.addEventListener('click', () => show(!open.has(id)));
    panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') show(false);
    });
    byId.set(id, { show, panel });
    rail.append(opener);
    list.append(panel);
    show(isRoomy && (openedBefore?.includes(id) ?? isOpenAtFirst));
  }

  const mover = element('button', { type: 'button', class: 'dock-button dock-mover' });
  /** @param {Place} place */
  const put = (place) => {
    const other = place === 'side' ? 'bottom' : 'side';
    const label = other === 'side' ? 'Move the panels to the side' : 'Move the panels to the bottom';
    document.body.dataset['dock'] = place;
    mover.title = label;
    mover.replaceChildren(
      element(
        'span',
        { class: 'mark' },
        element('span', { class: `icon ${other}` }),
        element('span', { class: 'unseen' }, label),
      ),
    );
    resizer.adapt(place);
  };
  put(preferredPlace());
  mover.addEventListener('click', () => {
    const place = document.body.dataset['dock'] === 'side' ? 'bottom' : 'side';
    remember('dock', place);
    put(place);
  });
  rail.append(mover);

  return {
    node: element(
      'aside',
      { class: 'dock', id: 'dock', tabindex: '-1', 'aria-label': 'Session and upstream calls' },
      rail,
      column,
    ),
    /**
     * Opens a panel and puts the focus on what is first in it.
     *
     * @param {string} id
     */
    open: (id) => {
      const found = byId.get(id);
      found?.show(true);
      found?.panel.querySelector(/** @type {'button'} */ ('.dock-content :is(button, input, summary)'))?.focus();
    },
  };
};
