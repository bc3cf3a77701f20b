/** Devices from which users have signed in: each has a sealed cookie, which is good for attempts with the very username that it was given for. */
import { hash } from 'node:crypto';
import type { Secret } from '../../rest/call/credentials.ts';
import { createSeal } from './seal.ts';
import { createSealedCookies } from './sealed-cookies.ts';

/** Browsers keep no cookie for longer than 400 days. */
const MAX_AGE_S = 400 * 86_400;

/** Of the name exactly as it is given: of two that only look alike, each may be an account of its own. */
const hashOf = (username: string): string => hash('sha256', username, 'base64url');

/** Creates the known devices. */
export const createKnownDevices = (keys: readonly Secret[], isSecure: boolean) => {
  const cookies = createSealedCookies(isSecure, 'device');
  const seal = createSeal(keys, 'devices of users');
  return {
    /** Whether the cookies of a request say that somebody has signed in with this username from its device. */
    has: async (header: string | undefined, username: string): Promise<boolean> => {
      const opened = await Promise.all(cookies.read(header).map((each) => seal.open(each)));
      return opened.includes(hashOf(username));
    },
    /** Writes headers `Set-Cookie` for a device from which a user has just signed in. */
    write: async (username: string): Promise<readonly string[]> =>
      cookies.write(await seal.seal(hashOf(username)), MAX_AGE_S),
  };
};
