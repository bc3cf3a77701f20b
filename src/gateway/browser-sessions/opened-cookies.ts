/** Opening of session cookies: a browser sends the same one with every request, and to open it costs more than to serve many of them. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../concurrency/maybe-promise.ts';
import { type BrowserSession, readSession } from './browser-session.ts';
import type { Seal } from './seal.ts';

/** Characters of sealed cookies whose sessions are remembered, all together: those of about 10,000 users. */
const MAX_CHARACTERS = 8_000_000;

/** Opens a sealed session, at once when it is remembered; null for anything else. Whether the session has ended is for the caller to check. */
export type OpenSession = (sealed: string) => MaybePromise<BrowserSession | null>;

/** Creates the opening of sealed sessions. It remembers only what it could open: what is made up takes no memory. */
export const createOpenSession = (seal: Seal): OpenSession => {
  const opened = new LRUCache<string, BrowserSession>({ maxSize: MAX_CHARACTERS });
  const open = async (sealed: string, key: string): Promise<BrowserSession | null> => {
    const text = await seal.open(sealed);
    const session = text === null ? null : readSession(text);
    if (session !== null) opened.set(key, session, { size: sealed.length });
    return session;
  };
  return (sealed) => {
    const key = hash('sha256', sealed, 'base64url');
    return opened.get(key) ?? open(sealed, key);
  };
};
