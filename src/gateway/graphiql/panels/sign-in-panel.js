/** The panel that says who is signed in, and changes it. */

/** @import { PageDemo } from '../page.ts' */
/** @import { Problem } from './data/answer.js' */
/** @import { Changing } from './changing.js' */
/** @import { Session, SignIn, Token } from './data/session.js' */
import { writeTimeLeft } from './data/session.js';
import { button, element } from './element.js';
import { createSignInForm } from './sign-in-form.js';

const SECOND_MS = 1000;

/** A token with less than this left, in milliseconds, is about to expire. */
const SOON_MS = 60_000;

/** @param {Problem} problem */
const drawProblem = ({ code, message }) =>
  element('p', {}, ...(code === '' ? [] : [element('strong', {}, code), ' ']), message);

/**
 * Makes the panel's content, and the mark of its button.
 *
 * @param {object} options
 * @param {Changing<Session | null>} options.session
 * @param {SignIn} options.signIn
 * @param {PageDemo | null} options.demo
 * @param {boolean} options.hasApplication
 */
export const createSignInPanel = ({ session, signIn, demo, hasApplication }) => {
  const content = element('div', { class: 'dock-content' });
  const problems = element('div', { class: 'alert', role: 'alert' });
  const status = element('p', { class: 'unseen', role: 'status' });
  const card = element('div', { class: 'session' });
  const initial = element('span', { class: 'initial', 'aria-hidden': 'true', hidden: true });
  const icon = element('span', { class: 'icon person' });
  const markText = element('span', { class: 'unseen' });
  const timeLeft = element('span', { class: 'time-left', role: 'timer', 'aria-label': 'Time left' });
  const inCookie = element('span', { class: 'time-left' }, 'in a cookie that scripts cannot read');
  const meter = element('span', { class: 'bar' });

  /** @param {() => Promise<readonly Problem[]>} grant */
  const attempt = async (grant) => {
    const focused = document.activeElement;
    content.inert = true;
    const found = await grant();
    content.inert = false;
    problems.replaceChildren(...found.map(drawProblem));
    // The button that was pressed may have been drawn anew.
    const again = [...content.querySelectorAll('button')].find(
      ({ textContent }) => textContent === focused?.textContent,
    );
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    else again?.focus();
    return found.length === 0;
  };

  const tick = () => {
    const token = session.get()?.token ?? null;
    const now = Date.now();
    const left = token === null ? null : writeTimeLeft(token, now);
    const leftMs = (token?.endsAt ?? Number.POSITIVE_INFINITY) - now;
    timeLeft.textContent = left === null ? 'expiry not known' : leftMs > 0 ? `expires in ${left}` : 'has expired';
    card.classList.toggle('expiring', leftMs < SOON_MS);
    meter.style.setProperty('--width', String(Math.max(0, Math.min(1, leftMs / (token?.lifetimeMs ?? 1)))));
    for (const node of [card, initial]) node.classList.toggle('expired', leftMs <= 0);
  };

  /** @param {boolean} isExpanded whether there is more than who is signed in */
  const expand = (isExpanded) => {
    rest.hidden = !isExpanded;
    switcher.setAttribute('aria-expanded', String(isExpanded));
  };

  /** @param {Token} token */
  const drawRenewal = ({ isRefreshable, refresh }) => {
    const renew = button('secondary', isRefreshable ? 'Refresh' : 'Sign in again', () => {
      void attempt(refresh);
    });
    renew.title = isRefreshable
      ? 'Gets new tokens for the refresh token'
      : 'This session came without a refresh token: this signs in once more';
    return renew;
  };

  /** @param {Session} current */
  const drawSession = ({ name, token }) => [
    element(
      'p',
      { class: 'who' },
      element('span', { class: 'initial', 'aria-hidden': 'true' }, name.slice(0, 1)),
      element('span', { class: 'name' }, element('strong', {}, name), token === null ? inCookie : timeLeft),
      ...(token === null ? [] : [drawRenewal(token)]),
      switcher,
    ),
    ...(token === null ? [] : [element('span', { class: 'track ends', 'aria-hidden': 'true' }, meter)]),
  ];

  const switcher = button('secondary', 'Switch', () => expand(rest.hidden === true));
  switcher.setAttribute('aria-controls', 'accounts');
  const signOut = button('secondary', 'Sign out', () => {
    void attempt(signIn.signOut).then((isGood) => {
      if (isGood) (others.querySelector('button') ?? more.querySelector('summary'))?.focus();
    });
  });
  const others = element('ul', { class: 'accounts', 'aria-labelledby': 'demo-accounts' });
  const form = createSignInForm({ signIn, hasApplication, attempt });
  const title =
    demo !== null
      ? 'Another account'
      : signIn.others === null
        ? 'By username'
        : 'By username, application or refresh token';
  const more = element('details', { class: 'more', open: demo === null }, element('summary', {}, title), form);

  const nobody =
    demo !== null && demo.startsAs === null
      ? `Nobody is signed in: a page starts with a session only where it is opened under a name of its own machine, such as localhost, and ${location.hostname} is none. Choose one of the demo accounts.`
      : 'Nobody is signed in.';

  const rest = element(
    'div',
    { class: 'rest', id: 'accounts' },
    ...(demo === null ? [] : [element('h3', { id: 'demo-accounts' }, 'Demo accounts'), others]),
    more,
    signOut,
  );

  /** @param {Session | null} current */
  const drawAccounts = (current) =>
    (demo?.users ?? []).map(({ username, about }) => {
      const chip = button('chip', username, () => {
        void attempt(() => signIn.user(username, demo?.password ?? '', null));
      });
      chip.setAttribute('aria-pressed', String(current?.name === username));
      return element('li', {}, chip, element('small', {}, about));
    });

  session.watch((current) => {
    card.classList.toggle('none', current === null);
    card.replaceChildren(...(current === null ? [element('p', { class: 'hint' }, nobody)] : drawSession(current)));
    others.replaceChildren(...drawAccounts(current));
    initial.hidden = current === null;
    icon.hidden = current !== null;
    initial.textContent = current?.name.slice(0, 1) ?? '';
    markText.textContent = current === null ? 'Sign in' : `Signed in as ${current.name}`;
    status.textContent = current === null ? 'Signed out' : `Signed in as ${current.name}`;
    signOut.hidden = current === null;
    expand(current === null);
    tick();
  });
  setInterval(tick, SECOND_MS);
  content.append(status, card, problems, rest);
  return { mark: element('span', { class: 'mark' }, icon, initial, markText), content };
};
