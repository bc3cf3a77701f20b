/** Nothing grows with what callers make up: tokens, documents, cursors, ids, usernames. */
import { writeCursor } from '../../../src/gateway/arguments/paging.ts';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { heapInUse, megabytes } from './heap.ts';
import { loadGateway } from './loaded-gateway.ts';

const LANES = 16;
const MB = 1024 * 1024;
/** After so many of them everything that is bounded is full. */
const FULL_AFTER = 20_000;

/** Sends `amount` requests, each with a token, a document, a cursor, an id and a username of its own. */
export const runEndlessVariety: RunGroup = async (amount) => {
  using oracle = createOracle();
  let before = 0;
  let after = 0;
  await loadGateway(oracle, 'endless variety', {}, async ({ client }) => {
    const run = (first: number, count: number): Promise<void> =>
      inLanes(count, LANES, async (offset) => {
        const number = first + offset;
        const isSignIn = number % 10 === 0;
        const cursor = writeCursor('watched-listings', number);
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
                query: `query Q${number} { a${number}: viewer { watchedListings(after: "${cursor}") { nodes { id } } } }`,
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
