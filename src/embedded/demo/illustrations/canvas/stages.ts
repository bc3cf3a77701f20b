import { pottedPlant, shadow } from './backdrops.ts';
import type { Brief, Drawing } from './brief.ts';
import { darken, lighten, mix } from './colour.ts';
import {
  all,
  circle,
  ellipse,
  fade,
  gradientRect,
  line,
  mirror,
  move,
  path,
  polygon,
  rect,
  repeat,
  scale,
} from './svg.ts';

/** A place to photograph a thing in; the thing stands on y = 770 around x = 600. */
type Stage = (brief: Brief) => string;

const studio: Stage = ({ palette }) =>
  all(
    gradientRect('stage', [0, 0, 1_200, 900], [lighten(palette.wall, 0.35), palette.wall]),
    fade(0.55, circle(600, 420, 330, lighten(palette.accent, 0.62))),
    gradientRect('stage-floor', [0, 690, 1_200, 210], [palette.wallShade, lighten(palette.wallShade, 0.25)]),
  );

const livingRoom: Stage = ({ palette, viewRandom, light }) => {
  const x = viewRandom.pick([90, 830]);
  return all(
    rect(0, 0, 1_200, 900, palette.wall),
    rect(x, 90, 280, 330, '#ffffff', 6),
    gradientRect('window', [x + 14, 104, 252, 302], [light.sky[0], light.sky[2]]),
    line(x + 140, 104, x + 140, 406, '#ffffff', 10),
    line(x + 14, 250, x + 266, 250, '#ffffff', 10),
    path(`M${x - 40} 70h90q10 200 -50 420h-40z`, mix(palette.accent, '#ffffff', 0.35)),
    path(`M${x + 320} 70h-90q-10 200 50 420h40z`, mix(palette.accent, '#ffffff', 0.35)),
    rect(x - 60, 58, 400, 14, palette.wood, 7),
    rect(0, 640, 1_200, 30, lighten(palette.wall, 0.5)),
    rect(0, 670, 1_200, 230, palette.wood),
    repeat(5, (n) => line(0, 690 + n * 46, 1_200, 690 + n * 46, darken(palette.wood, 0.12), 3)),
    fade(0.8, ellipse(600, 790, 520, 80, mix(palette.second, '#ffffff', 0.45))),
    pottedPlant(x > 600 ? 120 : 1_090, 720, 230, palette.accent),
  );
};

const terrace: Stage = ({ palette, light }) =>
  all(
    gradientRect('stage', [0, 0, 1_200, 470], light.sky),
    rect(0, 430, 1_200, 260, light.sea[1]),
    rect(0, 430, 1_200, 40, light.sea[0]),
    repeat(13, (n) => path(`M${n * 96 - 6} 500h44l-8 50q10 40 0 110h-28q-10 -70 0 -110z`, '#f0e4c8')),
    rect(0, 478, 1_200, 26, '#f5ecd6'),
    rect(0, 654, 1_200, 30, '#e3d4b2'),
    rect(0, 684, 1_200, 216, palette.stone),
    repeat(8, (n) => line(n * 200 - 120 + 40, 684, n * 260 - 420, 900, darken(palette.stone, 0.12), 3)),
    line(0, 768, 1_200, 768, darken(palette.stone, 0.12), 3),
    pottedPlant(110, 740, 210, '#b5603d'),
  );

const evening: Stage = ({ palette, view }) => {
  const base = view % 2 === 0 ? '#232a45' : darken(palette.second, 0.45);
  return all(
    gradientRect('stage', [0, 0, 1_200, 700], [darken(base, 0.25), lighten(base, 0.12)]),
    fade(0.16, circle(600, 430, 420, palette.accent)),
    fade(0.2, circle(600, 430, 300, lighten(palette.accent, 0.3))),
    gradientRect('stage-floor', [0, 690, 1_200, 210], [darken(base, 0.35), darken(base, 0.05)]),
  );
};

const tabletop: Stage = ({ palette }) =>
  all(
    rect(0, 0, 1_200, 700, mix(palette.wall, palette.second, 0.18)),
    repeat(7, (n) => rect(n * 190 - 30, 0, 4, 690, mix(palette.wall, palette.second, 0.3))),
    rect(110, 150, 300, 18, palette.wood, 4),
    rect(150, 78, 34, 72, palette.accent, 3),
    rect(188, 64, 28, 86, palette.second, 3),
    rect(220, 84, 40, 66, '#f2ead8', 3),
    circle(330, 124, 26, palette.accent),
    rect(0, 690, 1_200, 210, palette.wood),
    rect(0, 690, 1_200, 16, lighten(palette.wood, 0.2)),
    repeat(4, (n) => line(0, 745 + n * 44, 1_200, 740 + n * 46, darken(palette.wood, 0.14), 3)),
  );

const stages: readonly Stage[] = [studio, livingRoom, tabletop, terrace, evening];

/** A camera: how a thing is seen from it. */
type Camera = (thing: string) => string;

const cameras: readonly Camera[] = [
  (thing) => thing,
  (thing) => mirror(thing),
  (thing) => move(150, 40, scale(1.75, 600, 560, thing)),
  (thing) => scale(0.82, 600, 775, thing),
  (thing) => mirror(move(180, 90, scale(1.5, 600, 500, thing))),
  (thing) => scale(1.12, 600, 775, thing),
];

/** What a thing is like: how wide its shadow is, and where it may be shown (default: everywhere). */
export interface ThingTraits {
  readonly shadowWidth: number;
  readonly isOutdoors?: boolean;
}

/**
 * Makes a picture of a thing: each view shows it in another place and from another camera. The thing is drawn standing
 * on y = 770 around x = 600, not wider than 800 and not higher than 620.
 */
export function staged(thing: (brief: Brief) => string, { shadowWidth, isOutdoors = false }: ThingTraits): Drawing {
  const suitable = isOutdoors ? [terrace, studio, terrace, evening] : stages;
  return (brief) => {
    const stage = suitable[(brief.seed + brief.view) % suitable.length] ?? studio;
    const camera = cameras[brief.view % cameras.length] ?? ((shown: string) => shown);
    return all(stage(brief), camera(all(shadow(600, 772, shadowWidth), thing(brief))));
  };
}

/** Draws a slanted gleam over a pane, given its corners. */
export function gleam(x: number, y: number, width: number, height: number): string {
  return fade(
    0.16,
    polygon(
      [
        [x + width * 0.18, y + height],
        [x + width * 0.48, y],
        [x + width * 0.7, y],
        [x + width * 0.4, y + height],
      ],
      '#ffffff',
    ),
  );
}
