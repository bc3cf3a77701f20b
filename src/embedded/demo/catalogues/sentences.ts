import type { SeededRandom } from '../model/seeded-random.ts';

/** Fills `{name}` places of a text; a place without a value stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (place, name: string) => values[name] ?? place);
}

/** Makes the first letter a capital. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const collection = [
  'Pick-up from {locality} in the evening or at the weekend.',
  'It can be seen in {locality} after six.',
  'Collection from {locality}; I can help to load.',
  'Viewing in {locality} by appointment, please message first.',
  'Delivery within 10 km of {locality} can be arranged.',
  'To be collected in {locality}, there is parking in front of the door.',
];

const closing = [
  'No time wasters, please.',
  'Sensible offers are welcome.',
  'First come, first served; I do not hold items.',
  'Cash or instant transfer on collection.',
  'Send a message and I will answer the same day.',
  'If the listing is up, it is still available.',
  'More photos on request.',
];

/** A sentence on where a thing can be had. */
export function collectionSentence(random: SeededRandom, locality: string): string {
  return fillIn(random.pick(collection), { locality });
}

/** A last sentence. */
export function closingSentence(random: SeededRandom): string {
  return random.pick(closing);
}

/** Rounds a price the way people do: to 1 below 20, to 5 below 500, to 10, 50, 100, 500, then 1,000 euros. */
export function roundEuros(euros: number): number {
  const step =
    euros < 20
      ? 1
      : euros < 500
        ? 5
        : euros < 2_000
          ? 10
          : euros < 10_000
            ? 50
            : euros < 50_000
              ? 100
              : euros < 200_000
                ? 500
                : 1_000;
  return Math.max(step, Math.round(euros / step) * step);
}
