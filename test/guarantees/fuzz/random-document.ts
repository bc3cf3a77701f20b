/** Random documents: valid ones made from the schema, and ones that are a little or altogether wrong. */
import { type RandomOperation, randomOperation } from '../../gateway/pricing/random-operation.ts';
import { createSeededRandom, mixSeed, type SeededRandom } from '../../support/random/seeded-random.ts';

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
