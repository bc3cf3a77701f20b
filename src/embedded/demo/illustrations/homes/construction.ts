import { sky, townRow } from '../canvas/backdrops.ts';
import type { Drawing } from '../canvas/brief.ts';
import { mix } from '../canvas/colour.ts';
import { frameBuilding } from '../canvas/house-frame.ts';
import { all, circle, ellipse, line, path, polygon, rect, repeat, stroke } from '../canvas/svg.ts';

/** A building site with a crane. */
export const constructionSite: Drawing = (brief) => {
  const { palette, light, viewRandom, random } = brief;
  const floors = random.integer(3, 5);
  const front = all(
    stroke('M930 780V120', '#e2b23a', 22),
    repeat(16, (n) => stroke(`M922 ${770 - n * 40}L938 ${740 - n * 40}`, '#b98a1e', 5)),
    stroke('M560 140H1130', '#e2b23a', 16),
    stroke('M930 60L600 136M930 60L1110 136', '#8a6a1e', 5),
    rect(1_060, 140, 70, 50, '#8d95a0', 4),
    rect(900, 130, 60, 56, '#f7f2e6', 6),
    rect(908, 140, 40, 26, '#86abc0', 4),
    line(660, 146, 660, 330, '#3b414c', 4),
    rect(610, 330, 100, 44, palette.stone, 4),
    repeat(floors, (n) =>
      all(
        rect(200, 780 - (n + 1) * 118, 560, 20, '#c3c7cc'),
        ...[210, 390, 560, 736].map((x) => rect(x, 798 - (n + 1) * 118, 22, 98, '#aab1bb')),
        n < floors - 1 && rect(234, 798 - (n + 1) * 118, 150, 98, mix(palette.stone, '#ffffff', 0.2)),
        n < floors - 2 && rect(414, 798 - (n + 1) * 118, 142, 98, mix(palette.stone, '#d9b57a', 0.4)),
      ),
    ),
    repeat(8, (n) => line(240 + n * 66, 780 - floors * 118, 240 + n * 66, 730 - floors * 118, '#8a5a3c', 5)),
    repeat(6, (n) => line(150, 780 - n * 110, 196, 780 - n * 110, '#d98e32', 6)),
    line(150, 780, 150, 200, '#d98e32', 7),
    line(190, 780, 190, 200, '#d98e32', 7),
    polygon(
      [
        [820, 790],
        [870, 700],
        [980, 690],
        [1_080, 790],
      ],
      '#c9a86a',
    ),
    ...[
      [330, 0],
      [640, -236],
    ].map(([x = 0, dy = 0], n) =>
      all(
        circle(x, 690 + dy, 20, '#d9a67c'),
        path(`M${x - 24} ${686 + dy}a24 22 0 0 1 48 0z`, '#f0bd3a'),
        rect(x - 22, 710 + dy, 44, 52, n === 0 ? '#e8813a' : palette.accent, 8),
        rect(x - 22, 728 + dy, 44, 8, '#f7f2b0'),
        rect(x - 16, 760 + dy, 14, 24, '#2f4a6b'),
        rect(x + 4, 760 + dy, 14, 24, '#2f4a6b'),
      ),
    ),
    rect(0, 780, 1_200, 120, '#c2a877'),
    ...[60, 260, 460, 860, 1_060].map((x) =>
      all(
        rect(x, 800, 110, 40, '#f7f2e6', 4),
        polygon(
          [
            [x + 10, 840],
            [x + 40, 800],
            [x + 66, 800],
            [x + 36, 840],
          ],
          '#d1473f',
        ),
        polygon(
          [
            [x + 64, 840],
            [x + 94, 800],
            [x + 110, 800],
            [x + 90, 840],
          ],
          '#d1473f',
        ),
        rect(x + 12, 840, 8, 26, '#5a616d'),
        rect(x + 90, 840, 8, 26, '#5a616d'),
      ),
    ),
    ellipse(700, 850, 60, 14, '#a58d5d'),
  );
  return frameBuilding(
    brief,
    all(sky(light, viewRandom, 780), townRow(brief, 780, 240), rect(0, 776, 1_200, 124, '#c2a877')),
    front,
  );
};
