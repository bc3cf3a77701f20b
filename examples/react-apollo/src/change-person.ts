/** Signing in and out: another person sees the page, or nobody in particular. */
import type { ApolloClient } from '@apollo/client';
import { flushSync } from 'react-dom';
import type { Session, SessionStore } from './session-store.ts';

/** Goes on with another session, or with none: forgets what was seen before, and asks anew for what is still shown. */
export const changePerson = async (
  client: ApolloClient,
  store: SessionStore,
  session: Session | null,
): Promise<void> => {
  await client.clearStore();
  // What only the other person sees is gone from the page before anything is asked for.
  flushSync(() => store.set(session));
  // What cannot be had says so where it is shown.
  await client.refetchObservableQueries().catch(() => undefined);
};
