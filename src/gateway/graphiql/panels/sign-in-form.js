/** The form to sign in with: a user's, or one with the three grants of the token endpoint where the page holds tokens. */

/** @import { Problem } from './data/answer.js' */
/** @import { Client, SignIn } from './data/session.js' */
import { element } from './element.js';

/**
 * @param {string} label
 * @param {Readonly<Record<string, string | boolean>>} attributes
 */
const field = (label, attributes) => {
  const input = element('input', { type: 'text', spellcheck: 'false', autocapitalize: 'off', ...attributes });
  return { input, node: element('label', { class: 'field' }, element('span', {}, label), input) };
};

/** The grants, in the order in which they are offered. */
const grants = /** @type {const} */ (['User', 'Application', 'Refresh token']);

/**
 * Makes the form.
 *
 * @param {object} options
 * @param {SignIn} options.signIn
 * @param {boolean} options.hasApplication whether client id and secret may be left out
 * @param {(attempt: () => Promise<readonly Problem[]>) => Promise<boolean>} options.attempt runs it and shows what went
 *   wrong; false when something did
 */
export const createSignInForm = ({ signIn, hasApplication, attempt }) => {
  const username = field('Username', { name: 'username', autocomplete: 'username' });
  const password = field('Password', { name: 'password', type: 'password', autocomplete: 'current-password' });
  const refreshToken = field('Refresh token', { name: 'refresh-token', autocomplete: 'off' });
  const clientId = field('Client id', { name: 'client-id', autocomplete: 'off', required: !hasApplication });
  const clientSecret = field('Client secret', {
    name: 'client-secret',
    type: 'password',
    autocomplete: 'off',
    required: !hasApplication,
  });
  const choices = grants.map((grant, at) => {
    const input = element('input', { type: 'radio', name: 'grant', value: grant, checked: at === 0 });
    return { grant, input, node: element('label', {}, input, element('span', {}, grant)) };
  });
  const chosen = () => choices.find(({ input }) => input.checked)?.grant ?? 'User';

  const update = () => {
    const grant = chosen();
    for (const [{ node, input }, of] of /** @type {const} */ ([
      [username, 'User'],
      [password, 'User'],
      [refreshToken, 'Refresh token'],
    ])) {
      node.hidden = of !== grant;
      input.required = of === grant;
    }
  };

  /** @returns {Client | null} */
  const client = () =>
    clientId.input.value === '' ? null : { clientId: clientId.input.value, clientSecret: clientSecret.input.value };

  const { others } = signIn;
  const attemptChosen = () => {
    const grant = chosen();
    if (others === null || grant === 'User') return signIn.user(username.input.value, password.input.value, client());
    return grant === 'Application'
      ? others.application(client())
      : others.refreshToken(refreshToken.input.value, client());
  };
  const choice = element(
    'fieldset',
    { class: 'grants' },
    element('legend', { class: 'unseen' }, 'Sign in with'),
    ...choices.map(({ node }) => node),
  );
  const application = element(
    'details',
    { class: 'client', open: !hasApplication },
    element('summary', {}, hasApplication ? 'As another application' : 'Application'),
    clientId.node,
    clientSecret.node,
  );

  const form = element(
    'form',
    { class: 'sign-in', autocomplete: 'off' },
    ...(others === null ? [] : [choice]),
    username.node,
    password.node,
    ...(others === null ? [] : [refreshToken.node, application]),
    element('button', { type: 'submit', class: 'primary' }, 'Sign in'),
  );
  form.addEventListener('change', update);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(attemptChosen).then((isGood) => {
      if (isGood) form.reset();
      update();
    });
  });
  update();
  return form;
};
