/** The session with which a page starts: the gateway's, or that of the demo user who was chosen before a reload. */

/** @import { PageDemo } from '../page-options.ts' */
/** @import { Changing } from './changing.js' */
/** @import { Session, SignIn } from './session.js' */

/** Under this name the tab of the browser remembers the name of the demo user; empty for nobody. */
const CHOSEN = 'listings-gateway:demo-user';

/**
 * Starts it, and remembers which demo user is signed in: by name alone, for this tab of the browser.
 *
 * @param {PageDemo} demo
 * @param {Changing<Session | null>} session
 * @param {SignIn} signIn
 */
export const startDemoSession = ({ users, password, session: started }, session, signIn) => {
  const chosen = readChosen();
  const isKnown = users.some(({ username }) => username === chosen);
  if (isKnown && chosen !== null && chosen !== started?.username) {
    void signIn.person(chosen, password, null);
  } else if (started !== null && chosen !== '') {
    const { username, accessToken, expiresInS } = started;
    const lifetimeMs = expiresInS === null ? null : expiresInS * 1000;
    session.set({
      name: username,
      kind: 'person',
      accessToken,
      lifetimeMs,
      endsAt: lifetimeMs === null ? null : Date.now() + lifetimeMs,
      isRefreshable: false,
      refresh: () => signIn.person(username, password, null),
    });
  }
  let isFirst = true;
  session.watch((current) => {
    // Told at once of what is there already, which nobody has chosen.
    if (!isFirst) rememberChosen(current?.name ?? '');
    isFirst = false;
  });

  /** @param {string} name */
  function rememberChosen(name) {
    try {
      if (name === '' || users.some(({ username }) => username === name)) sessionStorage.setItem(CHOSEN, name);
      else sessionStorage.removeItem(CHOSEN);
    } catch {
      // A browser that stores nothing for this page starts with the same session every time.
    }
  }
};

const readChosen = () => {
  try {
    return sessionStorage.getItem(CHOSEN);
  } catch {
    return null;
  }
};
