import { palm, road, sky, townRow } from '../canvas/backdrops.ts';
import type { Drawing } from '../canvas/brief.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import { frameBuilding } from '../canvas/house-frame.ts';
import { all, circle, fade, line, path, polygon, rect, repeat } from '../canvas/svg.ts';

/** A garage from outside, in some views from inside. */
export const garage: Drawing = (brief) => {
  const { palette, light, paint, random, view } = brief;
  const wall = mix(palette.stone, '#ffffff', 0.3);
  if (view % 3 === 2) {
    return all(
      rect(0, 0, 1_200, 900, '#d9dde2'),
      polygon(
        [
          [0, 0],
          [260, 150],
          [260, 640],
          [0, 900],
        ],
        '#c3c9d1',
      ),
      polygon(
        [
          [1_200, 0],
          [940, 150],
          [940, 640],
          [1_200, 900],
        ],
        '#c9ced6',
      ),
      polygon(
        [
          [0, 0],
          [1_200, 0],
          [940, 150],
          [260, 150],
        ],
        '#e9ecef',
      ),
      polygon(
        [
          [0, 900],
          [1_200, 900],
          [940, 640],
          [260, 640],
        ],
        '#aab1bb',
      ),
      rect(330, 240, 540, 400, paint),
      repeat(5, (n) => line(330, 310 + n * 66, 870, 310 + n * 66, darken(paint, 0.2), 4)),
      repeat(3, (n) => rect(380 + n * 160, 40, 110, 24, '#fffdf0', 6)),
      rect(40, 420, 170, 14, palette.wood),
      rect(40, 540, 170, 14, palette.wood),
      rect(60, 370, 60, 50, palette.accent, 4),
      rect(130, 386, 60, 34, palette.second, 4),
      rect(60, 480, 100, 60, '#b98a56', 4),
      circle(1_080, 620, 74, '#23272f'),
      circle(1_080, 620, 44, '#8d95a0'),
      circle(1_060, 760, 84, '#23272f'),
      circle(1_060, 760, 50, '#8d95a0'),
      line(420, 900, 470, 640, '#f2ede1', 8),
      line(780, 900, 730, 640, '#f2ede1', 8),
    );
  }
  const isDouble = random.chance(0.4);
  const width = isDouble ? 660 : 460;
  const left = 600 - width / 2;
  const front = all(
    rect(120, 220, 960, 560, wall),
    rect(104, 200, 992, 24, darken(wall, 0.18)),
    repeat(9, (n) => fade(0.5, line(120, 280 + n * 56, 1_080, 280 + n * 56, darken(wall, 0.08), 2))),
    rect(left - 22, 330, width + 44, 450, darken(wall, 0.16)),
    rect(left, 352, width, 428, paint),
    repeat(7, (n) => line(left, 412 + n * 54, left + width, 412 + n * 54, darken(paint, 0.22), 5)),
    repeat(isDouble ? 6 : 4, (n) => rect(left + 36 + n * 106, 372, 74, 28, light.isLit ? '#ffdf94' : '#bcd7e0', 4)),
    rect(left + width / 2 - 40, 742, 80, 12, '#2b2f38', 6),
    rect(585, 270, 30, 40, '#3b414c', 6),
    circle(600, 312, 14, '#fff3c4'),
    light.isLit && fade(0.25, circle(600, 330, 90, '#fff3c4')),
    polygon(
      [
        [left - 10, 790],
        [left + width + 10, 790],
        [left + width + 90, 900],
        [left - 90, 900],
      ],
      '#b9bfc8',
    ),
    rect(160, 600, 20, 180, '#f0bd3a'),
    rect(1_020, 600, 20, 180, '#f0bd3a'),
  );
  return frameBuilding(
    brief,
    all(sky(light, brief.viewRandom, 640), townRow(brief, 780, 520), road(light, 780)),
    front,
  );
};

/** A warehouse with loading bays. */
export const warehouse: Drawing = (brief) => {
  const { palette, light, paint, random } = brief;
  const wall = random.pick(['#dfe3e8', '#c9d3dc', lighten(paint, 0.6)]);
  const bay = (x: number, isOpen: boolean): string =>
    all(
      rect(x - 10, 500, 200, 280, darken(wall, 0.25)),
      rect(x, 510, 180, 270, isOpen ? '#2b3040' : palette.second),
      isOpen
        ? all(
            rect(x, 510, 180, 60, palette.second),
            rect(x + 20, 700, 60, 80, '#b98a56'),
            rect(x + 86, 690, 70, 90, '#a2764a'),
            rect(x + 50, 640, 60, 60, '#c99c68'),
          )
        : repeat(6, (n) => line(x, 550 + n * 40, x + 180, 550 + n * 40, darken(palette.second, 0.25), 4)),
    );
  const front = all(
    path('M90 780V330L345 220L600 330V780z', wall),
    path('M600 780V330L855 220L1110 330V780z', darken(wall, 0.06)),
    path('M70 340L345 206L600 322V346L345 232L76 358z', paint),
    path('M600 322L855 206L1130 340L1124 358L855 232L600 346z', paint),
    repeat(22, (n) => fade(0.5, line(110 + n * 46, 370, 110 + n * 46, 780, darken(wall, 0.1), 3))),
    rect(260, 400, 200, 56, light.isLit ? '#ffdf94' : '#9fc0d0', 4),
    rect(740, 400, 200, 56, light.isLit ? '#ffdf94' : '#9fc0d0', 4),
    bay(140, true),
    bay(390, false),
    bay(650, false),
    bay(890, random.chance(0.5)),
    path('M590 760h70v-90h40l30 50v60h-140z', '#f0bd3a'),
    circle(620, 780, 20, '#23272f'),
    circle(706, 780, 20, '#23272f'),
    rect(560, 620, 12, 160, '#3b414c'),
    rect(500, 756, 70, 12, '#3b414c'),
    rect(500, 690, 64, 64, '#b98a56', 4),
  );
  return frameBuilding(brief, all(sky(light, brief.viewRandom, 760), palm(40, 790, 260), road(light, 780)), front);
};
