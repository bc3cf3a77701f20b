import type { PaintName } from '../../model/illustration-vocabulary.ts';

/** Colours of things by name. */
export const paintColours: Readonly<Record<PaintName, string>> = {
  white: '#f3f2ee',
  silver: '#bcc4cc',
  grey: '#6f7a86',
  black: '#2b2f37',
  red: '#d1473f',
  blue: '#2f6fb3',
  green: '#3f8f6b',
  yellow: '#f0bd3a',
  orange: '#e8813a',
  beige: '#d9c3a0',
  brown: '#8a5a3c',
  teal: '#2a9d9a',
};

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Mixes two colours of the form `#rrggbb`; `share` 0 gives the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const seconds = channels(second);
  return `#${channels(first)
    .map((value, n) => Math.round(value + ((seconds[n] ?? value) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Makes a colour darker by a share from 0 to 1; shadows lean to blue. */
export const darken = (colour: string, share: number): string => mix(colour, '#141a33', share);

/** Makes a colour lighter by a share from 0 to 1. */
export const lighten = (colour: string, share: number): string => mix(colour, '#ffffff', share);
