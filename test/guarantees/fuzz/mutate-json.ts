/** Random changes of JSON: values of other types, fields that are gone, texts that no one expects. */
import type { SeededRandom } from '../../support/random/seeded-random.ts';

const deep = (levels: number, random: SeededRandom): unknown => {
  let value: unknown = 1;
  const isList = random.chance(0.5);
  for (let level = 0; level < levels; level += 1) value = isList ? [value] : { Items: value };
  return value;
};

const texts = [
  ...'null true NaN 0x10 1e400 -0 __proto__ \0 \ud800 \u202eabc 😀 /Date(1)/ <script> ../../etc 9223372036854775808'.split(
    ' ',
  ),
  '',
  ' ',
  '2025-13-45T99:99:99Z',
  "' OR 1=1 --",
  'x'.repeat(5000),
];
const numbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, Number.MIN_VALUE, -0];

/** Any value at all. */
export const oddValue = (random: SeededRandom): unknown => {
  const fate = random.integer(0, 8);
  if (fate === 0) return null;
  if (fate <= 2) return random.pick(texts);
  if (fate <= 4) return random.pick(numbers);
  if (fate === 5) return random.chance(0.5);
  if (fate === 6) return random.pick<unknown>([[], {}, [[]], [null], [{}], { toString: 1, constructor: null }]);
  return deep(random.pick([3, 40, 400]), random);
};

const mutateEntries = (value: object, random: SeededRandom, share: number): unknown => {
  const entries = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const fate = random.next();
    if (fate < share / 3) return [];
    if (fate < share / 2) return [[random.pick([name.toLowerCase(), `${name}s`, '__proto__', '']), field]];
    return [[name, mutate(field, random, share)]];
  });
  // Unlike an assignment this makes a field of its own of `__proto__`.
  return Object.fromEntries(entries);
};

const mutate = (value: unknown, random: SeededRandom, share: number): unknown => {
  if (random.chance(share / 3)) return oddValue(random);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mutate(item, random, share));
    if (!random.chance(share / 3)) return items;
    return random.pick<unknown>([[...items, ...items], items[0], [items], [...items, oddValue(random)], []]);
  }
  return typeof value === 'object' && value !== null ? mutateEntries(value, random, share) : value;
};

/** Changes some of a value, in depth. */
export const mutateJson = (value: unknown, random: SeededRandom): unknown =>
  mutate(value, random, random.pick([0.02, 0.1, 0.4, 1]));

/** Changes the text of JSON: cuts it off, or puts something in that JSON does not have. */
export const mutateText = (text: string, random: SeededRandom): string => {
  const at = random.integer(0, text.length);
  const put = ['', 'NaN', '\\u0000', '9'.repeat(400), '-', '1e999', '\u2028', '//', ',,', '{"a":', '"', '\ufeff'];
  return random.chance(0.4)
    ? text.slice(0, at)
    : text.slice(0, at) + random.pick(put) + text.slice(at + random.integer(0, 3));
};
