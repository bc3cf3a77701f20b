/** The session as components see it. */
import { createContext, use, useSyncExternalStore } from 'react';
import { type SessionState, SessionStore } from './session-store.ts';

/** The store of the session; one for the page. */
export const SessionContext = createContext(new SessionStore());

/** Who is signed in now. */
export const useSession = (): SessionState => {
  const { current, subscribe } = use(SessionContext);
  return useSyncExternalStore(subscribe, current);
};
