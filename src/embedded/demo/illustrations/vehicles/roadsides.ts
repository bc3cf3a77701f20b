import { distantSail, hills, palm, road, sea, sky, tint, townRow } from '../canvas/backdrops.ts';
import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { all, ellipse, fade, gradientRect, line, rect, repeat } from '../canvas/svg.ts';

type Place = (brief: Brief) => string;

const street: Place = (brief) =>
  all(sky(brief.light, brief.viewRandom, 560), townRow(brief, 640), road(brief.light, 640));

const promenade: Place = ({ light, viewRandom }) =>
  all(
    sky(light, viewRandom, 430),
    sea(light, viewRandom, 430, 640),
    distantSail(viewRandom.integer(150, 1_000), 470, 34),
    repeat(16, (n) => rect(n * 80 - 10, 560, 10, 84, '#e8e2d4')),
    rect(0, 556, 1_200, 12, '#f2ede1'),
    rect(0, 604, 1_200, 8, '#e8e2d4'),
    palm(viewRandom.integer(60, 240), 646, 330),
    palm(viewRandom.integer(930, 1_130), 646, 380),
    road(light, 640),
  );

const countryside: Place = ({ light, viewRandom, palette }) =>
  all(
    sky(light, viewRandom, 520),
    hills(viewRandom, 560, '#a9b58a'),
    rect(0, 550, 1_200, 120, '#b9b377'),
    repeat(30, (n) => ellipse(n * 44 - 10, 636 + (n % 3) * 8, 34, 20, darken(palette.stone, 0.06 + (n % 4) * 0.05))),
    road(light, 656),
  );

const showroom: Place = ({ palette }) =>
  all(
    gradientRect('hall', [0, 0, 1_200, 680], [lighten(palette.wall, 0.3), palette.wallShade]),
    repeat(4, (n) =>
      all(line(165 + n * 290, 0, 165 + n * 290, 70, '#8b93a0', 3), rect(75 + n * 290, 66, 180, 18, '#fffdf4', 9)),
    ),
    repeat(6, (n) => rect(n * 210 - 20, 180, 190, 400, lighten(palette.wall, 0.45), 6)),
    rect(0, 250, 1_200, 14, palette.accent),
    gradientRect('floor', [0, 660, 1_200, 240], ['#c3c8d0', '#e2e5ea']),
    fade(0.4, ellipse(600, 800, 620, 90, '#ffffff')),
  );

/** What is behind a parked vehicle, and the light laid over both; its wheels stand between 780 and 820. */
export interface Roadside {
  readonly behind: string;
  readonly over: string;
}

const places: readonly Place[] = [street, promenade, countryside, showroom];

/** Chooses where a vehicle stands: another place in each view. */
export function roadsideFor(brief: Brief): Roadside {
  const place = places[(brief.seed + brief.view) % places.length] ?? street;
  return { behind: place(brief), over: place === showroom ? '' : tint(brief.light) };
}
