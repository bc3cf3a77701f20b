/** Everything that a client can send to do harm, short of what needs a server of its own to be shown. */
import { createOracle } from '../oracle.ts';
import type { RunGroup } from '../outcome.ts';
import { tryGarbage } from './garbage.ts';
import { tryOddCharacters } from './odd-characters.ts';
import { tryOddIds } from './odd-ids.ts';

/** Size of a large body from which on everything is tried in every place. */
const FULL_MB = 25;

/** Tries everything. `amount` is the size of large bodies in MB. */
export const runClientAttacks: RunGroup = async (amount) => {
  using oracle = createOracle();
  await tryGarbage(amount, oracle);
  await tryOddIds(amount >= FULL_MB, oracle);
  await tryOddCharacters(amount >= FULL_MB, oracle);
  return oracle.outcome('client attacks', null);
};
