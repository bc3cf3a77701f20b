/** A script that an attacker has brought into a page in Chromium, which searches all that it can reach for secrets. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** What the script has found. */
export interface Search {
  /** Where a secret was found, or a part of it, by the name of the secret. */
  readonly places: Readonly<Record<string, string>>;
  /** Objects and characters that it has looked at. */
  readonly objects: number;
  readonly characters: number;
  /** False when there was too much for it. */
  readonly isWhole: boolean;
}

/** A request that the script sends itself. */
export type OwnRequest = readonly [path: string, init: Readonly<Record<string, unknown>>];

/** Brings the script into a page. Called before the page is opened, so that it runs before the scripts of the page. */
export const injectScript = async (page: Page): Promise<void> => {
  await page.addInitScript({ path: join(import.meta.dirname, 'injected-script.js') });
};

/** Length of the parts of a secret that are looked for. */
const PIECE_LENGTH = 12;

/**
 * Lets the script search.
 *
 * @param secrets by their names; a part of 23 characters of one is enough for it to be found, also in base64
 */
export const searchPage = (
  page: Page,
  secrets: Readonly<Record<string, string>>,
  requests: readonly OwnRequest[] = [],
): Promise<Search> => {
  const pieces = Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, piecesOf(secret)]));
  return page.evaluate(`searchFor(${JSON.stringify(pieces)}, ${JSON.stringify(requests)})`);
};

const piecesOf = (secret: string): readonly string[] =>
  Array.from({ length: Math.max(1, Math.floor(secret.length / PIECE_LENGTH)) }, (_none, at) =>
    secret.slice(at * PIECE_LENGTH, (at + 1) * PIECE_LENGTH),
  ).flatMap((piece) => [piece, Buffer.from(piece).toString('base64').replaceAll('=', '')]);
