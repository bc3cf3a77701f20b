import { balconyColours, gallarija, hills, palm, road, sky, townRow, tree } from '../canvas/backdrops.ts';
import type { Brief, Drawing } from '../canvas/brief.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import { frameBuilding, glassOf } from '../canvas/house-frame.ts';
import { all, circle, ellipse, fade, line, path, polygon, rect, repeat, stroke } from '../canvas/svg.ts';

function townhouseFront(brief: Brief): string {
  const { palette, random } = brief;
  const stone = mix(palette.stone, random.pick(['#f5e6c6', '#e2c48b', '#f0d9c8']), 0.4);
  const wood = random.pick(balconyColours);
  const isGrand = random.chance(0.4);
  const window = (x: number, y: number): string =>
    all(
      rect(x - 12, y - 14, 134, 12, darken(stone, 0.16)),
      rect(x, y, 110, 170, glassOf(brief, x + y)),
      line(x + 55, y, x + 55, y + 170, wood, 6),
      rect(x - 34, y, 34, 170, wood, 3),
      rect(x + 110, y, 34, 170, wood, 3),
      repeat(8, (n) =>
        all(
          line(x - 30, y + 14 + n * 20, x - 4, y + 14 + n * 20, darken(wood, 0.2), 3),
          line(x + 114, y + 14 + n * 20, x + 140, y + 14 + n * 20, darken(wood, 0.2), 3),
        ),
      ),
      rect(x - 16, y + 170, 142, 14, darken(stone, 0.18)),
    );
  return all(
    rect(280, 130, 640, 650, stone),
    repeat(11, (n) => fade(0.5, line(280, 180 + n * 56, 920, 180 + n * 56, darken(stone, 0.09), 2))),
    rect(264, 112, 672, 26, darken(stone, 0.15)),
    rect(276, 96, 648, 18, lighten(stone, 0.2)),
    isGrand && all(path('M480 96Q600 20 720 96z', darken(stone, 0.08)), circle(600, 74, 15, darken(stone, 0.3))),
    gallarija(430, 220, 340, 220, wood),
    path('M440 452q20 40 46 0zM714 452q20 40 46 0z', darken(stone, 0.22)),
    window(340 - 26, 240),
    window(808, 240),
    path('M500 780V590A100 90 0 0 1 700 590V780z', darken(stone, 0.14)),
    path('M516 780V598A84 80 0 0 1 684 598V780z', wood),
    line(600, 600, 600, 780, darken(wood, 0.35), 5),
    fade(0.8, path('M524 596A76 70 0 0 1 676 596z', glassOf(brief, 3))),
    circle(582, 690, 9, '#e2b23a'),
    circle(618, 690, 9, '#e2b23a'),
    window(340 - 26, 560),
    window(808, 560),
    rect(490, 772, 220, 16, darken(stone, 0.25)),
    circle(466, 760, 26, '#4f8f5f'),
    rect(448, 762, 36, 26, '#b5603d', 4),
    circle(734, 760, 26, '#6aa870'),
    rect(716, 762, 36, 26, '#b5603d', 4),
  );
}

function villaFront(brief: Brief): string {
  const { palette, random } = brief;
  const wall = random.pick(['#f6f4ee', '#f0ece2', '#e9ecef']);
  const hasPool = random.chance(0.75);
  return all(
    palm(150, 640, 420),
    palm(1_080, 640, 350),
    rect(-300, 636, 1_800, 500, '#8fb06f'),
    rect(220, 380, 420, 270, wall),
    rect(480, 220, 500, 190, wall),
    rect(460, 200, 560, 26, darken(palette.second, 0.2)),
    rect(190, 360, 480, 26, darken(palette.second, 0.2)),
    rect(640, 410, 330, 240, darken(palette.stone, 0.04)),
    repeat(6, (n) => fade(0.5, line(640, 440 + n * 34, 970, 440 + n * 34, darken(palette.stone, 0.16), 3))),
    rect(520, 256, 190, 154, glassOf(brief, 0)),
    rect(740, 256, 190, 154, glassOf(brief, 2)),
    fade(0.6, rect(500, 350, 480, 60, '#cfe9f0')),
    rect(500, 346, 480, 6, '#5a616d'),
    rect(256, 430, 350, 220, glassOf(brief, 3)),
    repeat(4, (n) => rect(256 + n * 116, 430, 6, 220, '#3b414c')),
    rect(760, 470, 110, 180, palette.wood, 4),
    circle(848, 564, 7, '#f0d58a'),
    rect(680, 480, 50, 110, glassOf(brief, 0), 3),
    rect(900, 480, 40, 110, glassOf(brief, 0), 3),
    fade(
      0.25,
      polygon(
        [
          [300, 650],
          [380, 430],
          [430, 430],
          [350, 650],
        ],
        '#ffffff',
      ),
    ),
    rect(140, 646, 920, 20, lighten(palette.stone, 0.3)),
    hasPool
      ? all(
          polygon(
            [
              [170, 690],
              [860, 690],
              [980, 850],
              [60, 850],
            ],
            lighten(palette.stone, 0.35),
          ),
          polygon(
            [
              [210, 706],
              [826, 706],
              [926, 830],
              [116, 830],
            ],
            '#4fb6c9',
          ),
          ...[0, 1, 2, 3].map((n) =>
            fade(0.5, stroke(`M${240 + n * 160} ${740 + (n % 2) * 40}q30 -12 60 0t60 0`, '#ffffff', 5)),
          ),
          polygon(
            [
              [930, 720],
              [1_060, 720],
              [1_100, 760],
              [950, 760],
            ],
            '#ffffff',
          ),
          polygon(
            [
              [930, 720],
              [900, 670],
              [912, 664],
              [950, 720],
            ],
            '#ffffff',
          ),
          line(1_010, 720, 1_010, 600, '#f2ede1', 7),
          path('M920 620Q1010 540 1100 620z', palette.accent),
        )
      : all(
          polygon(
            [
              [760, 666],
              [870, 666],
              [960, 900],
              [640, 900],
            ],
            lighten(palette.stone, 0.3),
          ),
          ...[
            [320, 740],
            [440, 800],
            [1_060, 780],
            [250, 840],
          ].map(([x = 0, y = 0]) =>
            all(
              circle(x, y, 46, '#5f955a'),
              circle(x + 30, y + 12, 34, '#4f8650'),
              circle(x - 6, y - 14, 9, palette.accent),
              circle(x + 20, y + 4, 9, palette.accent),
            ),
          ),
        ),
  );
}

