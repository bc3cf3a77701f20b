/** The session of a page with demo accounts: the first of them is signed in, unless the user has signed out in this tab. */

/** @import { PageDemo } from '../page.ts' */
/** @import { Changing } from './changing.js' */
/** @import { Session, SignIn } from './data/session.js' */

const SIGNED_OUT = 'listings-gateway:signed-out';

/**
 * Starts it where nobody is signed in.
 *
 * @param {PageDemo} demo
 * @param {Changing<Session | null>} session
 * @param {SignIn} signIn
 */
export const startDemoSession = async ({ startsAs, password }, session, signIn) => {
  if (session.get() === null && startsAs !== null && !hasSignedOut()) await signIn.user(startsAs, password, null);
  let isFirst = true;
  session.watch((current) => {
    // Told at once of what is there already, which nobody has chosen.
    if (!isFirst) rememberSignedOut(current === null);
    isFirst = false;
  });
};

const hasSignedOut = () => {
  try {
    return sessionStorage.getItem(SIGNED_OUT) !== null;
  } catch {
    return false;
  }
};

/** @param {boolean} isSignedOut */
const rememberSignedOut = (isSignedOut) => {
  try {
    if (isSignedOut) sessionStorage.setItem(SIGNED_OUT, '');
    else sessionStorage.removeItem(SIGNED_OUT);
  } catch {
    // A browser that stores nothing for this page signs the first demo account in every time.
  }
};
