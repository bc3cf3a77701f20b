/** Signing in and out: another user sees the page, or nobody in particular. */
import type { ApolloClient } from '@apollo/client';
import { flushSync } from 'react-dom';
import { readSession, signOut } from './session-requests.ts';
import type { SessionState, SessionStore } from './session-store.ts';

/** Goes on as another user, or as nobody: forgets what was seen before, and asks anew for what is still shown. */
export const changeUser = async (
  client: ApolloClient,
  store: SessionStore,
  state: SessionState,
  signOff?: () => Promise<void>,
): Promise<void> => {
  // Not `clearStore`: queries that are shown would no longer follow the cache, and show no change that the next user makes.
  const stop = client.onResetStore(async () => {
    await signOff?.();
    // What only the other user sees is gone from the page before anything is asked for.
    flushSync(() => store.set(state));
  });
  // What cannot be had says so where it is shown.
  await client.resetStore().catch(() => undefined);
  stop();
};

/** Signs the user out, after requests that are under way have ended: a response to one may renew the cookie. */
export const leave = (client: ApolloClient, store: SessionStore): Promise<void> =>
  changeUser(client, store, { session: null, hasEnded: false }, signOut);

/**
 * Goes on as the user whom the cookie now stands for: another tab of the browser may have signed somebody in or out, and a session ends.
 *
 * @param isRefused whether a request of the user was refused, so that a user who is signed out has to be told
 */
export const followSession = async (client: ApolloClient, store: SessionStore, isRefused: boolean): Promise<void> => {
  try {
    const session = await readSession();
    if (session?.username === store.current().session?.username) return;
    await changeUser(client, store, { session, hasEnded: isRefused && session === null });
  } catch {
    // The gateway cannot be reached: what the page asks for says so.
  }
};
