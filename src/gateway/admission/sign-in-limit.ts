/** Bounds how often sessions are asked for, so that passwords cannot be guessed, and nobody is locked out by who tries. */
import { LRUCache } from 'lru-cache';
import type { Secret } from '../../rest/call/credentials.ts';
import { wholeNumber } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import { rateLimited } from '../errors/graphql-errors.ts';
import { byNetwork } from '../http/client-address.ts';
import { createKeyedHash } from '../http/keyed-hash.ts';
import { type Count, type Counter, memoryStore, type RateLimitName, type RateLimitStore } from './rate-limit.ts';
import { MAX_KEYS } from './request-rates.ts';

/** Longer names than any service accepts: what comes after is not distinguished, and costs nothing to look at. */
const MAX_LENGTH = 1000;

/**
 * Makes one text of all spellings that a service may take for the same username: full-width and composed forms (NFKC), letters
 * of either case, spaces around it and of any kind within, characters that nobody sees. Two names that a service distinguishes may come
 * out alike; they share a limit then, and nothing else. The service is sent the name as it was given.
 */
export const countedName = (username: string): string =>
  username
    .trim()
    .slice(0, MAX_LENGTH)
    .replaceAll(/\s+/g, ' ')
    // Before anything is composed: one of them may stand between a letter and its accent.
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    // As case folding does: `ẞ`, `ß` and `ss` become one only so, and so do both forms of a small sigma.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim();

/** Renewals of a session that are accepted in a minute with one refresh token: an app renews once in an hour, and what sends the same one again and again is broken, or a thief. */
export const REFRESH_PER_TOKEN = 10;

const limit = settingIn('Limits');

/** Attempts to start a session. Those from the devices of a user count for no address and no username: they have one count together, of `perUsernameAndAddress`. */
export const signInSettings = {
  perUsernameAndAddress: limit('SIGN_IN_PER_USERNAME_AND_ADDRESS', wholeNumber(1, 1_000_000), {
    what: 'Attempts to sign in with one username from one address that are accepted in a minute. All spellings of a username count as one; what succeeds does not count.',
    default: 5,
    example: '10',
  }),
  perAddress: limit('SIGN_IN_PER_ADDRESS', wholeNumber(1, 1_000_000), {
    what: 'Attempts to start a session from one address (of IPv6: one /64 network; a /56 counts as two, a /48 as four) that are accepted in a minute.',
    default: 20,
    example: '100',
  }),
  perUsername: limit('SIGN_IN_PER_USERNAME', wholeNumber(1, 1_000_000), {
    what: 'Attempts to sign in with one username that are accepted in a minute from all addresses together. If it is so low that a few addresses reach it, they lock users out.',
    default: 100,
    example: '1000',
  }),
};

/** Attempts to start a session that are accepted in a minute. */
export type SignInLimits = ValuesOf<typeof signInSettings>;

/** Attempts to renew a session. */
export const refreshSettings = {
  perAddress: limit('REFRESH_PER_ADDRESS', wholeNumber(1, 1_000_000), {
    what: 'Attempts to renew a session from one address (as for `SIGN_IN_PER_ADDRESS`) with refresh tokens that the process has not seen granted, that each process accepts in a minute. It bounds the calls that made-up tokens cost; a mobile carrier puts hundreds of phones behind one address.',
    default: 1500,
    example: '5000',
  }),
};

/** Attempts to renew a session that are accepted in a minute. */
export interface RefreshLimits extends ValuesOf<typeof refreshSettings> {
  /** With one refresh token; `REFRESH_PER_TOKEN` unless given. */
  readonly perToken?: number;
}

interface SignInLimitOptions {
  readonly limits: SignInLimits;
  readonly refreshLimits: RefreshLimits;
  /** Makes the keys of the store: they reveal nothing of tokens, usernames or addresses to who does not have it. */
  readonly secret: Uint8Array;
  readonly store: RateLimitStore;
  readonly onRefusal: (limit: RateLimitName, key: string) => void;
}

type SessionAttempt =
  | {
      readonly grant: 'password';
      readonly username: string;
      /** True from a device on which this very username has signed in before; no unless given. */
      readonly isKnownDevice?: boolean;
    }
  | {
      readonly grant: 'refresh_token';
      readonly refreshToken: Secret;
      /** True for one that the service has granted, whichever process has seen it; no unless given. */
      readonly hasWorked?: boolean;
    }
  | { readonly grant: 'client_credentials' };