const countryBehind = ({ light, viewRandom }: Brief): string =>
  all(sky(light, viewRandom, 600), hills(viewRandom, 640, '#9fb088'), rect(0, 636, 1_200, 264, '#a9b377'));

function farmhouseFront(brief: Brief): string {
  const { palette, random } = brief;
  const stone = mix(palette.stone, '#d9b57a', 0.35);
  const door = random.pick(balconyColours);
  const arch = (x: number, width: number, top: number, bottom: number, fill: string): string =>
    path(`M${x} ${bottom}V${top}A${width / 2} ${width / 2} 0 0 1 ${x + width} ${top}V${bottom}z`, fill);
  return all(
    rect(-300, 640, 1_800, 500, '#b9b377'),
    rect(180, 360, 840, 330, stone),
    rect(560, 230, 340, 140, darken(stone, 0.05)),
    rect(168, 346, 400, 20, darken(stone, 0.14)),
    rect(548, 216, 364, 20, darken(stone, 0.14)),
    rect(890, 346, 142, 20, darken(stone, 0.14)),
    repeat(34, (n) =>
      fade(
        0.45,
        rect(
          196 + ((n * 173) % 790),
          380 + ((n * 61) % 290),
          58,
          26,
          n % 2 === 0 ? darken(stone, 0.07) : lighten(stone, 0.15),
          4,
        ),
      ),
    ),
    arch(250, 150, 540, 690, darken(stone, 0.5)),
    arch(450, 150, 540, 690, darken(stone, 0.5)),
    arch(256, 138, 544, 690, glassOf(brief, 0)),
    arch(456, 138, 544, 690, glassOf(brief, 2)),
    line(325, 480, 325, 690, door, 7),
    line(525, 480, 525, 690, door, 7),
    arch(690, 120, 570, 690, door),
    line(750, 512, 750, 690, darken(door, 0.3), 4),
    rect(870, 470, 90, 110, glassOf(brief, 3), 3),
    rect(846, 470, 26, 110, door),
    rect(958, 470, 26, 110, door),
    rect(640, 262, 70, 90, glassOf(brief, 0), 3),
    rect(780, 262, 70, 90, glassOf(brief, 1), 3),
    stroke('M610 690Q570 560 640 470Q680 400 640 360', '#4f7d4a', 12),
    ...[
      [640, 380],
      [600, 430],
      [668, 430],
      [620, 500],
      [586, 570],
      [650, 466],
      [690, 390],
    ].map(([x = 0, y = 0], n) => circle(x, y, 26, n % 2 === 0 ? '#d14f8a' : '#e078a6')),
    rect(40, 690, 1_120, 210, lighten(palette.stone, 0.2)),
    repeat(5, (n) => line(40, 724 + n * 40, 1_160, 724 + n * 40, darken(palette.stone, 0.12), 3)),
    repeat(15, (n) =>
      rect(
        n * 82 - 10,
        822 + (n % 2) * 10,
        76,
        58,
        n % 3 === 0 ? darken(palette.stone, 0.16) : darken(palette.stone, 0.08),
        10,
      ),
    ),
    tree(100, 720, 260, '#7d8f5a'),
    polygon(
      [
        [1_060, 720],
        [1_140, 720],
        [1_126, 800],
        [1_074, 800],
      ],
      '#b5603d',
    ),
    circle(1_100, 690, 50, '#5f955a'),
    ellipse(1_000, 700, 60, 18, darken(stone, 0.2)),
    rect(945, 640, 110, 60, darken(stone, 0.1), 8),
    ellipse(1_000, 640, 55, 14, darken(stone, 0.45)),
  );
}

/** A town house of limestone with its closed balcony. */
export const townhouse: Drawing = (brief) =>
  frameBuilding(
    brief,
    all(sky(brief.light, brief.viewRandom, 640), townRow(brief, 780, 330), road(brief.light, 780)),
    all(townhouseFront(brief), tree(100, 790, 190), tree(1_100, 790, 220)),
  );

/** A modern villa, usually with a pool. */
export const villa: Drawing = (brief) => frameBuilding(brief, countryBehind(brief), villaFront(brief));

/** An old farmhouse with arches. */
export const farmhouse: Drawing = (brief) => frameBuilding(brief, countryBehind(brief), farmhouseFront(brief));
