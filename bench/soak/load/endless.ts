/** Nothing grows with what callers make up: tokens, session cookies, documents, cursors, ids, usernames. */
import { randomBytes } from 'node:crypto';
import { createSeal } from '../../../src/gateway/browser-sessions/seal.ts';
import { writeCursor } from '../../../src/gateway/paging/cursor.ts';
import { inLanes } from '../../../test/guarantees/lanes.ts';
import { heapInUse, megabytes } from '../../../test/guarantees/load/heap.ts';
import { loadGateway } from '../../../test/guarantees/load/loaded-gateway.ts';
import { createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type RunGroup } from '../../../test/guarantees/outcome.ts';
import { withSessions } from '../../../test/support/browser-session.ts';

const LANES = 16;
const MB = 1024 * 1024;
/** After so many of them everything that is bounded is full. */
const FULL_AFTER = 65_000;

/** A session cookie that looks as if the gateway had sealed it, of one cookie or of two. */
const madeUpCookie = (header: string, number: number): string => {
  const text = `${header}..${randomBytes(12).toString('base64url')}.${randomBytes(600).toString('base64url')}.${randomBytes(16).toString('base64url')}`;
  return number % 20 === 5 ? `session=1:${text}` : `session=2:${text}; session-2=${text}`;
};

/** Sends `amount` requests, each with a token or cookie, a document, a cursor, an id and a username of its own. */
export const runEndlessVariety: RunGroup = async (amount) => {
  using oracle = createOracle();
  let before = 0;
  let after = 0;
  const settings = withSessions();
  const [header = ''] = (await createSeal(settings.browserSessions.keys, 'session cookies').seal('')).split('.');
  await loadGateway(oracle, 'endless variety', { settings }, async ({ client }) => {
    const run = (first: number, count: number): Promise<void> =>
      inLanes(count, LANES, async (offset) => {
        const number = first + offset;
        const isSignIn = number % 10 === 0;
        const cursor = writeCursor('watched-listings', number);
        const query = `query Q${number} { a${number}: viewer { watchedListings(after: "${cursor}") { nodes { id } } } }`;
        if (number % 10 === 5) {
          const cookie = madeUpCookie(header, number);
          const headers = { 'content-type': 'application/json', cookie };
          oracle.judge(await client.send({ headers, body: JSON.stringify({ query }) }), `request ${number}`);
          return;
        }
        const reply = await client.operation(
          isSignIn
            ? {
                query: 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }',
                variables: {
                  input: {
                    username: `u${number}`,
                    password: 'p',
                    client: { clientId: `c${number}`, clientSecret: 's' },
                  },
                },
              }
            : {
                query,
                token: `token-${number}`,
                id: `endless-${number}`,
              },
        );
        oracle.judge(reply, `request ${number}`);
      });
    const warm = Math.min(FULL_AFTER, Math.ceil(amount / 2));
    await run(0, warm);
    before = await heapInUse();
    await run(warm, amount - warm);
    after = await heapInUse();
  });
  oracle.count(amount);
  // Before the bounds are reached, the documents that are kept are allowed to be more.
  const slack = amount >= 2 * FULL_AFTER ? 6 * MB : 40 * MB;
  if (after > before * 1.05 + slack) oracle.fail(`The heap grew from ${megabytes(before)} to ${megabytes(after)}.`);
  return oracle.outcome('distinct tokens, documents and cursors', null, [
    `heap ${megabytes(before)} after ${figure(Math.min(FULL_AFTER, Math.ceil(amount / 2)))}, ${megabytes(after)} after ${figure(amount)}`,
  ]);
};
