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

/** Starts a gateway, which has cached nothing yet. Its first line is written when it listens. */
const startGateway = async () => {
  const gateway = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env: { ...process.env, PORT: String(ports.gateway), EMBEDDED_PORT: String(ports.service) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(gateway.stdout, 'data');
  return gateway;
};

process.env['GATEWAY_URL'] = gatewayUrl;
const app = await createServer({
  root: resolve(root, 'examples/react-apollo'),
  server: { port: ports.app, strictPort: true },
});

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** @param {'light' | 'dark'} colorScheme */
const takePictures = async (colorScheme) => {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  /** @type {string[]} */
  const failures = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });

  await page.goto(`${gatewayUrl}/graphql`);
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
  await page.locator('.graphiql-tab-button', { hasText: 'ListingPage' }).click();
  // Once with nothing cached, and once with the lookup lists.
  for (const run of [1, 2]) {
    await page.locator('.graphiql-execute-button').click();
    await page.locator(`.past li:nth-child(${run})`).waitFor();
  }
  await page.locator('.result-window .view-line', { hasText: '"data"' }).waitFor();
  await save(page, `explorer-${colorScheme}.png`);

  // Both are on one host: the session of GraphiQL is that of the app too.
  await page.goto(`http://localhost:${ports.app}/`);
  await page.locator('.card img').first().waitFor();
  await page.waitForLoadState('networkidle');
  await save(page, `app-${colorScheme}.png`);
  if (failures.length > 0) throw new Error(`The pictures are not whole:\n${failures.join('\n')}`);
  await context.close();
};

try {
  await app.listen();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const gateway = await startGateway();
    try {
      await takePictures(colorScheme);
    } finally {
      gateway.kill();
      await once(gateway, 'exit');
    }
  }
} finally {
  await browser.close();
  await app.close();
}