interface CountedAttempt {
  /** Takes its own count back, and no other: the password was right, so it was no guess. Nothing for other grants. */
  readonly giveBack: () => Promise<void>;
}

/** What an attempt counts under in one limit. */
interface LimitKey {
  readonly name: RateLimitName;
  readonly key: string;
  readonly countOne: Counter;
}

const WINDOW_S = 60;

/** These bound calls, not only guesses. */
const notGivenBack: CountedAttempt = { giveBack: () => Promise.resolve() };

const backFrom = (counts: readonly Count[]): CountedAttempt => ({
  giveBack: async () => {
    await Promise.all(counts.map(async (count) => count.giveBack()));
  },
});

/** Creates the limit. What is counted is kept for a minute, under keys that reveal nothing of usernames, tokens or addresses. */
export const createSignInLimit = ({ limits, refreshLimits, secret, store, onRefusal }: SignInLimitOptions) => {
  const nameOf = createKeyedHash(secret);
  /** Names of refresh tokens that the service has granted. `max` would allocate memory for all of them at once. */
  const granted = new LRUCache<string, true>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  /** Counts under each key in turn. @throws RATE_LIMITED at the first that is too often, with nothing counted */
  const countAll = async (keys: readonly LimitKey[]): Promise<CountedAttempt> => {
    const counts: Count[] = [];
    for (const { name, key, countOne } of keys) {
      const count = await countOne(nameOf(key));
      counts.push(count);
      if (count.isWithin) continue;
      await backFrom(counts).giveBack();
      onRefusal(name, key);
      throw rateLimited(Math.max(1, Math.ceil(count.leftMs / 1000)));
    }
    return backFrom(counts);
  };

  const createLimit = (name: RateLimitName, points: number, where = store) => {
    const countOne = where({ name, points, windowS: WINDOW_S });
    return (key: string): LimitKey => ({ name, key, countOne });
  };
  /** Counts an address, with a name or without, in each of its networks. */
  const createAddressLimit = (limit: RateLimitName, points: number, where = store) => {
    const limitsOf = byNetwork((times) => createLimit(limit, points * times, where));
    return (address: string, name = ''): readonly LimitKey[] =>
      limitsOf(address).map(([keyOf, network]) => keyOf(`${network}${name}`));
  };
  const ofAddress = createAddressLimit('sign_in_address', limits.perAddress);
  const ofUsernameAndAddress = createAddressLimit('sign_in_username_address', limits.perUsernameAndAddress);
  const ofUsername = createLimit('sign_in_username', limits.perUsername);
  const ofDevices = createLimit('sign_in_device', limits.perUsernameAndAddress);
  // Nobody guesses a refresh token: these bound no more than the calls of this process, and a phone that renews once waits for nobody.
  const ofRefreshAddress = createAddressLimit('refresh_address', refreshLimits.perAddress, memoryStore);
  const ofRefreshToken = createLimit('refresh_token', refreshLimits.perToken ?? REFRESH_PER_TOKEN, memoryStore);

  return {
    /** Counts an attempt; one that is refused spends nothing. @throws RATE_LIMITED with the seconds to wait */
    consume: async (attempt: SessionAttempt, address: string): Promise<CountedAttempt> => {
      if (attempt.grant === 'refresh_token') {
        const token = attempt.refreshToken.reveal();
        const hasWorked = attempt.hasWorked === true || granted.get(nameOf(token)) === true;
        await countAll([...(hasWorked ? [] : ofRefreshAddress(address)), ofRefreshToken(token)]);
        return notGivenBack;
      }
      if (attempt.grant === 'client_credentials') {
        await countAll(ofAddress(address));
        return notGivenBack;
      }
      // By the name as given: who has one that is only counted like it uses up nothing here. However many devices, they are one.
      if (attempt.isKnownDevice === true) return countAll([ofDevices(attempt.username)]);
      const name = countedName(attempt.username);
      return countAll([...ofAddress(address), ...ofUsernameAndAddress(address, ` ${name}`), ofUsername(name)]);
    },
    /** Remembers that the service has granted a refresh token: whoever makes up others at its address keeps it from nothing. */
    acceptRefreshToken: (refreshToken: Secret): void => {
      granted.set(nameOf(refreshToken.reveal()), true);
    },
  };
};

/** Bounds how often sessions are asked for. */
export type SignInLimit = ReturnType<typeof createSignInLimit>;
