/** Protections of browser sessions. */
import type { Mutation } from './mutation.ts';

const session = 'test/gateway/routes/session.test.ts';
const renewals = 'test/gateway/browser-sessions/renew-session.test.ts';
const cookies = 'test/gateway/browser-sessions/session-cookies.test.ts';
const seal = 'test/gateway/browser-sessions/seal.test.ts';
const crossSite = 'test/gateway/browser-sessions/cross-site.test.ts';

/** Mutations of browser sessions: origin, precedence, expiry, renewal, sealing. */
export const sessionMutations: readonly Mutation[] = [
  {
    name: 'session-origin',
    protection: 'A page of another site cannot use, open or end a browser session.',
    change: 'every origin counts as the own one',
    file: 'src/gateway/browser-sessions/cross-site.ts',
    from: 'host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();',
    to: 'host !== undefined && URL.canParse(origin);',
    tests: [crossSite, session],
  },
  {
    name: 'session-fetch-site',
    protection: 'A navigation from another site does nothing with a browser session.',
    change: '`Sec-Fetch-Site` is not looked at',
    file: 'src/gateway/browser-sessions/cross-site.ts',
    from: "headers['sec-fetch-site'] === 'cross-site' || ",
    to: '',
    tests: [crossSite, session],
  },
  {
    name: 'session-sign-in-origin',
    protection: 'A page of another site cannot sign a browser in (login CSRF).',
    change: 'the origin of a sign-in is not looked at',
    file: 'src/gateway/routes/session.ts',
    from: 'if (sessions.isForeign(request)) throw crossSiteSession();',
    to: '',
    tests: [session],
  },
  {
    name: 'session-precedence',
    protection: 'A request with a token of its own is that token’s, whatever cookie it has.',
    change: 'the cookie goes before the header',
    file: 'src/gateway/browser-sessions/browser-sessions.ts',
    from: "headers.authorization === undefined && headers['authorisation'] === undefined && takesSession(pathOf(request))",
    to: 'takesSession(pathOf(request))',
    tests: [session],
  },
  {
    name: 'session-max-age',
    protection: 'A browser session ends, however often it was renewed.',
    change: 'its age is not looked at',
    file: 'src/gateway/browser-sessions/browser-sessions.ts',
    from: 'if (session !== null && now() < session.startedAt + maxAgeMs) return session;',
    to: 'if (session !== null) return session;',
    tests: [session],
  },
  {
    name: 'session-renewed-once',
    protection: 'Each refresh token is sent to the service once, however many requests arrive with it.',
    change: 'results of renewals are not kept',
    file: 'src/gateway/browser-sessions/renew-session.ts',
    from: 'results.set(key, renewal);',
    to: '',
    tests: [session, renewals],
  },
  {
    name: 'session-renewed-once-by-all',
    protection: 'Gateways that share a Redis server renew a browser session once.',
    change: 'each process renews for itself',
    file: 'src/gateway/browser-sessions/renew-session.ts',
    from: 'if (store === null) return request(session, refreshToken, scope);',
    to: 'if (store !== null || seal !== null) return request(session, refreshToken, scope);',
    tests: [renewals],
  },
  {
    name: 'session-mutation-not-repeated',
    protection: 'A mutation is never run again after the renewal of a browser session.',
    change: 'mutations are run again as queries are',
    file: 'src/gateway/execution/run-operation.ts',
    from: 'operation.isMutation || scope.client.session === null ? attempt',
    to: 'scope.client.session === null ? attempt',
    tests: [session],
  },
  {
    name: 'session-end-takes-cookie',
    protection: 'A session that has ended leaves no cookie in the browser.',
    change: 'the cookie stays',
    file: 'src/gateway/browser-sessions/browser-sessions.ts',
    from: 'if (cleared.length > 0) response.setHeader(SET_COOKIE, cleared);',
    to: 'if (cleared.length > 99) response.setHeader(SET_COOKIE, cleared);',
    tests: [session],
  },
  {
    name: 'session-cookie-hidden',
    protection: 'Scripts of a page cannot read the cookie of a session.',
    change: 'the cookie is readable by scripts',
    file: 'src/gateway/browser-sessions/session-cookies.ts',
    from: 'httpOnly: true',
    to: 'httpOnly: false',
    tests: [cookies],
  },
  {
    name: 'session-seal-purpose',
    protection: 'What was sealed for one purpose does not open for another.',
    change: 'all purposes share a key',
    file: 'src/gateway/browser-sessions/seal.ts',
    from: '`listings-gateway ${purpose}`',
    to: "'listings-gateway'",
    tests: [seal],
  },
];
