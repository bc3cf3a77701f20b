/** Documents that are harmless with one set of variables and not with another. */
import { callerCanaries } from '../canaries.ts';
import type { Oracle } from '../oracle.ts';
import { codesIn } from '../reply-form.ts';
import { tryGateway } from '../tried-gateway.ts';

interface Trap {
  readonly query: string;
  readonly small: object;
  readonly huge: object;
}

const many = Array.from({ length: 300 }, (_, at) => String(at + 1));

const traps: readonly Trap[] = [
  {
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Listing { viewCount } } }',
    small: { ids: ['Listing:1'] },
    huge: { ids: many.map((id) => `Listing:${id}`) },
  },
  {
    query: 'query ($n: Int) { viewer { watchedListings(first: $n) { nodes { viewCount } } } }',
    small: { n: 2 },
    huge: { n: 100 },
  },
  {
    query: 'query ($all: Boolean!) { viewer { watchedListings { nodes { viewCount @include(if: $all) id } } } }',
    small: { all: false },
    huge: { all: 'x'.repeat(200_000) },
  },
  {
    query: 'query ($n: Int) { viewer { watchedListings(first: $n) { nodes { id seller { name } } } } }',
    small: { n: 1 },
    huge: { n: 2 ** 31 - 1 },
  },
  {
    query: 'mutation ($ids: [ID!]!) { deleteListings(input: { ids: $ids }) { userErrors { code } } }',
    small: { ids: ['1'] },
    huge: { ids: many },
  },
];

/** Sends each document with few, many and again few: the limits have to look at the variables each time. */
export const tryHugeVariables = (rounds: number, oracle: Oracle): Promise<void> =>
  tryGateway(oracle, 'huge variables', {}, async ({ client, service, own }) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const { query, small, huge } of traps) {
        for (const variables of [small, huge, small]) {
          const before = service.seen.length;
          const reply = await client.operation({ query, variables: { ...variables }, token: callerCanaries.token });
          oracle.judge(reply, query, 'graphql', own);
          const calls = service.seen.length - before;
          if (variables === small && codesIn(reply).length > 0) oracle.fail(`${query}: refused: ${reply.text}`);
          if (variables === huge && codesIn(reply).length === 0) oracle.fail(`${query}: not refused`);
          if (variables === huge && calls > 0) oracle.fail(`${query}: ${calls} calls for what is refused`);
          oracle.count();
        }
      }
    }
  });
