import type { IllustrationSpec, PaintName } from '../../model/demo-types.ts';
import { illustrationSubjects, paintNames } from '../../model/illustration-vocabulary.ts';
import { createSeededRandom, mixSeed, type SeededRandom } from '../../model/seeded-random.ts';
import { paintColours } from './colour.ts';
import { chooseLight, type Light } from './light.ts';

/** Colours of a room or a house that go together. */
export interface Palette {
  readonly wall: string;
  readonly wallShade: string;
  readonly accent: string;
  readonly second: string;
  readonly wood: string;
  readonly stone: string;
}

/** What a drawing gets to know of its picture. */
export interface Brief {
  /** The same for all views of a listing: for the details of the thing itself. */
  readonly random: SeededRandom;
  /** Different in each view: for what stands around it. */
  readonly viewRandom: SeededRandom;
  readonly seed: number;
  readonly view: number;
  readonly paint: string;
  readonly palette: Palette;
  readonly light: Light;
}

/** Draws a whole picture as SVG text in the box of 1200 by 900. */
export type Drawing = (brief: Brief) => string;

const palettes: readonly Palette[] = [
  { wall: '#f1e6d6', wallShade: '#e2d2bb', accent: '#d9744a', second: '#2f6f73', wood: '#b98253', stone: '#e9d3a4' },
  { wall: '#dfe9ea', wallShade: '#c9d9db', accent: '#e2a23b', second: '#39608a', wood: '#a8764a', stone: '#e5cd9f' },
  { wall: '#f3dfd6', wallShade: '#e6c9bc', accent: '#3f8a7d', second: '#c4574f', wood: '#9c6a43', stone: '#efdcb2' },
  { wall: '#e7e4f1', wallShade: '#d3cee5', accent: '#e07a5f', second: '#5a5aa8', wood: '#b58a60', stone: '#e3c893' },
  { wall: '#e4ecdd', wallShade: '#cfdcc3', accent: '#c9653f', second: '#4c7f57', wood: '#a57b4d', stone: '#ead7ab' },
  { wall: '#f4ead0', wallShade: '#e6d7b0', accent: '#2d7fa3', second: '#d98e32', wood: '#8f6140', stone: '#e8d0a0' },
];

const namedPaints: readonly PaintName[] = paintNames.filter((name) => name !== 'white' && name !== 'beige');

/** Prepares what a picture of a spec needs. */
export function createBrief({ subject, seed, view, paint }: IllustrationSpec): Brief {
  const random = createSeededRandom(mixSeed(illustrationSubjects.indexOf(subject), seed, 1));
  const viewRandom = createSeededRandom(mixSeed(illustrationSubjects.indexOf(subject), seed, 2, view));
  const shared = createSeededRandom(mixSeed(seed, 3));
  return {
    palette: shared.pick(palettes),
    paint: paintColours[paint ?? shared.pick(namedPaints)],
    // People choose a picture in daylight as their first.
    light: chooseLight(view === 0 ? shared.integer(0, 3) : shared.integer(0, 8) + view),
    random,
    viewRandom,
    seed,
    view,
  };
}
