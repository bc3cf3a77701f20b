/** Ids that are at the edge of numbers, or try to be paths. */
import { callerCanaries } from '../canaries.ts';
import { inLanes } from '../lanes.ts';
import type { Oracle } from '../oracle.ts';
import { tryGateway } from '../tried-gateway.ts';

const ids: readonly string[] = [
  ...'-1 0 00 +7 9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775808'.split(' '),
  ...'1/../2 %2e %2e%2e%2f2 .. . 1?related=9 1#x 1;x=1 1%00 1\0 １ ٣ 1e3 0x10 1.0 NaN'.split(' '),
  ...'Listing: Listing:1/../2 Section:7 \ud800'.split(' '),
  '1\r\nX-Injected: 1',
  ' 1',
  '1 ',
  '',
];

const fields: readonly ((name: string) => string)[] = [
  (id) => `query ($id: ID!) { listing(id: ${id}) { viewCount } }`,
  (id) => `query ($id: ID!) { listingPreview(id: ${id}) { title } }`,
  (id) => `query ($id: ID!) { listingDefinition(id: ${id}) { title } }`,
  (id) => `query ($id: ID!) { section(id: ${id}) { label } }`,
  (id) => `query ($id: ID!) { node(id: ${id}) { id } }`,
  (id) => `query ($id: ID!) { categories(sectionId: ${id}) { key } }`,
  (id) =>
    `query ($id: ID!) { viewer { watchedListing(id: ${id}) { title } listings(sectionId: ${id}) { totalCount } } }`,
  (id) => `mutation ($id: ID!) { watchListing(input: { id: ${id} }) { userErrors { code } } }`,
  (id) => `mutation ($id: ID!) { deleteListing(input: { id: ${id} }) { userErrors { code } } }`,
  (id) => `mutation ($id: ID!) { deleteListings(input: { ids: [${id}] }) { userErrors { code } } }`,
];

/** Paths of the service that hold ids: nothing but a 64-bit number may stand in their place. */
const isOrdinary = (target: string, id: string): boolean => {
  const path = target.split('?', 1)[0] ?? '';
  const numbers = path.match(/\/-?\d+(?=\/|$)/g) ?? [];
  const given = /-?\d+/.exec(id)?.[0] ?? '';
  const isGiven = (number: string): boolean => BigInt(number.slice(1)) === BigInt(given === '' ? -1 : given);
  return /^\/api\/v1(?:\/(?:[a-z]+|-?\d+))+$/.test(path) && numbers.every(isGiven);
};

const isWhole = (text: string): boolean => !text.toLowerCase().includes('x-injected');

interface OddOperation {
  readonly id: string;
  readonly query: string;
  readonly variables: object;
}

const operationsWith = (id: string, withLiterals: boolean): readonly OddOperation[] =>
  fields.flatMap((field) => {
    const literal = field(JSON.stringify(id)).replace(/^(query|mutation) \(\$id: ID!\)/, '$1');
    const asVariable = { id, query: field('$id'), variables: { id } };
    return withLiterals ? [asVariable, { id, query: literal, variables: {} }] : [asVariable];
  });

const LANES = 8;

/** Sends every id to every field that takes one: as a variable, and as a literal where that is wanted. */
export const tryOddIds = (withLiterals: boolean, oracle: Oracle): Promise<void> =>
  tryGateway(oracle, 'odd ids', {}, async ({ client, service, own }) => {
    const operations = ids.flatMap((id) => operationsWith(id, withLiterals));
    await inLanes(operations.length, LANES, async (number) => {
      const operation = operations[number];
      if (operation === undefined) return;
      const { id, query, variables } = operation;
      const requestId = `odd-ids-${number}`;
      const reply = await client.operation({
        query,
        variables: { ...variables },
        token: callerCanaries.token,
        id: requestId,
      });
      const what = `${query} with ${JSON.stringify(id)}`;
      oracle.judge(reply, what, 'graphql', own);
      for (const { text } of service.seen.filter((seen) => seen.id === requestId)) {
        const target = text.slice(0, text.indexOf('\n'));
        if (!isOrdinary(target, id) || !isWhole(text)) oracle.fail(`${what}: the service is asked for ${target}`);
      }
      oracle.count();
    });
  });
