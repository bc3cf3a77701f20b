import { expect, it } from 'vitest';
import { startDevServer } from '../../../test/clients/dev-server.ts';
import { accountPassword } from '../../../test/support/accounts.ts';
import { browserSessions } from '../../../test/support/browser-session.ts';
import { startWorld } from '../../../test/support/world.ts';

it('npm run dev serves the page and its source', { timeout: 60_000 }, async () => {
  await using server = await startDevServer('react-apollo');
  const page = await fetch(server.url);
  const [, source = ''] = /<script type="module" src="(\/src\/[^"]+)"/.exec(await page.text()) ?? [];
  const module = await fetch(new URL(source, server.url));
  expect([page.status, module.status, module.headers.get('content-type')]).toEqual([200, 200, 'text/javascript']);
});

it(
  'npm run dev passes a sign-in on to the gateway, which takes it for one of its own origin',
  { timeout: 60_000 },
  async () => {
    await using world = await startWorld({ browserSessions });
    await using server = await startDevServer('react-apollo', { GATEWAY_URL: world.url.origin });
    const signIn = (origin: string) =>
      fetch(new URL('/session', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ username: 'seller', password: accountPassword }),
      });
    const response = await signIn(server.url.origin);
    expect([response.status, response.headers.getSetCookie()[0]]).toEqual([200, expect.stringMatching(/^session=1:/)]);
    expect((await signIn('http://evil.example')).status).toBe(403);
  },
);
