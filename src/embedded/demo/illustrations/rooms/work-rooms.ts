import { pottedPlant } from '../canvas/backdrops.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import { all, circle, ellipse, fade, line, path, polygon, rect, repeat, stroke } from '../canvas/svg.ts';
import { pendant, room, shell, window } from './room-parts.ts';

/** A desk in an office or a study. */
export const officeDesk = room((brief) => {
  const { palette, paint, light, random } = brief;
  const screens = random.integer(1, 2);
  return all(
    shell(brief, 'wood'),
    window(brief, 760, 110, 340, 300),
    rect(90, 150, 420, 14, palette.wood),
    rect(90, 270, 420, 14, palette.wood),
    ...[110, 146, 180, 230, 262].map((x, n) =>
      rect(
        x,
        150 - 66 - (n % 3) * 12,
        28,
        66 + (n % 3) * 12,
        [palette.accent, palette.second, '#f2c14e', '#f7f2e6', paint][n] ?? paint,
        3,
      ),
    ),
    pottedPlant(430, 150, 80, '#f7f2e6'),
    rect(130, 200, 110, 70, '#ffffff', 4),
    circle(320, 236, 34, palette.accent),
    rect(240, 540, 760, 28, lighten(palette.wood, 0.25), 6),
    rect(270, 568, 24, 240, darken(palette.wood, 0.2)),
    rect(946, 568, 24, 240, darken(palette.wood, 0.2)),
    rect(760, 568, 180, 190, darken(palette.wood, 0.05), 4),
    ...[590, 650, 706].map((y) =>
      all(rect(772, y, 156, 46, lighten(palette.wood, 0.15), 4), rect(830, y + 18, 40, 8, '#4a515d', 4)),
    ),
    ...Array.from({ length: screens }, (_, n) => {
      const x = screens === 1 ? 470 : 380 + n * 250;
      return all(
        rect(x + 100, 500, 40, 40, '#3b414c'),
        rect(x + 60, 530, 120, 12, '#3b414c', 5),
        rect(x, 350, 236, 156, '#1c2028', 10),
        rect(x + 10, 360, 216, 136, '#24405c', 5),
        rect(x + 24, 376, 90, 10, palette.accent, 5),
        rect(x + 24, 398, 150, 8, '#7fd0c2', 4),
        rect(x + 40, 418, 120, 8, '#f2c14e', 4),
        rect(x + 40, 438, 90, 8, '#c9d6e2', 4),
        rect(x + 24, 458, 140, 8, '#7fd0c2', 4),
      );
    }),
    rect(500, 524, 200, 18, '#e9ecef', 6),
    ellipse(740, 534, 22, 9, '#e9ecef'),
    rect(880, 490, 44, 50, palette.accent, 8),
    rect(286, 500, 70, 40, '#f7f2e6', 3),
    line(840, 540, 812, 430, '#3b414c', 7),
    line(812, 430, 880, 380, '#3b414c', 7),
    path('M860 352l60 40l-40 26z', palette.accent),
    light.isLit &&
      fade(
        0.2,
        polygon(
          [
            [880, 400],
            [800, 540],
            [990, 540],
          ],
          '#fff3c4',
        ),
      ),
    rect(500, 590, 190, 150, paint, 34),
    rect(490, 720, 210, 44, darken(paint, 0.2), 20),
    rect(586, 764, 18, 60, '#3b414c'),
    stroke('M520 850L595 820L670 850M595 820V856', '#3b414c', 12),
    pottedPlant(1_090, 820, 280, palette.accent),
    pendant(600, 50, palette.second, light.isLit),
  );
});

