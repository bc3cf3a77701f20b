/** Which page is shown: it stands behind the `#` of the address, so that any file server serves the whole example. */
import { useSyncExternalStore } from 'react';

/** A page. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'mine' }
  | { readonly page: 'account' }
  | { readonly page: 'listing' | 'edit' | 'photos'; readonly id: string };

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/** Address of the page of a listing, or of what its owner does there. */
export const listingHref = (id: string, action?: 'edit' | 'photos'): string =>
  `#/listings/${encodeURIComponent(id)}${action === undefined ? '' : `/${action}`}`;

/** Reads the number of a listing from what somebody types or pastes: the number, its id, or a link to it; null when there is none. */
export const readListingNumber = (text: string): string | null =>
  /^\s*(\d+)\s*$|(?:Listing:|\/listings\/)(\d+)\b/
    .exec(text.replaceAll(/%3a/gi, ':'))
    ?.slice(1)
    .find((number) => number !== undefined) ?? null;

/** Decodes a part of the address; one that somebody cut off in the middle of a character stays as it is. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Reads the page from the address. */
export const useRoute = (): Route => {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const [, page, id, action] = hash.split('/');
  if (page === 'listings' && id !== undefined) {
    return { page: action === 'edit' || action === 'photos' ? action : 'listing', id: decode(id) };
  }
  return { page: page === 'mine' || page === 'account' ? page : 'home' };
};
