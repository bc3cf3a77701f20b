/** Callers of the gateway with a bearer token, and the same callers with the cookie of a browser session. */
import { randomBytes } from 'node:crypto';
import { writeSession } from '../../src/gateway/browser-sessions/browser-session.ts';
import { createSeal } from '../../src/gateway/browser-sessions/seal.ts';
import { createSealedCookies } from '../../src/gateway/browser-sessions/sealed-cookies.ts';
import { AccessToken, Secret } from '../../src/rest/call/credentials.ts';
import { type Caller, TOKENS, tokenOf } from '../workloads.ts';

/** A way in which callers show who they are. */
export interface WayIn {
  readonly title: string;
  /** Characters of a token. */
  readonly tokenLength: number;
  readonly hasCookie: boolean;
}

/** The ways, each bearer token before the cookie that is compared with it. */
export const waysIn: readonly WayIn[] = [
  { title: 'bearer token', tokenLength: 40, hasCookie: false },
  { title: 'session cookie', tokenLength: 40, hasCookie: true },
  { title: 'bearer token of 2 KB', tokenLength: 2000, hasCookie: false },
  { title: 'session cookies with it', tokenLength: 2000, hasCookie: true },
];

/** Life of the tokens: longer than a measurement takes. */
const LIFE_MS = 24 * 3_600_000;

/** The token of a caller, with zeros before its number that make it as long as it is to be. */
const longTokenOf = (caller: Caller, number: number, length: number): string => {
  const [name = '', digits = ''] = tokenOf(caller, number).split('.');
  return `${name}.${digits.padStart(length - name.length - 1, '0')}`;
};

/** Creates the headers of all callers. The key is that of the gateway. */
export const identitiesOf = async (
  { tokenLength, hasCookie }: WayIn,
  caller: Caller,
  key: Secret,
): Promise<readonly Readonly<Record<string, string>>[]> => {
  const seal = createSeal([key], 'session cookies');
  const cookies = createSealedCookies(true, 'session');
  const cookieOf = async (token: string): Promise<string> => {
    const accessToken = AccessToken.parse(token);
    if (accessToken === null) throw new RangeError('The token is no token.');
    const refreshToken = new Secret(randomBytes(tokenLength).toString('base64url').slice(0, tokenLength));
    const now = Date.now();
    const times = { startedAt: now, grantedAt: now, expiresAt: now + LIFE_MS };
    const text = writeSession({ accessToken, refreshToken, ...times, username: 'user', userId: '1' });
    const written = cookies.write(await seal.seal(text), LIFE_MS / 1000);
    return written
      .filter((each) => !each.includes('Max-Age=0'))
      .map((each) => each.split(';')[0])
      .join('; ');
  };
  return Promise.all(
    Array.from({ length: TOKENS }, async (_none, number) => {
      const token = longTokenOf(caller, number, tokenLength);
      return hasCookie ? { cookie: await cookieOf(token) } : { authorization: `Bearer ${token}` };
    }),
  );
};
