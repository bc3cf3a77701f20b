import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { gleam } from '../canvas/stages.ts';
import { all, circle, fade, line, path, polygon, rect, repeat, rotate, stroke } from '../canvas/svg.ts';

/** What a screen shows, in a box of 100 by 100 stretched over the screen. */
function screenPicture(
  [x, y, width, height]: readonly [number, number, number, number],
  { light, palette, view, seed }: Brief,
): string {
  const kind = (seed + view) % 3;
  const base = y + height;
  if (kind === 0) {
    return all(
      rect(x, y, width, height * 0.62, light.sky[1]),
      circle(x + width * 0.7, y + height * 0.3, height * 0.1, light.disc),
      rect(x, y + height * 0.6, width, height * 0.4, light.sea[1]),
      path(
        `M${x} ${y + height * 0.66}L${x + width * 0.22} ${y + height * 0.38}L${x + width * 0.45} ${y + height * 0.66}z`,
        darken(palette.stone, 0.2),
      ),
      path(
        `M${x + width * 0.3} ${y + height * 0.66}L${x + width * 0.5} ${y + height * 0.46}L${x + width * 0.75} ${y + height * 0.66}z`,
        darken(palette.stone, 0.08),
      ),
    );
  }
  if (kind === 1) {
    return all(
      rect(x, y, width, height, darken(palette.second, 0.55)),
      ...[palette.accent, lighten(palette.second, 0.2), '#f2c14e'].map((colour, n) =>
        path(
          `M${x} ${base - height * (0.55 - n * 0.17)}Q${x + width * 0.3} ${base - height * (0.9 - n * 0.2)} ${x + width * 0.55} ${base - height * (0.5 - n * 0.16)}T${x + width} ${base - height * (0.6 - n * 0.2)}V${base}H${x}z`,
          colour,
        ),
      ),
    );
  }
  return all(
    rect(x, y, width, height, '#f4f6f8'),
    rect(x, y, width, height * 0.12, palette.second),
    rect(x + width * 0.06, y + height * 0.2, width * 0.4, height * 0.32, lighten(palette.accent, 0.35), 8),
    rect(x + width * 0.54, y + height * 0.2, width * 0.4, height * 0.06, '#c3cad2', 4),
    rect(x + width * 0.54, y + height * 0.31, width * 0.32, height * 0.06, '#d7dce2', 4),
    rect(x + width * 0.06, y + height * 0.6, width * 0.88, height * 0.06, '#d7dce2', 4),
    rect(x + width * 0.06, y + height * 0.71, width * 0.7, height * 0.06, '#d7dce2', 4),
    rect(x + width * 0.06, y + height * 0.82, width * 0.3, height * 0.09, palette.accent, 8),
  );
}

/** Draws a phone: both sides, its back alone, or its front with its box. */
export function phone(brief: Brief): string {
  const { paint, palette, view, random } = brief;
  const lenses = random.integer(2, 3);
  const back = all(
    rect(0, 0, 270, 540, paint, 44),
    rect(20, 22, 116, 40 + lenses * 50, darken(paint, 0.15), 28),
    repeat(lenses, (n) =>
      all(
        circle(62, 66 + n * 52, 23, '#171a21'),
        circle(62, 66 + n * 52, 12, '#3a4f68'),
        circle(57, 61 + n * 52, 4, '#ffffff'),
      ),
    ),
    circle(108, 70, 9, '#fff3c4'),
    circle(135, 300, 22, lighten(paint, 0.25)),
    fade(
      0.16,
      polygon(
        [
          [150, 0],
          [270, 0],
          [270, 130],
          [110, 540],
          [20, 540],
        ],
        '#ffffff',
      ),
    ),
  );
  const front = all(
    rect(0, 0, 270, 540, '#171a21', 44),
    rect(12, 12, 246, 516, '#0c0f15', 34),
    screenPicture([14, 40, 242, 450], brief),
    rect(14, 26, 242, 30, '#0c0f15', 0),
    rect(92, 22, 86, 22, '#0c0f15', 11),
    repeat(4, (n) =>
      rect(34 + n * 54, 424, 40, 40, [palette.accent, '#ffffff', palette.second, '#f2c14e'][n] ?? '#ffffff', 11),
    ),
    rect(88, 506, 94, 6, '#8d95a0', 3),
    gleam(14, 26, 242, 500),
  );
  const place = (x: number, y: number, turn: number, thing: string): string =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${thing}</g>`;
  if (view % 3 === 1) return place(465, 226, 0, back);
  if (view % 3 === 2)
    return all(
      place(360, 226, 0, front),
      rotate(
        0,
        0,
        0,
        rect(690, 640, 200, 130, '#f4f2ec', 10),
        rect(690, 640, 200, 22, palette.accent, 6),
        circle(790, 715, 30, lighten(palette.second, 0.4)),
      ),
    );
  return all(place(640, 250, 9, back), place(380, 228, -5, front));
}

/** Draws an open laptop. */
export function laptop(brief: Brief): string {
  const metal = brief.random.pick(['#c9cfd6', '#9aa3ae', '#4a515d', '#d9cdbb']);
  return all(
    rect(310, 310, 580, 390, darken(metal, 0.55), 22),
    rect(324, 324, 552, 352, '#0c0f15', 10),
    screenPicture([332, 332, 536, 336], brief),
    gleam(332, 332, 536, 336),
    polygon(
      [
        [270, 742],
        [930, 742],
        [890, 690],
        [310, 690],
      ],
      metal,
    ),
    repeat(4, (n) => line(340 - n * 8, 700 + n * 9, 860 + n * 8, 700 + n * 9, darken(metal, 0.35), 5)),
    path('M250 742H950Q950 770 910 772H290Q250 770 250 742z', darken(metal, 0.12)),
    rect(540, 742, 120, 9, darken(metal, 0.3), 4),
    rect(980, 640, 86, 132, brief.palette.accent, 14),
    stroke('M1066 670Q1110 680 1100 720Q1090 744 1066 736', brief.palette.accent, 14),
  );
}

/** Draws a television on its stand. */
export function television(brief: Brief): string {
  const { palette, random } = brief;
  const isOld = random.chance(0.12);
  return all(
    rect(180, 640, 840, 120, palette.wood, 10),
    rect(190, 656, 400, 88, darken(palette.wood, 0.16), 6),
    rect(610, 656, 400, 88, darken(palette.wood, 0.16), 6),
    circle(560, 700, 8, '#f0e4c8'),
    circle(640, 700, 8, '#f0e4c8'),
    rect(210, 756, 26, 18, '#3b2a22'),
    rect(964, 756, 26, 18, '#3b2a22'),
    isOld && all(line(540, 230, 470, 130, '#8d95a0', 6), line(660, 230, 740, 120, '#8d95a0', 6)),
    rect(560, 590, 80, 40, '#23272f'),
    rect(480, 622, 240, 18, '#23272f', 8),
    rect(240, 180, 720, 420, '#14171e', 14),
    screenPicture([254, 194, 692, 392], brief),
    gleam(254, 194, 692, 392),
    circle(940, 594, 4, '#d1473f'),
    rect(800, 600, 26, 40, '#23272f', 6),
    path('M880 640Q870 570 890 560H930Q950 570 940 640z', palette.accent),
    stroke('M910 560Q900 500 870 470M910 560Q930 500 960 490', '#4f8f5f', 7),
  );
}
