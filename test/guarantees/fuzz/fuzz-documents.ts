/** Random documents against a gateway in front of a plausible service. */
import { scriptPlausibleService } from '../../gateway/pricing/plausible-service.ts';
import { type RandomOperation, randomOperation } from '../../gateway/pricing/random-operation.ts';
import { type SeededRandom, createSeededRandom, mixSeed } from '../../support/random/seeded-random.ts';
import { startScriptedUpstream } from '../../support/scripted-upstream.ts';
import { judgeGateway } from '../judged-gateway.ts';
import { inLanes } from '../lanes.ts';
import { callerCanaries, codesIn, createOracle } from '../oracle.ts';
import { type RunGroup, figure } from '../outcome.ts';

/** How a document comes about. */
export type DocumentKind = 'valid' | 'other variables' | 'near' | 'noise';

/** A document with its variables, and how it came about. */
export interface RandomDocument {
  readonly kind: DocumentKind;
  readonly text: string;
  readonly variables: unknown;
}

/** What stands in a document that is wrong: names, literals and punctuators that are seldom seen together. */
const words =
  'listing viewer nodes __schema nobody on fragment query mutation subscription true null Query ID! [Int!]! @skip @defer { } ( ) [ ] : ! $ ... = | & " """ # -1 1e1000 9223372036854775808 [[[[1]]]] $v "\\ud800" \u202e'.split(
    ' ',
  );

const odd: readonly unknown[] = [
  null,
  '',
  'x'.repeat(5000),
  '\ud800',
  -1,
  1.5,
  2 ** 53,
  1e300,
  true,
  [],
  [[]],
  {},
  [null],
];

/** Changes a few places of a text: leaves out, repeats, puts in. */
const spoilText = (random: SeededRandom, text: string): string => {
  let spoilt = text;
  for (let changes = random.integer(1, 4); changes > 0; changes -= 1) {
    const at = random.integer(0, spoilt.length);
    const end = at + random.integer(1, 6);
    const put = random.pick(['', random.pick(words), spoilt.slice(at, end).repeat(2)]);
    spoilt = spoilt.slice(0, at) + put + spoilt.slice(random.chance(0.5) ? at : end);
  }
  return spoilt;
};

const noise = (random: SeededRandom): string =>
  random.chance(0.5)
    ? Array.from({ length: random.integer(0, 60) }, () => random.pick(words)).join(' ')
    : Buffer.from(Array.from({ length: random.integer(0, 400) }, () => random.integer(0, 255))).toString('latin1');

type Make = (random: SeededRandom, valid: RandomOperation) => Omit<RandomDocument, 'kind'>;

const makers: Readonly<Record<DocumentKind, Make>> = {
  valid: (_random, valid) => valid,
  'other variables': (random, { text, variables }) => ({
    text,
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, random.chance(0.5) ? value : random.pick(odd)]),
    ),
  }),
  near: (random, { text, variables }) => ({ text: spoilText(random, text), variables }),
  noise: (random) => ({ text: noise(random), variables: random.pick(odd) }),
};

const kinds: readonly DocumentKind[] = ['valid', 'other variables', 'near', 'noise'];

/** Makes the document of a number within a run. */
export const randomDocument = (seed: number, number: number): RandomDocument => {
  const random = createSeededRandom(mixSeed(seed, number));
  const kind = random.pick(kinds);
  return { kind, ...makers[kind](random, randomOperation(mixSeed(seed, number, 1))) };
};

const LANES = 8;

/** A kind of document must come to data now and then, or be refused for what it is. */
interface Tally {
  readonly data: number;
  readonly refused: number;
}

/** Sends `amount` random documents, with a service that is odd in four of ten. */
export const runFuzzedDocuments: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  await using upstream = await startScriptedUpstream();
  scriptPlausibleService(upstream, (requestId) => {
    const number = Number(/\d+$/.exec(requestId)?.[0] ?? 0);
    return { seed: number, isOdd: number % 10 < 4 };
  });
  const tallies = new Map<DocumentKind, Tally>();
  const service = { url: upstream.url, connections: () => upstream.connections() };
  await judgeGateway(oracle, 'after the documents', service, {}, async ({ client }) => {
    await inLanes(amount, LANES, async (number) => {
      const { kind, text, variables } = randomDocument(seed, number);
      const reply = await client.send({
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${callerCanaries.token}`,
          'x-request-id': `document-${number}`,
        },
        body: JSON.stringify({ query: text, variables }),
      });
      const what = `document ${number} (${kind}): ${text.slice(0, 500)} with ${JSON.stringify(variables)?.slice(0, 200)}`;
      oracle.judge(reply, what, 'graphql', [upstream.url.host]);
      const { data = 0, refused = 0 } = tallies.get(kind) ?? {};
      const isRefused = codesIn(reply).length > 0;
      tallies.set(kind, { data: data + Number(!isRefused), refused: refused + Number(isRefused) });
    });
  });
  oracle.count(amount);
  const kinds = [...tallies].map(([kind, { data, refused }]) => `${kind} ${figure(data)}/${figure(refused)}`);
  return oracle.outcome('fuzz: documents', seed, [`answered/refused: ${kinds.toSorted().join(', ')}`]);
};
