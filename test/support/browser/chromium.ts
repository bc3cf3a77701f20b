/** The Chromium of this machine, for the tests that need a browser; there it is that or nothing. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { isFullRun } from '../effort.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const isMissing = !existsSync(executablePath) && process.env['REQUIRE_CHROMIUM'] !== '1';

/** Whether tests with a browser are skipped: the run is not a full one, or there is none at `CHROMIUM_PATH`, and `REQUIRE_CHROMIUM` is not 1. */
export const isChromiumSkipped = !isFullRun || isMissing;

if (isFullRun && isMissing) {
  process.stderr.write(`Browser tests are skipped: there is no Chromium at ${executablePath} (CHROMIUM_PATH).\n`);
}

/** Starts it without a window and without traffic of its own; `more` are further options of its command line. */
export const launchChromium = (...more: readonly string[]): Promise<Browser> =>
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
      ...more,
    ],
  });
