/**
 * Takes the pictures of GraphiQL and of the React example in `docs/images`, light and dark, from a gateway and an app that it starts.
 *
 *     npm run screenshots
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { createServer } from 'vite';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(root, 'docs/images');
const ports = { gateway: 4390, service: 4391, app: 4392 };
const gatewayUrl = `http://localhost:${ports.gateway}`;

/**
 * Saves what a page shows, in few colours: half the size for the same look.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
const save = async (page, name) => {
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(resolve(folder, name));
};

const gateway = spawn(process.execPath, ['dist/main.js'], {
  cwd: root,
  env: { ...process.env, PORT: String(ports.gateway), EMBEDDED_PORT: String(ports.service) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.env['GATEWAY_URL'] = gatewayUrl;
const app = await createServer({
  root: resolve(root, 'examples/react-apollo'),
  server: { port: ports.app, strictPort: true },
});

try {
  // Its first line is written when it listens.
  await once(gateway.stdout, 'data');
  await app.listen();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);

    await page.goto(`${gatewayUrl}/graphql`);
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    await page.locator('.graphiql-tab-button', { hasText: 'ListingPage' }).click();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.call').first().waitFor();
    await page.locator('.result-window .view-line', { hasText: '"data"' }).waitFor();
    await save(page, `explorer-${colorScheme}.png`);

    await page.goto(`http://localhost:${ports.app}/`);
    await page.locator('.card img').first().waitFor();
    await page.waitForLoadState('networkidle');
    await save(page, `app-${colorScheme}.png`);
    await context.close();
  }
  await browser.close();
} finally {
  await app.close();
  gateway.kill();
}
