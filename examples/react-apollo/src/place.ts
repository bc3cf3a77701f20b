/** The place on each page: Back leads to where one was, and a link to the top. */
import { useLayoutEffect } from 'react';

/** How far each page of the history was scrolled, by the number that its entry has. */
const places = new Map<number, number>();
let last = 0;

/** The number of the entry that is shown; a page that was just opened gets one. */
const entryNumber = (): number => {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'number') {
    last = Math.max(last, state.entry);
    return state.entry;
  }
  last += 1;
  history.replaceState({ entry: last }, '');
  return last;
};

/** Keeps the place on the page that the address stands for. What the cache knows is drawn at once, so the place is there. */
export const usePlace = (): void => {
  const { hash } = window.location;
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const entry = entryNumber();
    window.scrollTo(0, places.get(entry) ?? 0);
    const keep = () => places.set(entry, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [hash]);
};
