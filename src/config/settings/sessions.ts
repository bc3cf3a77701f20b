import { sessionKeys, wholeNumber } from '../kinds.ts';
import { always, depends, settingIn } from './setting.ts';

const setting = settingIn('Browser sessions');

/** Settings of the sessions of browsers. */
export const sessionSettings = {
  sessionKeys: setting({
    name: 'SESSION_KEYS',
    what: 'Secrets that seal the session cookies of browsers, each of at least 32 bytes in hexadecimal or base64url, comma-separated. The first seals and all open, so that a secret can be rotated. Without one there are no browser sessions.',
    kind: sessionKeys,
    default: depends('unset; a random key with the embedded service, until it stops', () => undefined),
    example: '5f0f4b2ad3b0b5b0c1f8a5a8c2d6a0f37cc1de22e6d34b1b9f6a51d2b30c7e14',
  }),
  sessionMaxAge: setting({
    name: 'SESSION_MAX_AGE_S',
    what: 'Seconds from sign-in after which a browser session ends, however often it was renewed.',
    kind: wholeNumber(60, 34_560_000, 'of seconds '),
    default: always(2_592_000),
    example: '604800',
  }),
};
