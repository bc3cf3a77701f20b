/** A script that an attacker has brought into a page in Chromium, which searches all that it can reach for secrets. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Puts a secret of its own into every place. @returns the secrets by their places */
export const hideSecrets = async (page: Page): Promise<Readonly<Record<string, string>>> => {
  const secrets = Object.fromEntries(
    Object.keys(places).map((place) => [place, randomBytes(30).toString('base64url')]),
  );
  for (const [place, code] of Object.entries(places)) {
    await page.evaluate(`(async (secret) => { ${code} })(${JSON.stringify(secrets[place])})`);
  }
  return secrets;
};

/** What is done with `secret`, by the name of the place. */
const places: Readonly<Record<string, string>> = {
  localStorage: `localStorage.setItem('hidden', secret);`,
  sessionStorage: `sessionStorage.setItem('hidden', 'Bearer ' + secret);`,
  'a cookie that scripts can read': `document.cookie = 'hidden=' + secret;`,
  'a database': `await new Promise((done) => {
    const opening = indexedDB.open('hidden', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('all');
    opening.onsuccess = () => {
      const writing = opening.result.transaction('all', 'readwrite');
      writing.objectStore('all').put({ deep: [secret] }, 'key');
      writing.oncomplete = () => { opening.result.close(); done(); };
    };
  });`,
  'a cache': `await (await caches.open('hidden')).put('/hidden', new Response(secret));`,
  'the address': `history.replaceState(null, '', location.href.split('#')[0] + '#hidden-' + secret);`,
  'the state of the history': `history.replaceState({ secret }, '');`,
  'a property': `globalThis.hidden1 = { deep: { deeper: [{ secret }] } };`,
  'the name of a property': `globalThis.hidden2 = { [secret]: 1 };`,
  'a symbol': `globalThis.hidden3 = { [Symbol('hidden')]: secret };`,
  'a getter of a prototype': `globalThis.hidden4 = new (class { get secret() { return secret; } })();`,
  'a static field': `globalThis.hidden5 = class { static secret = secret; };`,
  'a Map': `globalThis.hidden6 = new Map([['key', new Map([[{ secret }, 1]])]]);`,
  'a Set': `globalThis.hidden7 = new Set([[secret]]);`,
  bytes: `globalThis.hidden8 = new TextEncoder().encode('Bearer ' + secret).buffer;`,
  base64: `globalThis.hidden9 = btoa(secret);`,
  'a WeakMap': `const key = {}; new WeakMap().set(key, { secret });`,
  'an attribute': `document.body.setAttribute('data-hidden', secret);`,
  'an input': `const input = document.createElement('input'); document.body.append(input); input.value = secret;`,
  'a shadow tree': `const host = document.createElement('p'); document.body.append(host);
    host.attachShadow({ mode: 'open' }).append(Object.assign(document.createElement('b'), { props: { secret } }));`,
  'a property of an element': `document.body.__reactProps$hidden = { value: { secret } };`,
  'a request header': `await fetch('/livez', { headers: { authorization: 'Bearer ' + secret } }).catch(() => {});`,
  'a request body': `const request = new XMLHttpRequest(); request.open('POST', '/livez'); request.send(JSON.stringify({ secret }));`,
  'a message': `const channel = new MessageChannel(); channel.port1.postMessage({ secret });`,
  'the console': `console.debug('hidden', { secret });`,
};

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
