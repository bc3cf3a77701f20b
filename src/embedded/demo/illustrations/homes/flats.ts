import { distantSail, road, sea, sky, townRow, tree } from '../canvas/backdrops.ts';
import type { Brief, Drawing } from '../canvas/brief.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import { frameBuilding, glassOf } from '../canvas/house-frame.ts';
import { all, circle, ellipse, fade, line, path, polygon, rect, repeat } from '../canvas/svg.ts';

function apartmentBlock(brief: Brief): string {
  const { palette, random, seed } = brief;
  const floors = random.integer(4, 6);
  const bays = random.integer(3, 4);
  const floorHeight = 560 / floors;
  const left = 230;
  const width = 740;
  const bay = width / bays;
  const facade = random.pick(['#f4efe6', palette.stone, mix(palette.stone, '#ffffff', 0.5), '#e3e6ea']);
  const style = random.pick(['glass', 'rail', 'wall']);
  const flat = (floor: number, n: number): string => {
    const x = left + n * bay;
    const y = 160 + floor * floorHeight;
    const rail = y + floorHeight * 0.58;
    return all(
      rect(
        x + bay * 0.14,
        y + floorHeight * 0.16,
        bay * 0.44,
        floorHeight * 0.78,
        glassOf(brief, floor * 5 + n + seed),
      ),
      line(x + bay * 0.36, y + floorHeight * 0.16, x + bay * 0.36, y + floorHeight * 0.94, '#ffffff', 4),
      rect(
        x + bay * 0.68,
        y + floorHeight * 0.22,
        bay * 0.2,
        floorHeight * 0.4,
        glassOf(brief, floor + n * 2 + seed),
        2,
      ),
      rect(x + 6, y + floorHeight * 0.92, bay - 12, 12, darken(facade, 0.16)),
      style === 'glass' && fade(0.55, rect(x + 10, rail, bay - 20, floorHeight * 0.36, '#bfe0ea')),
      style === 'wall' &&
        rect(x + 10, rail, bay - 20, floorHeight * 0.36, (floor + n) % 2 === 0 ? palette.accent : darken(facade, 0.06)),
      style === 'rail' &&
        all(
          repeat(9, (k) => rect(x + 14 + (k * (bay - 34)) / 8, rail, 5, floorHeight * 0.36, '#3b414c')),
          rect(x + 10, rail, bay - 20, 6, '#3b414c'),
        ),
      (floor * 7 + n * 3 + seed) % 4 === 0 &&
        all(circle(x + bay * 0.8, rail - 2, 16, '#4f8f5f'), circle(x + bay * 0.88, rail + 4, 12, '#6aa870')),
    );
  };
  return all(
    fade(0.2, rect(left + 14, 150, width + 20, 620, '#10142b')),
    rect(left, 140, width, 640, facade),
    rect(left - 10, 128, width + 20, 20, darken(facade, 0.2)),
    rect(left + width * 0.62, 76, 130, 56, darken(facade, 0.08)),
    line(left + 120, 128, left + 120, 70, '#5a616d', 5),
    repeat(floors, (floor) => repeat(bays, (n) => flat(floor, n))),
    rect(left, 720, width, 60, darken(facade, 0.12)),
    rect(left + width / 2 - 60, 690, 120, 90, palette.second, 4),
    rect(left + width / 2 - 50, 700, 46, 80, glassOf(brief, 0)),
    rect(left + width / 2 + 4, 700, 46, 80, glassOf(brief, 0)),
    rect(left + 30, 712, 190, 68, darken(palette.second, 0.3)),
    repeat(5, (n) => line(left + 34, 724 + n * 13, left + 216, 724 + n * 13, darken(palette.second, 0.45), 3)),
  );
}

const seaBehind = ({ light, viewRandom }: Brief): string =>
  all(
    sky(light, viewRandom, 480),
    sea(light, viewRandom, 480, 900),
    distantSail(viewRandom.integer(760, 1_100), 520, 36),
  );

function penthouseTerrace(brief: Brief): string {
  const { palette } = brief;
  const wall = '#f4f1ea';
  return all(
    rect(-300, 700, 1_800, 400, mix(palette.wood, '#ffffff', 0.2)),
    repeat(9, (n) => line(-300, 716 + n * 22, 1_500, 716 + n * 22, darken(palette.wood, 0.06), 3)),
    rect(-300, 210, 920, 490, wall),
    rect(-300, 180, 1_020, 40, darken(wall, 0.16)),
    rect(60, 290, 500, 410, glassOf(brief, 0)),
    repeat(4, (n) => rect(60 + n * 166, 290, 8, 410, '#3b414c')),
    rect(60, 284, 506, 8, '#3b414c'),
    fade(
      0.22,
      polygon(
        [
          [120, 700],
          [240, 290],
          [320, 290],
          [200, 700],
        ],
        '#ffffff',
      ),
    ),
    fade(0.5, rect(720, 560, 480, 140, '#cfe9f0')),
    rect(720, 552, 480, 8, '#5a616d'),
    repeat(4, (n) => rect(760 + n * 140, 556, 6, 150, '#5a616d')),
    line(690, 220, 690, 720, '#8d95a0', 12),
    rect(720, 690, 300, 60, darken(palette.second, 0.1), 20),
    rect(730, 640, 120, 70, lighten(palette.second, 0.12), 18),
    rect(860, 640, 150, 70, lighten(palette.second, 0.12), 18),
    rect(780, 780, 170, 16, palette.wood, 6),
    line(800, 796, 790, 846, darken(palette.wood, 0.3), 8),
    line(930, 796, 940, 846, darken(palette.wood, 0.3), 8),
    ellipse(865, 776, 40, 10, palette.accent),
    polygon(
      [
        [1_060, 750],
        [1_150, 750],
        [1_136, 840],
        [1_074, 840],
      ],
      palette.accent,
    ),
    circle(1_105, 700, 60, '#4f8f5f'),
    circle(1_080, 670, 36, '#6aa870'),
    line(600, 760, 600, 360, '#f2ede1', 8),
    path('M420 400Q600 280 780 400Q600 372 420 400z', palette.accent),
  );
}

const streetBehind = (brief: Brief): string => all(sky(brief.light, brief.viewRandom, 640), townRow(brief, 780, 330));
const streetBefore = ({ light, viewRandom }: Brief): string =>
  all(road(light, 780), tree(viewRandom.integer(40, 150), 790, 190), tree(viewRandom.integer(1_060, 1_160), 790, 220));

/** A block of apartments in a street. */
export const apartment: Drawing = (brief) =>
  frameBuilding(
    brief,
    all(streetBehind(brief), road(brief.light, 780)),
    all(apartmentBlock(brief), streetBefore(brief)),
  );

/** The terrace of a penthouse over the sea. */
export const penthouse: Drawing = (brief) => frameBuilding(brief, seaBehind(brief), penthouseTerrace(brief));
