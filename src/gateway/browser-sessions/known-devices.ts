/** Browsers from which a user has signed in before: whoever guesses passwords from the same network, or anywhere else, does not lock them out. */
import { randomUUID } from 'node:crypto';
import { countedName } from '../admission/sign-in-name.ts';
import type { BrowserSessionSettings } from './browser-sessions.ts';
import { createSeal } from './seal.ts';
import { createSessionCookies } from './session-cookies.ts';

/** Browsers keep no cookie for longer than 400 days. */
const MAX_AGE_S = 400 * 86_400;

const ID_LENGTH = randomUUID().length;

/** Creates the devices of users. A device is a sealed cookie, which is good for attempts with the username that it was given for. */
export const createKnownDevices = ({ keys, isSecure }: Omit<BrowserSessionSettings, 'maxAgeS'>) => {
  const cookies = createSessionCookies({ isSecure, name: 'device' });
  const seal = createSeal(keys, 'devices of users');
  return {
    /** Names the device that the cookies of a request are of; null when the user has not signed in from it. */
    find: async (header: string | undefined, username: string): Promise<string | null> => {
      const opened = await Promise.all(cookies.read(header).map((each) => seal.open(each)));
      const name = countedName(username);
      const device = opened.find((text) => text?.slice(ID_LENGTH) === name);
      return device?.slice(0, ID_LENGTH) ?? null;
    },
    /** Writes headers `Set-Cookie` for a device from which a user has just signed in. */
    write: async (username: string): Promise<readonly string[]> =>
      cookies.write(await seal.seal(randomUUID() + countedName(username)), MAX_AGE_S),
  };
};
