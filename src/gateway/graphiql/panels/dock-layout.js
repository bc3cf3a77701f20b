/** Where the panels lie, beside GraphiQL or below it, and how large they are; what the browser remembers of both. */
import { element } from './element.js';

/** @typedef {'side' | 'bottom'} Place */

/** From this width on there is room for two editors and the panels side by side. */
const WIDE = '(min-width: 1600px)';

const STEP = 24;

/** Sizes in pixels: the least, what it is at first, and what is left to GraphiQL at least. */
const sizes = {
  side: { least: 280, first: 384, rest: 560 },
  bottom: { least: 140, first: 304, rest: 300 },
};

/** @param {string} name */
const keyOf = (name) => `listings-gateway:${name}`;

/**
 * Reads what the browser remembers; undefined for nothing.
 *
 * @param {string} name
 */
export const remembered = (name) => {
  try {
    return localStorage.getItem(keyOf(name)) ?? undefined;
  } catch {
    return undefined;
  }
};

/**
 * Has the browser remember something.
 *
 * @param {string} name
 * @param {string} value
 */
export const remember = (name, value) => {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // A browser that stores nothing for this page starts from the same layout every time.
  }
};

/** @returns {Place} */
export const preferredPlace = () => {
  const chosen = remembered('dock');
  if (chosen === 'side' || chosen === 'bottom') return chosen;
  return matchMedia(WIDE).matches ? 'side' : 'bottom';
};

/** Makes the handle that resizes the panels, by pointer and by arrow keys. */
export const createResizer = () => {
  const handle = element('div', {
    class: 'dock-handle',
    role: 'separator',
    tabindex: '0',
    'aria-label': 'Size of the panels',
  });
  /** @type {Place} */
  let place = 'side';
  let size = 0;

  /** @param {number} wanted */
  const resize = (wanted) => {
    const { least, rest } = sizes[place];
    const most = Math.max(least, (place === 'side' ? innerWidth : innerHeight) - rest);
    size = Math.round(Math.min(Math.max(wanted, least), most));
    document.body.style.setProperty('--dock-size', `${size}px`);
    for (const [name, value] of Object.entries({ valuenow: size, valuemin: least, valuemax: most }))
      handle.setAttribute(`aria-${name}`, String(value));
  };

  /** @param {number} wanted */
  const choose = (wanted) => {
    resize(wanted);
    remember(`dock-${place}`, String(size));
  };

  handle.addEventListener('keydown', (event) => {
    const larger = place === 'side' ? 'ArrowLeft' : 'ArrowUp';
    const smaller = place === 'side' ? 'ArrowRight' : 'ArrowDown';
    if (event.key !== larger && event.key !== smaller) return;
    event.preventDefault();
    choose(size + (event.key === larger ? STEP : -STEP));
  });
  handle.addEventListener('pointerdown', (down) => {
    const from = { x: down.clientX, y: down.clientY, size };
    handle.setPointerCapture(down.pointerId);
    /** @param {PointerEvent} move */
    const follow = ({ clientX, clientY }) =>
      choose(from.size + (place === 'side' ? from.x - clientX : from.y - clientY));
    handle.addEventListener('pointermove', follow);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', follow), {
      once: true,
    });
  });
  addEventListener('resize', () => resize(size));

  return {
    handle,
    /**
     * Takes the size that was chosen for a place.
     *
     * @param {Place} next
     */
    adapt: (next) => {
      place = next;
      handle.setAttribute('aria-orientation', place === 'side' ? 'vertical' : 'horizontal');
      resize(Number(remembered(`dock-${place}`) ?? sizes[place].first));
    },
  };
};
