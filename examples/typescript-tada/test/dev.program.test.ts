import { expect, it } from 'vitest';
import { startDevServer } from '../../../test/clients/dev-server.ts';

it('npm run dev serves the page and its source', { timeout: 60_000 }, async () => {
  await using server = await startDevServer('typescript-tada');
  const page = await fetch(server.url);
  const [, source = ''] = /<script type="module" src="(\/src\/[^"]+)"/.exec(await page.text()) ?? [];
  const module = await fetch(new URL(source, server.url));
  expect([page.status, module.status, module.headers.get('content-type')]).toEqual([200, 200, 'text/javascript']);
});
