/** Starts GraphiQL with the panels beside it. */

/** @import { Run } from './gateway.js' */
/** @import { Session } from './data/session.js' */
import { browserStorage } from './browser-storage.js';
import { changing } from './changing.js';
import { createCookieSignIn } from './cookie-sign-in.js';
import { startDemoSession } from './demo-session.js';
import { createDock } from './dock.js';
import { adjustEditors, followTabs } from './editors.js';
import { element } from './element.js';
import { options } from './environment.js';
import { createGateway } from './gateway.js';
import { createNextOperation } from './next-operation.js';
import { createSignInPanel } from './sign-in-panel.js';
import { createTokenSignIn } from './token-sign-in.js';
import { createUpstreamPanel } from './upstream-panel.js';

const { tabs, mark, hasApplication, hasSessions, upstreamTrace, demo } = options;

const session = changing(/** @type {Session | null} */ (null));
const runs = changing(/** @type {readonly Run[]} */ ([]));
const file = changing(/** @type {File | null} */ (null));
const gateway = createGateway(session, runs, file, () => signIn.follow());
const signIn = hasSessions
  ? createCookieSignIn(session)
  : createTokenSignIn(session, (request) => gateway.run(request, null));

const start = async () => {
  await signIn.follow();
  if (demo !== null) await startDemoSession(demo, session, signIn);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void signIn.follow();
  });
};
const started = start();

const root = document.querySelector('#root');
if (root !== null) {
  const isWide = matchMedia('(min-width: 1600px)').matches;
  const signInPanel = createSignInPanel({ session, signIn, demo, hasApplication });
  const upstreamPanel = createUpstreamPanel({
    runs,
    session,
    isTraced: upstreamTrace,
    openSignIn: () => dock.open('sign-in-panel'),
    nextOperation: createNextOperation({ priceOf: gateway.priceOf, file, isTraced: upstreamTrace }),
  });
  const dock = createDock([
    { id: 'sign-in-panel', title: 'Sign in', isOpenAtFirst: isWide, ...signInPanel },
    { id: 'upstream-panel', title: 'Upstream', isOpenAtFirst: true, ...upstreamPanel },
  ]);
  root.before(element('a', { class: 'skip', href: '#dock' }, 'Skip to the panels'));
  root.after(dock.node);
  adjustEditors();
  followTabs();
  const link = new URLSearchParams(location.search);
  const query = link.get('query');
  const variables = link.get('variables');
  YogaGraphiQL.renderYogaGraphiQL(root, {
    title: '',
    logo: `<h1><a class="home" href="/" title="Listings gateway"><img src="${mark}" alt="Listings gateway: start page"></a></h1>`,
    fetcher: gateway.createFetcher(started),
    // The operation of a link is the first tab of somebody's first visit.
    defaultTabs: query === null ? tabs : [{ query, variables }, ...tabs],
    // A token does not belong in the browser's storage.
    shouldPersistHeaders: false,
    variables,
    // On a small screen an empty editor of variables would take a third of the room of the operation.
    defaultEditorToolsVisibility:
      variables !== null || matchMedia('(min-width: 801px) and (min-height: 1000px)').matches,
    storage: browserStorage,
  });
}
