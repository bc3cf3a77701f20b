/** Browser sessions of tests: their settings, and what a browser keeps of them. */
import { randomBytes } from 'node:crypto';
import { Secret } from '../../src/rest/call/credentials.ts';
import type { GatewaySettings, RunningGateway } from './running-gateway.ts';

/** A key that sessions are sealed with. */
export const newSessionKey = (): Secret => new Secret(randomBytes(32).toString('hex'));

/** Settings of a gateway with sessions; of several with the same keys each opens what another sealed. */
export const withSessions = (keys: readonly Secret[] = [newSessionKey()], maxAgeS = 86_400) =>
  ({
    browserSessions: { keys, maxAgeS, isSecure: false },
    application: { clientId: 'app', clientSecret: new Secret('app-secret') },
  }) satisfies GatewaySettings;

const DAY_S = 86_400;

/** Settings of sessions that outlive the refresh tokens of the embedded service. */
export const { browserSessions } = withSessions([newSessionKey()], 60 * DAY_S);

/** The header `Cookie` of a browser that got this response. */
export const cookieAfter = ({ headers }: Pick<Response, 'headers'>): string =>
  headers
    .getSetCookie()
    .filter((each) => !each.includes('Max-Age=0'))
    .map((each) => each.split(';')[0])
    .join('; ');

/** Signs a user in, and returns the header `Cookie` of the browser. */
export const signInBrowser = async (gateway: RunningGateway, username = 'seller'): Promise<string> =>
  cookieAfter(
    await gateway.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'secret' }),
    }),
  );

/** Owns resources, which are released together. */
export const ownerOf = (resources: readonly AsyncDisposable[]): AsyncDisposable => ({
  [Symbol.asyncDispose]: async () => {
    for (const resource of resources) await resource[Symbol.asyncDispose]();
  },
});
