import { chooseMediaType } from '../http/accepted-type.ts';
/** What is said of a path that is none: a page to browsers, JSON to programs. */
import type { GatewayResponse } from '../http/node-response.ts';
import type { RequestHead } from '../http/request-head.ts';
import { pathOf, sendJson } from '../http/router.ts';
import { varyBy } from '../http/standard-headers.ts';
import { escapeHtml, sendPage } from './html-page.ts';

/** What a path that is none leads on to. */
export interface NotFoundOptions {
  /** True if browsers get GraphiQL at `/graphql`. */
  readonly hasGraphiql: boolean;
  /** True if browsers can sign in at `/session`. */
  readonly hasSessions: boolean;
}

const MAX_SHOWN = 100;

const SESSIONS_OFF = 'Browser sessions are off. Set SESSION_KEYS to turn them on.';

/** Creates the response to paths that are none. `/graphiql` leads to GraphiQL. */
export const createNotFound =
  ({ hasGraphiql, hasSessions }: NotFoundOptions) =>
  (request: RequestHead, response: GatewayResponse, paths: readonly string[]): void => {
    const path = pathOf(request);
    if (hasGraphiql && (path === '/graphiql' || path === '/graphiql/')) {
      response.writeHead(302, { Location: '/graphql' }).end();
      return;
    }
    response.setHeader('Vary', varyBy('Accept'));
    if (chooseMediaType(request.headers.accept, ['application/json', 'text/html']) !== 'text/html') {
      const message = path === '/session' && !hasSessions ? SESSIONS_OFF : 'There is nothing here.';
      return sendJson(response, 404, { message, paths });
    }
    sendPage(response, 404, {
      title: 'Not found · Listings gateway',
      content: `<h1>There is nothing here</h1>
<p>The gateway has no page <code>${escapeHtml(path.slice(0, MAX_SHOWN))}</code>.</p>
<ul>
<li><a href="/"><strong>Start page</strong><span>Everything that this gateway has.</span></a></li>
${hasGraphiql ? '<li><a href="/graphql"><strong>GraphiQL</strong><span>Write operations and run them.</span></a></li>' : ''}
</ul>`,
    });
  };
