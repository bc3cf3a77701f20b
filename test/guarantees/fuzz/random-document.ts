import { type RandomOperation, randomOperation } from '../../gateway/pricing/random-operation.ts';
/** Random documents: valid ones made from the schema, and ones that are a little or altogether wrong. */
import { createSeededRandom, mixSeed, type SeededRandom } from '../../support/random/seeded-random.ts';
import { names, punctuators, scalars, types } from './document-alphabet.ts';
import { mutateJson } from './mutate-json.ts';

/** How a document comes about. */
export type DocumentKind = 'valid' | 'other variables' | 'near' | 'grammar' | 'noise';

/** A document with its variables, and how it came about. */
export interface RandomDocument {
  readonly kind: DocumentKind;
  readonly text: string;
  /** Anything at all, also no object. */
  readonly variables: unknown;
}

const words = (random: SeededRandom, count: number, pools: readonly (readonly string[])[]): string =>
  Array.from({ length: count }, () => random.pick(random.pick(pools))).join(random.chance(0.8) ? ' ' : '');

const argumentsOf = (random: SeededRandom): string => {
  if (random.chance(0.6)) return '';
  const given = Array.from({ length: random.integer(1, 3) }, () => `${random.pick(names)}: ${random.pick(scalars)}`);
  return `(${given.join(', ')})`;
};

const directive = (random: SeededRandom): string =>
  random.chance(0.9)
    ? ''
    : ` @${random.pick(['skip', 'include', 'defer', 'stream', 'nobody', 'deprecated'])}(if: ${random.pick(scalars)})`;

/** A selection that follows the grammar, and the schema now and then. */
const selection = (random: SeededRandom, depth: number): string => {
  const fields = Array.from({ length: random.integer(1, 4) }, () => {
    const fate = random.next();
    if (fate < 0.08) return `...${random.pick(['F', 'G', 'nobody'])}${directive(random)}`;
    if (fate < 0.16) return `... on ${random.pick(types)} ${selection(random, depth - 1)}`;
    const alias = random.chance(0.2) ? `${random.pick(names)}: ` : '';
    const deeper = depth > 0 && random.chance(0.6) ? ` ${selection(random, depth - 1)}` : '';
    return `${alias}${random.pick(names)}${argumentsOf(random)}${directive(random)}${deeper}`;
  });
  return `{ ${fields.join(' ')} }`;
};

const fromGrammar = (random: SeededRandom): string => {
  const head = random.pick(['', 'query', 'query Q', 'mutation M', 'subscription S', 'query Q($v: ', 'query ($v: ']);
  const declared = head.endsWith(': ')
    ? `${head}${random.pick(types)}${random.chance(0.3) ? ` = ${random.pick(scalars)}` : ''})`
    : head;
  const fragments = ['F', 'G']
    .filter(() => random.chance(0.3))
    // Fragments that use each other, or themselves.
    .map(
      (name) => `fragment ${name} on ${random.pick(types)} { ...${random.pick(['F', 'G'])} ${selection(random, 2)} }`,
    );
  return [`${declared} ${selection(random, random.integer(0, 14))}`, ...fragments].join('\n');
};

/** Changes a few places of a text: leaves out, repeats, swaps, puts in. */
const spoilText = (random: SeededRandom, text: string): string => {
  let spoilt = text;
  for (let changes = random.integer(1, 4); changes > 0; changes -= 1) {
    const at = random.integer(0, spoilt.length);
    const end = at + random.integer(1, 6);
    const put = random.pick([
      '',
      random.pick(punctuators),
      random.pick(names),
      random.pick(scalars),
      spoilt.slice(at, end).repeat(2),
      String.fromCharCode(random.integer(0, 0xffff)),
    ]);
    spoilt = spoilt.slice(0, at) + put + spoilt.slice(random.chance(0.5) ? at : end);
  }
  return spoilt;
};

const noise = (random: SeededRandom): string =>
  random.chance(0.5)
    ? words(random, random.integer(0, 60), [punctuators, names, scalars, types])
    : Buffer.from(Array.from({ length: random.integer(0, 400) }, () => random.integer(0, 255))).toString(
        random.pick(['latin1', 'utf8']),
      );

type Make = (random: SeededRandom, valid: () => RandomOperation) => Omit<RandomDocument, 'kind'>;

const makers: Readonly<Record<DocumentKind, Make>> = {
  valid: (_random, valid) => valid(),
  'other variables': (random, valid) => {
    const { text, variables } = valid();
    return { text, variables: mutateJson(variables, random) };
  },
  near: (random, valid) => {
    const { text, variables } = valid();
    return { text: spoilText(random, text), variables };
  },
  grammar: (random) => ({ text: fromGrammar(random), variables: { v: mutateJson({ a: [1, 'x'] }, random) } }),
  noise: (random) => ({ text: noise(random), variables: mutateJson({ v: 1 }, random) }),
};

const kinds: readonly DocumentKind[] = ['valid', 'other variables', 'near', 'grammar', 'noise'];

/** Makes the document of a number within a run. */
export const randomDocument = (seed: number, number: number): RandomDocument => {
  const random = createSeededRandom(mixSeed(seed, number));
  const kind = random.pick(kinds);
  return { kind, ...makers[kind](random, () => randomOperation(mixSeed(seed, number, 1))) };
};
