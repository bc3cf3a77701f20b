/** What the gateway wrote into the page, and what GraphiQL's editor has to find before its own script runs. */

/** @import { PageOptions } from '../page.ts' */

/** @type {PageOptions} */
export const options = JSON.parse(document.querySelector('#options')?.textContent ?? '');

window.MonacoEnvironment = { globalAPI: true, getWorkerUrl: (_module, label) => options.workers[label] ?? '' };
