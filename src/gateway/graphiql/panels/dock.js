/** The rail at the edge of the page with a button for each panel, and the panels that they open. */
import { button, element } from './element.js';

/**
 * A panel of the dock.
 *
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {HTMLElement} mark what its button shows
 * @property {HTMLElement} content
 */

/** Under this name the browser remembers which panels are open; nothing else is kept. */
const STORAGE_KEY = 'listings-gateway:open-panels';

/** From this width on there is room for the panels beside GraphiQL, and they are open at first. */
const ROOMY = '(min-width: 1200px)';

/** @returns {readonly string[] | null} */
const readOpen = () => {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === null ? null : stored.split(' ');
  } catch {
    return null;
  }
};

/** @param {readonly string[]} ids */
const rememberOpen = (ids) => {
  try {
    localStorage.setItem(STORAGE_KEY, ids.join(' '));
  } catch {
    // A browser that stores nothing for this page opens the same panels every time.
  }
};

/**
 * Makes the dock.
 *
 * @param {readonly Panel[]} panels
 */
export const createDock = (panels) => {
  const isRoomy = matchMedia(ROOMY).matches;
  const remembered = isRoomy ? readOpen() : [];
  const column = element('div', { class: 'dock-panels' });
  const rail = element('div', { class: 'dock-rail', role: 'group', 'aria-label': 'Panels' });
  /** @type {Set<string>} */
  const open = new Set();

  for (const { id, title, mark, content } of panels) {
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
      if (isRoomy) rememberOpen([...open]);
    };

    opener.addEventListener('click', () => show(!open.has(id)));
    panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') show(false);
    });
    rail.append(opener);
    column.append(panel);
    show(isRoomy && (remembered?.includes(id) ?? true));
  }
  return element('aside', { class: 'dock', 'aria-label': 'Session and upstream calls' }, rail, column);
};
