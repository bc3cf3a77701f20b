/** The screens of an app: what each asks for, with which variables, and whose it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { writeCursor } from '../../src/gateway/paging/cursor.ts';
import type { AccountName } from '../support/accounts.ts';

/** A screen. */
export interface Screen {
  /** That of its file, e.g. `listing-page`. */
  readonly name: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly account: AccountName;
}

const folder = new URL('./', import.meta.url);

/** Variables without a default that fits. */
const variablesOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'deep-link': { id: '1514' },
  messages: { id: 'Listing:1527' },
  'premium-options': { id: 'Listing:1527' },
  'watch-list': { after: writeCursor('watched-listings', 20) },
};

/** All of them. */
export const screens: readonly Screen[] = readdirSync(folder)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => {
    const name = file.replace('.graphql', '');
    return {
      name,
      text: readFileSync(new URL(file, folder), 'utf8'),
      variables: variablesOf[name] ?? {},
      account: name === 'invoice' ? 'agent' : 'seller',
    };
  });
