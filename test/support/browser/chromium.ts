/** The Chromium of this machine, for the tests that need a browser; there it is that or nothing. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Whether tests with a browser are skipped: there is none at `CHROMIUM_PATH`, and `REQUIRE_CHROMIUM` is not 1. */
export const isChromiumSkipped = !existsSync(executablePath) && process.env['REQUIRE_CHROMIUM'] !== '1';

if (isChromiumSkipped) {
  process.stderr.write(`Browser tests are skipped: there is no Chromium at ${executablePath} (CHROMIUM_PATH).\n`);
}

/** Starts it without a window and without traffic of its own. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
