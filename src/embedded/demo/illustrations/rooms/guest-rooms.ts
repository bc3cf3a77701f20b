import { pottedPlant, sea } from '../canvas/backdrops.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import { all, circle, clip, ellipse, fade, line, path, rect, repeat, stroke } from '../canvas/svg.ts';
import { pendant, room, shell } from './room-parts.ts';

/** A restaurant by the sea. */
export const restaurant = room((brief) => {
  const { palette, light, random } = brief;
  const cloth = random.pick(['#ffffff', palette.accent, '#f7f2e6']);
  const table = (x: number, size: number): string =>
    all(
      rect(x - 10, 640, 20, 190, darken(palette.wood, 0.3)),
      ellipse(x, 830, 70, 14, darken(palette.wood, 0.3)),
      path(`M${x - size} 620H${x + size}L${x + size - 16} 700Q${x} 720 ${x - size + 16} 700z`, cloth),
      ellipse(x, 620, size, 22, lighten(cloth, 0.2)),
      ...[-0.5, 0.5].map((dx) =>
        all(
          ellipse(x + dx * size, 616, 36, 9, '#e3e7ea'),
          path(`M${x + dx * size - 12} 570h24q0 24 -12 26v18h-4v-18q-10 -4 -8 -26z`, '#cfe9f0'),
        ),
      ),
      rect(x - 8, 568, 16, 44, '#f3ead6', 3),
      fade(0.9, circle(x, 560, 9, '#ffc14e')),
    );
  const chair = (x: number, turn: number): string =>
    all(
      line(x, 700, x - 6 * turn, 850, palette.wood, 11),
      line(x + 70 * turn, 700, x + 78 * turn, 850, palette.wood, 11),
      rect(Math.min(x, x + 76 * turn) - 4, 690, 84, 24, palette.second, 10),
      path(`M${x - 4 * turn} 700L${x - 16 * turn} 520H${x + 10 * turn}L${x + 14 * turn} 700z`, palette.second),
    );
  return all(
    shell(brief, 'tile'),
    rect(0, 0, 1_200, 690, mix(palette.wall, palette.stone, 0.5)),
    repeat(40, (n) =>
      fade(
        0.4,
        rect(
          ((n * 157) % 1_200) - 20,
          40 + ((n * 83) % 600),
          90,
          36,
          n % 2 === 0 ? darken(palette.stone, 0.08) : lighten(palette.stone, 0.3),
          5,
        ),
      ),
    ),
    path('M80 690V300A180 180 0 0 1 440 300V690z', darken(palette.stone, 0.2)),
    path('M100 690V300A160 160 0 0 1 420 300V690z', light.sky[1]),
    rect(100, 520, 320, 170, light.sea[1]),
    rect(100, 520, 320, 10, light.sea[0]),
    rect(700, 250, 430, 14, palette.wood),
    rect(700, 370, 430, 14, palette.wood),
    repeat(11, (n) =>
      rect(
        716 + n * 37,
        180 + (n % 3) * 10,
        22,
        70 - (n % 3) * 10,
        ['#3f6f4a', '#8a3b3b', '#d9b25a', '#3b4658'][n % 4] ?? '#3f6f4a',
        6,
      ),
    ),
    repeat(9, (n) => circle(730 + n * 46, 350, 17, n % 2 === 0 ? '#ffffff' : palette.accent)),
    rect(660, 500, 540, 24, palette.wood),
    rect(680, 524, 520, 170, darken(palette.second, 0.15)),
    repeat(7, (n) => rect(696 + n * 74, 540, 60, 140, darken(palette.second, 0.05), 4)),
    chair(180, 1),
    chair(560, -1),
    table(370, 150),
    chair(700, 1),
    chair(1_070, -1),
    table(885, 140),
    ...[370, 640, 885].map((x) => pendant(x, 70 + (x % 3) * 20, palette.accent, true)),
  );
});

/** The lobby of a hotel. */
export const hotelLobby = room((brief) => {
  const { palette, paint, light, viewRandom } = brief;
  return all(
    shell(brief, 'tile'),
    rect(0, 0, 1_200, 690, mix(palette.wall, palette.stone, 0.35)),
    path('M760 690V280A170 170 0 0 1 1100 280V690z', light.sky[1]),
    clip('arch', 'M760 690V280A170 170 0 0 1 1100 280V690z', sea(light, viewRandom, 480, 690)),
    stroke('M760 690V280A170 170 0 0 1 1100 280V690', '#ffffff', 16),
    rect(120, 180, 460, 300, darken(palette.second, 0.12), 8),
    repeat(6, (row) =>
      repeat(8, (n) =>
        rect(
          140 + n * 54,
          200 + row * 46,
          42,
          34,
          (n + row) % 4 === 0 ? palette.accent : darken(palette.second, 0.32),
          3,
        ),
      ),
    ),
    rect(80, 500, 560, 26, lighten(palette.wood, 0.3), 6),
    rect(100, 526, 520, 220, palette.wood),
    repeat(8, (n) => rect(112 + n * 64, 540, 52, 190, darken(palette.wood, 0.08), 3)),
    rect(150, 470, 50, 30, '#3b414c', 4),
    path('M420 500a36 30 0 0 1 72 0z', '#e2b23a'),
    rect(450, 464, 12, 10, '#e2b23a', 4),
    pottedPlant(570, 500, 110, '#f7f2e6'),
    circle(340, 350, 28, '#d9a67c'),
    path('M290 500Q294 390 340 388Q386 390 390 500z', '#2b3040'),
    path('M326 390h28l-14 50z', '#ffffff'),
    fade(0.9, ellipse(880, 820, 280, 50, mix(palette.accent, '#ffffff', 0.55))),
    rect(740, 640, 150, 150, paint, 34),
    rect(730, 720, 170, 80, darken(paint, 0.15), 24),
    rect(960, 640, 150, 150, paint, 34),
    rect(950, 720, 170, 80, darken(paint, 0.15), 24),
    ellipse(926, 800, 60, 16, palette.wood),
    rect(640, 730, 60, 90, palette.second, 8),
    stroke('M654 730v-40h32v40', '#3b414c', 6),
    ...[340, 600, 930].map((x, n) => pendant(x, 60 + n * 12, palette.accent, true)),
  );
});
