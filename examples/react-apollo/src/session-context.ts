/** The session as components see it. */
import { createContext, use, useSyncExternalStore } from 'react';
import { type Session, SessionStore } from './session-store.ts';

/** The store of the session; one for the page. */
export const SessionContext = createContext(new SessionStore());

/** The session now; null when nobody is signed in. */
export const useSession = (): Session | null => {
  const { current, subscribe } = use(SessionContext);
  return useSyncExternalStore(subscribe, current);
};
