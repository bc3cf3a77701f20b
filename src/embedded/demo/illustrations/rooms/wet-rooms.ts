import { pottedPlant } from '../canvas/backdrops.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import { all, circle, ellipse, fade, line, path, polygon, rect, repeat, stroke } from '../canvas/svg.ts';
import { pendant, room, shell, window } from './room-parts.ts';

/** A fitted kitchen. */
export const kitchen = room((brief) => {
  const { palette, paint, light, random } = brief;
  const fronts = random.pick([paint, '#f4f1ea', palette.second, '#3f4a55']);
  const top = random.pick([palette.wood, '#e9e5dc', '#4a515d']);
  return all(
    shell(brief, 'tile'),
    rect(0, 360, 1_200, 190, lighten(palette.wall, 0.35)),
    repeat(3, (row) =>
      repeat(21, (n) =>
        rect(
          n * 62 - (row % 2) * 31,
          362 + row * 62,
          58,
          58,
          (n * 7 + row * 3) % 5 === 0 ? mix(palette.accent, '#ffffff', 0.55) : '#f7f4ee',
          3,
        ),
      ),
    ),
    window(brief, 470, 130, 260, 230),
    ...[60, 200, 330].map((x) => all(rect(x, 110, 120, 210, fronts, 6), rect(x + 96, 270, 8, 34, '#c9ced6', 4))),
    rect(860, 110, 280, 90, fronts, 6),
    path('M880 200H1120L1070 290H930z', '#aab1bb'),
    rect(930, 285, 140, 20, '#7a828e', 4),
    rect(0, 550, 1_200, 30, top),
    rect(0, 580, 1_200, 200, fronts),
    ...[20, 180, 340, 500, 660].map((x) =>
      all(rect(x, 594, 146, 172, lighten(fronts, 0.1), 6), rect(x + 40, 608, 66, 9, '#c9ced6', 4)),
    ),
    rect(880, 590, 230, 182, '#2b3040', 8),
    rect(906, 640, 178, 104, '#4a5a70', 6),
    ...[920, 970, 1_020, 1_070].map((x) => circle(x, 612, 10, '#c9ced6')),
    rect(890, 544, 210, 10, '#1c2028', 4),
    path('M930 544v-50h120v50z', palette.accent),
    rect(916, 488, 148, 12, darken(palette.accent, 0.25), 6),
    rect(530, 548, 160, 14, '#c9ced6', 5),
    stroke('M610 548V470Q610 440 640 440Q662 440 662 466', '#aab1bb', 12),
    circle(130, 516, 34, '#e8813a'),
    circle(176, 524, 28, '#d1473f'),
    path('M80 524H226Q220 556 190 556H116Q86 556 80 524z', '#ffffff'),
    rect(340, 450, 24, 100, palette.wood, 4),
    rect(376, 470, 50, 80, '#9fc0d0', 8),
    pottedPlant(790, 550, 100, '#f7f2e6'),
    rect(0, 780, 1_200, 14, '#3b414c'),
    rect(300, 700, 560, 26, darken(top, 0.1), 6),
    rect(330, 726, 500, 150, darken(fronts, 0.12), 6),
    ...[440, 700].map((x) =>
      all(
        ellipse(x, 800, 60, 14, palette.wood),
        line(x - 30, 806, x - 44, 896, '#4a515d', 8),
        line(x + 30, 806, x + 44, 896, '#4a515d', 8),
      ),
    ),
    pendant(480, 60, palette.accent, light.isLit),
    pendant(690, 60, palette.accent, light.isLit),
  );
});

/** A bathroom with a bath. */
export const bathroom = room((brief) => {
  const { palette, paint, light, random } = brief;
  const tiles = random.pick([mix(paint, '#ffffff', 0.6), mix(palette.second, '#ffffff', 0.6), '#e3eaec']);
  return all(
    shell(brief, 'tile'),
    rect(0, 300, 1_200, 390, tiles),
    repeat(6, (row) =>
      repeat(20, (n) =>
        fade(
          0.5,
          rect(
            n * 64 - (row % 2) * 32,
            302 + row * 65,
            60,
            60,
            (n * 5 + row * 7) % 6 === 0 ? '#ffffff' : lighten(tiles, 0.25),
            4,
          ),
        ),
      ),
    ),
    rect(0, 288, 1_200, 14, palette.accent),
    window(brief, 640, 60, 220, 190),
    path('M480 560H1110Q1110 760 990 770H600Q486 760 480 560z', '#ffffff'),
    rect(460, 540, 670, 34, '#f1f3f4', 17),
    fade(0.5, path('M520 600Q540 720 620 740Q560 700 550 600z', '#cfd9de')),
    rect(580, 766, 40, 40, '#c9ced6', 8),
    rect(970, 766, 40, 40, '#c9ced6', 8),
    stroke('M1060 540V440Q1060 410 1030 410Q1004 410 1004 440', '#c2a05a', 13),
    ...[600, 660, 720, 790].map((x, n) => circle(x, 536 - (n % 2) * 16, 30 - n * 3, '#ffffff')),
    rect(80, 520, 300, 40, '#ffffff', 12),
    rect(100, 560, 260, 200, palette.wood, 8),
    rect(112, 576, 112, 170, lighten(palette.wood, 0.12), 4),
    rect(236, 576, 112, 170, lighten(palette.wood, 0.12), 4),
    path('M140 500H320Q316 524 290 524H170Q144 524 140 500z', '#f7f9fa'),
    stroke('M230 500V450Q230 426 254 430', '#c2a05a', 11),
    circle(230, 280, 130, '#c2a05a'),
    circle(230, 280, 118, light.isLit ? '#fff1cf' : '#dcebf0'),
    fade(
      0.5,
      polygon(
        [
          [170, 370],
          [250, 170],
          [290, 176],
          [210, 386],
        ],
        '#ffffff',
      ),
    ),
    rect(420, 420, 16, 160, '#c9ced6', 6),
    rect(396, 440, 64, 130, palette.accent, 6),
    rect(396, 540, 64, 10, lighten(palette.accent, 0.5)),
    fade(0.9, ellipse(690, 846, 240, 36, mix(palette.accent, '#ffffff', 0.5))),
    pottedPlant(1_150, 810, 220, palette.second),
  );
});
