/** Session cookies that no gateway with these keys sealed, or that were changed: they are nobody's, and cost next to nothing. */
import { randomBytes } from 'node:crypto';
import { createSeal } from '../../../src/gateway/browser-sessions/seal.ts';
import { Secret } from '../../../src/upstream/call/credentials.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import type { HttpClient, Reply } from '../http-client.ts';
import { inLanes } from '../lanes.ts';
import type { Oracle } from '../oracle.ts';
import { figure } from '../outcome.ts';

const LANES = 16;
const MOST_PART_LENGTH = 3800;

const body = JSON.stringify({ query: '{ viewer { username } }' });

/** What a cookie is made of, and a source of chance. */
interface Material {
  /** Sealed with keys that have left the gateway. */
  readonly old: string;
  /** Of a session that the gateway opens. */
  readonly sealed: string;
  readonly random: ReturnType<typeof createSeededRandom>;
}

const noise = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);

/** Replaces one character by another that stands for other bits, wherever it is. */
const changed = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' || text[at] === '.' ? 'w' : 'A') + text.slice(at + 1);

/** Kinds of cookies that nobody was given. */
const kinds: readonly ((material: Material) => string)[] = [
  ({ random }) => `session=1:${noise(random.integer(1, MOST_PART_LENGTH))}`,
  ({ sealed, random }) =>
    `session=1:${sealed.split('.')[0]}..${noise(16)}.${noise(random.integer(1, 900))}.${noise(22)}`,
  // The last character of a part has bits that stand for nothing: those before it do not.
  ({ sealed, random }) => {
    const ends = sealed.split('.').map((part, at, parts) => parts.slice(0, at).join('.').length + part.length + 1);
    const at = random.integer(0, sealed.length - 3);
    return `session=1:${changed(sealed, ends.some((end) => Math.abs(end - at) < 3) ? 3 : at)}`;
  },
  ({ sealed, random }) => `session=1:${sealed.slice(0, random.integer(0, sealed.length - 1))}`,
  ({ sealed, random }) => `session=1:${sealed}${noise(random.integer(2, 90))}`,
  ({ sealed, random }) => `session=1:${noise(random.integer(1, 90))}${sealed}`,
  ({ old }) => `session=1:${old}`,
  ({ sealed }) => `session=1:${sealed}; session=1:${sealed}`,
  ({ sealed, random }) => `session=${random.pick(['', '0', '2', '4', '5', '11', '-1', 'x'])}:${sealed}`,
  ({ sealed, random }) => `session=2:${sealed.slice(0, 90)}; session-${random.integer(3, 9)}=${sealed.slice(90)}`,
  ({ sealed }) => `session=2:${sealed.slice(90)}; session-2=${sealed.slice(0, 90)}`,
  ({ sealed, old }) => `session=2:${sealed.slice(0, 90)}; session-2=${old.slice(90)}`,
  () => `session=4:${noise(3600)}; session-2=${noise(3600)}; session-3=${noise(3600)}; session-4=${noise(3600)}`,
  ({ random }) => `session=${random.pick(['', '1', ':', '1:', '....', '1:....', '{}', '1:null', '%', '"', '\t1:x'])}`,
];

const problemOf = ({ status, text, headers }: Reply): string | null => {
  if (status !== 401 || !text.includes('"SESSION_ENDED"')) return `got ${status}: ${text.slice(0, 200)}`;
  const cookies = headers['set-cookie'] ?? [];
  return cookies.some((each) => each.startsWith('session=; Max-Age=0')) &&
    cookies.every((each) => each.includes('=; Max-Age=0'))
    ? null
    : 'was not taken away';
};

/**
 * Sends made-up cookies of every kind.
 *
 * @param sealed text of a cookie of one part that the gateway opens
 * @param calls counts calls to the service, of which there must be none
 * @returns a figure for the report
 */
export const sendMadeUpCookies = async (
  amount: number,
  client: HttpClient,
  sealed: string,
  calls: () => number,
  oracle: Oracle,
  seed: number,
): Promise<string> => {
  const random = createSeededRandom(seed);
  const left = createSeal([new Secret(randomBytes(32).toString('hex'))], 'session cookies');
  const callsBefore = calls();
  await inLanes(amount, LANES, async (number) => {
    const make = kinds[number % kinds.length];
    if (make === undefined) throw new Error('There is no such kind.');
    const cookie = make({ sealed, old: await left.seal('{}'), random });
    const reply = await client.send({ headers: { 'content-type': 'application/json', cookie }, body });
    oracle.judge(reply, 'a cookie that was made up');
    const problem = problemOf(reply);
    if (problem !== null) oracle.fail(`The cookie ${cookie.slice(0, 100)} ${problem}`);
  });
  const made = calls() - callsBefore;
  oracle.count(amount);
  if (made > 0) oracle.fail(`${made} calls of the service for cookies that were made up.`);
  return `${figure(amount)} made-up cookies: nobody, ${made} calls`;
};
