/** How pages look: pictures of them for people, and figures for tests. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const widths = { phone: 360, desktop: 1280 };

/** Waits until every picture of the page is there, also those further down. */
const ALL_IMAGES =
  'Promise.all([...document.images].map((image) => { image.loading = "eager"; return image.decode(); }))';

/** Writes pictures of the page at both widths, light and dark, into the folder `EXAMPLE_SCREENSHOTS`; without that setting does nothing. */
export const takePictures = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['EXAMPLE_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const [device, width] of Object.entries(widths)) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(ALL_IMAGES);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}.png`), fullPage: true });
    }
  }
};

/** How far the page can be scrolled sideways, in pixels, at a width. */
export const overflowAt = async (page: Page, width: number): Promise<unknown> => {
  await page.setViewportSize({ width, height: 900 });
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
};
