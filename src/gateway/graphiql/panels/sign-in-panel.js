/** The panel that says who is signed in, and changes it. */

/** @import { PageDemo } from '../page-options.ts' */
/** @import { Problem } from './answer.js' */
/** @import { Changing } from './changing.js' */
/** @import { Session, SignIn } from './session.js' */
import { button, element } from './element.js';
import { writeTimeLeft } from './session.js';
import { createSignInForm } from './sign-in-form.js';

const SECOND_MS = 1000;

/** A session with less than this left, in milliseconds, is about to expire. */
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

  /** @param {string} username */
  const aboutOf = (username) => demo?.users.find((user) => user.username === username)?.about;

  const tick = () => {
    const current = session.get();
    if (current === null) return;
    const now = Date.now();
    const left = writeTimeLeft(current, now);
    const leftMs = (current.endsAt ?? Number.POSITIVE_INFINITY) - now;
    timeLeft.textContent = left === null ? 'expiry not known' : leftMs > 0 ? `expires in ${left}` : 'has expired';
    card.classList.toggle('expiring', leftMs < SOON_MS);
    meter.style.setProperty('--width', String(Math.max(0, Math.min(1, leftMs / (current.lifetimeMs ?? 1)))));
    for (const node of [card, initial]) node.classList.toggle('expired', leftMs <= 0);
  };

  /** @param {Session} current */
  const drawSession = (current) => [
    element(
      'p',
      { class: 'who' },
      element('span', { class: 'initial', 'aria-hidden': 'true' }, current.name.slice(0, 1)),
      element(
        'span',
        {},
        element('strong', {}, current.name),
        element('small', {}, current.kind === 'application' ? 'application' : (aboutOf(current.name) ?? 'person')),
      ),
    ),
    element('p', { class: 'ends' }, timeLeft, element('span', { class: 'track', 'aria-hidden': 'true' }, meter)),
    element(
      'p',
      { class: 'actions' },
      button('secondary', 'Refresh', () => {
        void attempt(current.refresh);
      }),
      button('secondary', 'Sign out', () => {
        session.set(null);
        problems.replaceChildren();
        (others.querySelector('button') ?? more.querySelector('summary'))?.focus();
      }),
    ),
  ];

  const others = element('div', { class: 'people' });
  const form = createSignInForm({ signIn, hasApplication, attempt });
  const more = element(
    'details',
    { class: 'more', open: demo === null },
    element('summary', {}, demo === null ? 'By username, application or refresh token' : 'Another account'),
    form,
  );

  const nobody =
    demo !== null && demo.session === null
      ? `Nobody is signed in: a page starts with a session only where it is opened under a name of its own machine, such as localhost, and ${location.hostname} is none. Choose one of the demo users.`
      : 'Nobody is signed in: operations are run without a token of yours.';

  /** @param {Session | null} current */
  const drawPeople = (current) =>
    (demo?.users ?? []).map(({ username, about }) => {
      const chip = button('chip', username, () => {
        void attempt(() => signIn.person(username, demo?.password ?? '', null));
      });
      chip.title = `${username} ${about}`;
      chip.setAttribute('aria-pressed', String(current?.name === username));
      return chip;
    });

  session.watch((current) => {
    card.classList.toggle('none', current === null);
    card.replaceChildren(...(current === null ? [element('p', { class: 'hint' }, nobody)] : drawSession(current)));
    others.replaceChildren(...drawPeople(current));
    initial.hidden = current === null;
    icon.hidden = current !== null;
    initial.textContent = current?.name.slice(0, 1) ?? '';
    markText.textContent = current === null ? 'Sign in' : `Signed in as ${current.name}`;
    status.textContent = current === null ? 'Signed out' : `Signed in as ${current.name}`;
    tick();
  });
  setInterval(tick, SECOND_MS);
  content.append(
    status,
    card,
    problems,
    ...(demo === null ? [] : [element('h3', { id: 'demo-users' }, 'Demo users'), others]),
    more,
  );
  return { mark: element('span', { class: 'mark' }, icon, initial, markText), content };
};
