import { road, sky, townRow, tree } from '../canvas/backdrops.ts';
import type { Drawing } from '../canvas/brief.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import { frameBuilding } from '../canvas/house-frame.ts';
import { all, circle, ellipse, fade, path, polygon, rect, repeat } from '../canvas/svg.ts';

/** A shop with its window. */
export const shopfront: Drawing = (brief) => {
  const { palette, paint, light, random, view } = brief;
  const stone = mix(palette.stone, '#f5e6c6', 0.4);
  const glass = light.isLit ? '#ffe9b4' : '#cfe4ea';
  const goods = random.pick(['bakery', 'fashion', 'groceries']);
  const display =
    goods === 'fashion'
      ? all(
          ...[330, 440, 550].map((x, n) =>
            all(
              circle(x, 470, 20, '#e9d3b8'),
              path(
                `M${x - 34} 500H${x + 34}L${x + 50 + n * 6} 690H${x - 50 - n * 6}z`,
                [paint, palette.accent, palette.second][n] ?? paint,
              ),
            ),
          ),
        )
      : goods === 'bakery'
        ? repeat(3, (row) =>
            all(
              rect(270, 520 + row * 64, 340, 10, palette.wood),
              repeat(5, (n) =>
                ellipse(305 + n * 66, 508 + row * 64, 28, 15, (n + row) % 2 === 0 ? '#d99a4e' : '#b9743c'),
              ),
            ),
          )
        : repeat(3, (row) =>
            all(
              rect(270, 560 + row * 50, 340, 44, '#b98a56', 4),
              repeat(8, (n) =>
                circle(
                  292 + n * 42,
                  556 + row * 50,
                  18,
                  ['#d1473f', '#f0bd3a', '#5f955a', '#e8813a'][(row + (n >> 1)) % 4] ?? '#d1473f',
                ),
              ),
            ),
          );
  const front = all(
    rect(160, 90, 880, 690, stone),
    rect(144, 76, 912, 22, darken(stone, 0.16)),
    ...[260, 540, 820].map((x) =>
      all(
        rect(x, 140, 110, 140, light.isLit ? '#ffd98a' : '#86abc0', 3),
        rect(x - 30, 140, 28, 140, palette.second),
        rect(x + 112, 140, 28, 140, palette.second),
        rect(x - 34, 284, 178, 12, darken(stone, 0.18)),
      ),
    ),
    rect(200, 350, 800, 430, darken(paint, 0.35)),
    rect(220, 350, 760, 60, paint),
    rect(440, 366, 320, 26, lighten(paint, 0.7), 13),
    circle(410, 379, 15, lighten(paint, 0.7)),
    rect(250, 430, 380, 290, glass),
    display,
    rect(790, 430, 170, 290, glass),
    rect(650, 430, 124, 350, darken(paint, 0.1), 4),
    rect(664, 446, 96, 210, glass),
    rect(752, 600, 10, 60, '#f0d58a', 5),
    repeat(10, (n) =>
      path(`M${196 + n * 81} 400h81l10 70q-6 22 -40 22t-44 -22z`, n % 2 === 0 ? '#f7f2e6' : palette.accent),
    ),
    circle(876, 560, 44, palette.second),
    rect(836, 600, 80, 110, palette.wood, 6),
    fade(
      0.25,
      polygon(
        [
          [270, 720],
          [360, 430],
          [420, 430],
          [330, 720],
        ],
        '#ffffff',
      ),
    ),
    rect(200, 720, 440, 60, darken(paint, 0.2)),
    rect(784, 720, 216, 60, darken(paint, 0.2)),
    polygon(
      [
        [1_050, 780],
        [1_062, 680],
        [1_120, 680],
        [1_134, 780],
      ],
      '#b5603d',
    ),
    circle(1_090, 640, 60, '#4f8f5f'),
    view % 2 === 1 &&
      all(
        rect(70, 700, 70, 80, '#b98a56', 4),
        polygon(
          [
            [60, 640],
            [150, 640],
            [140, 700],
            [70, 700],
          ],
          '#2b2f38',
        ),
      ),
  );
  return frameBuilding(
    brief,
    all(sky(light, brief.viewRandom, 640), townRow(brief, 780, 420), road(light, 780)),
    front,
  );
};

/** An office building. */
export const officeBuilding: Drawing = (brief) => {
  const { palette, light, random, viewRandom, seed } = brief;
  const frame = random.pick(['#e9ecef', '#3b4658', palette.stone]);
  const floors = 9;
  const pane = (floor: number, n: number): string =>
    rect(
      336 + n * 66,
      120 + floor * 66,
      60,
      54,
      light.isLit && (floor * 7 + n * 5 + seed) % 3 === 0
        ? '#ffdf94'
        : mix(light.sky[1], palette.second, 0.35 + ((floor + n) % 3) * 0.12),
    );
  const front = all(
    rect(140, 300, 200, 480, darken(frame, 0.12)),
    repeat(7, (floor) =>
      repeat(3, (n) => rect(156 + n * 60, 320 + floor * 62, 48, 44, mix(light.sky[1], palette.second, 0.5))),
    ),
    rect(320, 90, 560, 690, frame),
    repeat(floors, (floor) => repeat(8, (n) => pane(floor, n))),
    rect(880, 400, 180, 380, lighten(frame, 0.12)),
    repeat(6, (floor) => rect(900, 420 + floor * 58, 140, 36, mix(light.sky[1], palette.second, 0.4))),
    rect(306, 74, 588, 20, darken(frame, 0.25)),
    fade(
      0.14,
      polygon(
        [
          [420, 780],
          [640, 90],
          [760, 90],
          [540, 780],
        ],
        '#ffffff',
      ),
    ),
    rect(480, 690, 240, 90, darken(palette.second, 0.3)),
    rect(496, 706, 100, 74, '#cfe4ea'),
    rect(604, 706, 100, 74, '#cfe4ea'),
    rect(450, 676, 300, 18, palette.accent, 6),
    tree(220, 792, 170),
    tree(960, 792, 190),
    tree(1_090, 792, 150, '#5f955a'),
  );
  return frameBuilding(brief, all(sky(light, viewRandom, 700), townRow(brief, 780, 230), road(light, 780)), front);
};