/** A treatment room. */
export const clinic = room((brief) => {
  const { palette, random } = brief;
  const hasChair = random.chance(0.5);
  return all(
    shell(brief, 'tile'),
    rect(0, 0, 1_200, 690, mix('#eaf4f4', palette.second, 0.1)),
    rect(0, 420, 1_200, 14, mix(palette.second, '#ffffff', 0.4)),
    window(brief, 760, 100, 320, 260),
    rect(110, 130, 150, 150, '#ffffff', 12),
    rect(170, 150, 30, 110, '#3f8f6b', 4),
    rect(130, 190, 110, 30, '#3f8f6b', 4),
    rect(330, 120, 200, 260, '#ffffff', 8),
    circle(430, 180, 28, mix(palette.accent, '#ffffff', 0.3)),
    path('M380 360Q384 230 430 226Q476 230 480 360z', mix(palette.accent, '#ffffff', 0.3)),
    stroke('M430 240V350M404 270h52M404 300h52', '#ffffff', 5),
    rect(250, 560, 560, 44, mix(palette.second, '#ffffff', 0.25), 18),
    path('M250 560L190 430Q210 410 240 430L320 560z', mix(palette.second, '#ffffff', 0.1)),
    rect(330, 545, 470, 26, '#ffffff', 10),
    rect(290, 604, 24, 190, '#aab1bb'),
    rect(730, 604, 24, 190, '#aab1bb'),
    rect(270, 700, 510, 14, '#c9ced6'),
    circle(302, 806, 16, '#4a515d'),
    circle(742, 806, 16, '#4a515d'),
    rect(880, 520, 220, 20, '#ffffff', 6),
    rect(896, 540, 188, 230, mix(palette.second, '#ffffff', 0.55), 8),
    ...[560, 630, 700].map((y) => all(rect(910, y, 160, 54, '#ffffff', 5), rect(970, y + 22, 40, 8, '#aab1bb', 4))),
    rect(910, 450, 60, 70, '#9fd0d6', 8),
    rect(990, 470, 40, 50, '#ffffff', 6),
    circle(1_060, 496, 24, palette.accent),
    hasChair
      ? all(
          line(600, 690, 600, 820, '#8d95a0', 12),
          ellipse(600, 690, 64, 18, '#3b414c'),
          ellipse(600, 828, 60, 10, '#8d95a0'),
        )
      : stroke('M420 520Q440 460 500 480T580 450Q620 440 610 500', '#3b414c', 8),
    line(1_150, 820, 1_150, 340, '#aab1bb', 8),
    stroke('M1120 350Q1150 320 1180 350', '#aab1bb', 8),
    rect(1_104, 360, 34, 70, '#cfe9f0', 8),
    pendant(520, 40, '#ffffff', true),
  );
});

/** A classroom. */
export const classroom = room((brief) => {
  const { palette, random } = brief;
  const board = random.pick(['#2f5f4c', '#2f4a6b', '#f7f9fa']);
  const ink = board === '#f7f9fa' ? palette.second : '#f2f6ee';
  const desk = (x: number, y: number): string =>
    all(
      rect(x, y, 210, 20, lighten(palette.wood, 0.25), 5),
      rect(x + 16, y + 20, 12, 120, '#5a616d'),
      rect(x + 182, y + 20, 12, 120, '#5a616d'),
      rect(x + 60, y - 12, 66, 12, palette.accent, 3),
      rect(x + 66, y - 22, 56, 10, palette.second, 3),
      rect(x + 60, y + 60, 90, 60, mix(palette.second, '#ffffff', 0.2), 12),
      line(x + 70, y + 120, x + 62, y + 180, '#5a616d', 7),
      line(x + 140, y + 120, x + 148, y + 180, '#5a616d', 7),
    );
  return all(
    shell(brief, 'wood'),
    rect(180, 110, 640, 350, palette.wood, 8),
    rect(196, 126, 608, 318, board),
    stroke('M250 380L340 220L430 380z', ink, 7),
    stroke('M500 210h120M500 250h180M500 290h90', ink, 7),
    stroke('M634 360a46 46 0 1 0 92 0a46 46 0 1 0 -92 0M680 360L716 332', ink, 7),
    rect(300, 444, 400, 14, darken(palette.wood, 0.2)),
    rect(330, 436, 50, 9, '#ffffff', 4),
    rect(400, 436, 36, 9, '#f2c14e', 4),
    window(brief, 900, 120, 220, 300),
    repeat(7, (n) =>
      all(
        line(n * 190, 40, n * 190 + 190, 40, '#8d95a0', 3),
        polygon(
          [
            [20 + n * 190, 40],
            [90 + n * 190, 40],
            [55 + n * 190, 100],
          ],
          [palette.accent, palette.second, '#f2c14e', '#3f8a7d'][n % 4] ?? palette.accent,
        ),
      ),
    ),
    circle(90, 220, 60, '#ffffff'),
    stroke('M90 220V180M90 220L118 232', '#3b414c', 7),
    rect(900, 520, 240, 170, palette.wood, 6),
    rect(910, 600, 220, 8, darken(palette.wood, 0.25)),
    repeat(8, (n) =>
      rect(
        916 + n * 26,
        544,
        20,
        56,
        [palette.accent, palette.second, '#f2c14e', '#3f8a7d'][n % 4] ?? palette.accent,
        2,
      ),
    ),
    circle(1_080, 480, 38, '#4fa9c9'),
    path('M1060 470q20 -24 36 -8q-4 30 -24 26z', '#6aa870'),
    line(1_080, 518, 1_080, 524, '#5a616d', 12),
    desk(120, 620),
    desk(400, 620),
    desk(680, 620),
    desk(240, 720),
    desk(540, 720),
  );
});
