import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { gleam } from '../canvas/stages.ts';
import { all, circle, ellipse, fade, line, path, polygon, rect, repeat, rotate, stroke } from '../canvas/svg.ts';

/** Draws a sofa with two or three seats. */
export function sofa({ paint, palette, random }: Brief): string {
  const seats = random.integer(2, 3);
  const width = 380 + seats * 130;
  const left = 600 - width / 2;
  const seat = (width - 120) / seats;
  const isLegged = random.chance(0.6);
  return all(
    ...[left + 40, left + width - 60].map((x) =>
      isLegged
        ? polygon(
            [
              [x, 720],
              [x + 26, 720],
              [x + 18, 772],
              [x + 4, 772],
            ],
            palette.wood,
          )
        : rect(x, 740, 40, 30, '#2b2f38', 6),
    ),
    rect(left + 30, 420, width - 60, 240, darken(paint, 0.12), 46),
    repeat(seats, (n) => rect(left + 62 + n * seat, 440, seat - 6, 190, darken(paint, 0.04), 30)),
    rect(left + 30, 640, width - 60, 90, darken(paint, 0.22), 18),
    repeat(seats, (n) => rect(left + 60 + n * seat, 590, seat - 4, 86, lighten(paint, 0.06), 24)),
    repeat(seats, (n) => fade(0.3, rect(left + 80 + n * seat, 598, seat - 44, 12, '#ffffff', 6))),
    rect(left - 6, 530, 84, 210, paint, 36),
    rect(left + width - 78, 530, 84, 210, paint, 36),
    rotate(-10, left + 130, 540, rect(left + 86, 490, 110, 104, palette.accent, 22)),
    rotate(12, left + width - 140, 540, rect(left + width - 200, 492, 110, 104, lighten(palette.second, 0.25), 22)),
  );
}

/** Draws a dining table, round or long, with two chairs. */
export function diningTable({ palette, random, paint }: Brief): string {
  const wood = random.pick([palette.wood, darken(palette.wood, 0.2), '#c79a63']);
  const isRound = random.chance(0.35);
  const chair = (x: number, turn: number): string =>
    all(
      line(x - 44, 640, x - 52, 768, darken(wood, 0.2), 13),
      line(x + 44, 640, x + 52, 768, darken(wood, 0.2), 13),
      line(x - 44 * turn, 640, x - 60 * turn, 400, darken(wood, 0.1), 13),
      rect(x - 62, 614, 124, 34, paint, 14),
      path(
        `M${x - 44 * turn} 400q${-24 * turn} 110 ${4 * turn} 150l${-26 * turn} -8q${-14 * turn} -80 ${2 * turn} -146z`,
        darken(paint, 0.12),
      ),
    );
  return all(
    chair(230, 1),
    chair(970, -1),
    isRound
      ? all(
          ellipse(600, 500, 300, 40, wood),
          rect(574, 510, 52, 220, darken(wood, 0.15)),
          path('M480 770Q500 716 600 716T720 770z', darken(wood, 0.22)),
        )
      : all(
          polygon(
            [
              [330, 520],
              [372, 520],
              [362, 770],
              [338, 770],
            ],
            darken(wood, 0.18),
          ),
          polygon(
            [
              [828, 520],
              [870, 520],
              [862, 770],
              [838, 770],
            ],
            darken(wood, 0.18),
          ),
          rect(340, 508, 520, 36, darken(wood, 0.12)),
        ),
    !isRound && rect(270, 478, 660, 34, wood, 10),
    fade(0.25, rect(300, 484, 600, 7, '#ffffff', 3)),
    ellipse(600, 474, 130, 14, '#f4efe4'),
    path('M560 470Q556 380 580 360H620Q644 380 640 470z', palette.second),
    ...[-38, 0, 40].map((dx, n) =>
      all(
        stroke(`M${600 + dx / 3} 364Q${600 + dx} 320 ${600 + dx * 1.6} ${270 + n * 12}`, '#4f8f5f', 6),
        circle(600 + dx * 1.6, 262 + n * 12, 22, n === 1 ? palette.accent : '#f2c14e'),
      ),
    ),
    ...[420, 780].map((x) => all(ellipse(x, 480, 66, 9, '#ffffff'), ellipse(x, 478, 40, 5, '#e3e7ea'))),
  );
}

/** Draws a framed painting on its nail. */
export function painting({ palette, random, light, paint }: Brief): string {
  const frame = random.pick(['#c79a3c', '#5b3a29', '#2b2f38', '#e5dcc8']);
  const scenes = [
    () =>
      all(
        rect(330, 230, 540, 400, light.sky[1]),
        rect(330, 430, 540, 200, light.sea[1]),
        circle(720, 330, 46, light.disc),
        path('M330 460L440 400H520L560 370H640L700 440H870V470H330z', darken(palette.stone, 0.12)),
        rect(470, 340, 30, 70, palette.stone),
        path('M462 340a23 26 0 0 1 46 0z', '#a33b3b'),
        path('M480 560Q600 610 740 550L716 610H520z', '#2f5f94'),
        path('M600 550V440L680 540z', '#ffffff'),
      ),
    () =>
      all(
        rect(330, 230, 540, 400, lighten(palette.wall, 0.4)),
        circle(480, 380, 110, palette.accent),
        circle(680, 460, 140, palette.second),
        path('M330 560Q480 440 600 540T870 480V630H330z', darken(paint, 0.05)),
        fade(0.7, rect(560, 250, 70, 330, '#e2b23a', 30)),
      ),
    () =>
      all(
        rect(330, 230, 540, 400, darken(palette.second, 0.35)),
        rect(330, 520, 540, 110, palette.wood),
        ellipse(600, 530, 180, 28, '#e8e2d4'),
        circle(530, 480, 56, '#c4574f'),
        circle(640, 474, 62, '#d98e32'),
        circle(590, 440, 48, '#a33b3b'),
        path('M720 520Q700 380 730 330H770Q800 380 780 520z', '#3f6f8a'),
        path('M524 424q20 -30 44 -20q-16 24 -44 20z', '#4f8f5f'),
      ),
  ];
  return all(
    line(600, 90, 420, 200, '#8d95a0', 4),
    line(600, 90, 780, 200, '#8d95a0', 4),
    rect(280, 180, 640, 500, frame, 6),
    rect(296, 196, 608, 468, darken(frame, 0.22)),
    rect(310, 210, 580, 440, '#f7f2e6'),
    random.pick(scenes)(),
    fade(0.25, rect(280, 180, 640, 10, '#ffffff')),
    gleam(310, 210, 580, 440),
  );
}
