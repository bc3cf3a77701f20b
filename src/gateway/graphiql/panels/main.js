/** Starts GraphiQL with the panels beside it. */

/** @import { PageOptions } from '../page-options.ts' */
/** @import { Run } from './gateway.js' */
/** @import { Session } from './session.js' */
import { changing } from './changing.js';
import { createDock } from './dock.js';
import { createGateway } from './gateway.js';
import { createSignIn } from './session.js';
import { createSignInPanel } from './sign-in-panel.js';
import { createUpstreamPanel } from './upstream-panel.js';

/** @returns {PageOptions} what the gateway wrote into the page */
const readOptions = () => JSON.parse(document.querySelector('#options')?.textContent ?? '');

const { tabs, workers, hasApplication, upstreamTrace, demo } = readOptions();
window.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] ?? '' };

const session = changing(/** @type {Session | null} */ (null));
const runs = changing(/** @type {readonly Run[]} */ ([]));
const gateway = createGateway(session, runs);
const signIn = createSignIn(session, (request) => gateway.run(request, null));

if (demo !== null && demo.session !== null) {
  const { username, accessToken, expiresInS } = demo.session;
  const lifetimeMs = expiresInS === null ? null : expiresInS * 1000;
  session.set({
    name: username,
    kind: 'person',
    accessToken,
    lifetimeMs,
    endsAt: lifetimeMs === null ? null : Date.now() + lifetimeMs,
    refresh: () => signIn.person(username, demo.password, null),
  });
}

const root = document.querySelector('#root');
if (root !== null) {
  root.after(
    createDock([
      { id: 'sign-in-panel', title: 'Sign in', ...createSignInPanel({ session, signIn, demo, hasApplication }) },
      { id: 'upstream-panel', title: 'Upstream', ...createUpstreamPanel(runs, upstreamTrace) },
    ]),
  );
  YogaGraphiQL.renderYogaGraphiQL(root, {
    title: 'Listings gateway',
    fetcher: gateway.fetcher,
    defaultTabs: tabs,
    // A token does not belong in the browser's storage.
    shouldPersistHeaders: false,
  });
}
