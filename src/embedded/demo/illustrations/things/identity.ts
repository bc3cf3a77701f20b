import type { Brief, Drawing } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import {
  all,
  circle,
  ellipse,
  fade,
  gradientRect,
  path,
  polygon,
  rect,
  repeat,
  ring,
  rotate,
  stroke,
} from '../canvas/svg.ts';

const marks: readonly ((brief: Brief) => string)[] = [
  // A house over waves.
  ({ paint, palette }) =>
    all(
      polygon(
        [
          [600, 190],
          [860, 420],
          [860, 560],
          [340, 560],
          [340, 420],
        ],
        paint,
      ),
      rect(550, 420, 100, 140, '#ffffff', 50),
      stroke('M330 620q45 -36 90 0t90 0t90 0t90 0t90 0t90 0', palette.second, 28),
      stroke('M330 690q45 -36 90 0t90 0t90 0t90 0t90 0t90 0', lighten(palette.second, 0.35), 28),
    ),
  // A key whose bow is a sun.
  ({ paint, palette }) =>
    all(
      repeat(12, (n) => rotate(n * 30, 600, 350, rect(588, 150, 24, 60, lighten(paint, 0.2), 12))),
      circle(600, 350, 120, paint),
      circle(600, 350, 56, '#ffffff'),
      rect(574, 460, 52, 270, palette.second, 14),
      rect(626, 600, 80, 40, palette.second, 8),
      rect(626, 670, 60, 40, palette.second, 8),
    ),
  // A steering wheel over a road.
  ({ paint, palette }) =>
    all(
      ring(600, 440, 220, paint, 60),
      polygon(
        [
          [560, 720],
          [640, 720],
          [622, 470],
          [578, 470],
        ],
        palette.second,
      ),
      rect(380, 410, 440, 56, paint, 20),
      circle(600, 440, 78, paint),
      circle(600, 440, 34, '#ffffff'),
    ),
  // Two people joined by a bridge.
  ({ paint, palette }) =>
    all(
      circle(410, 300, 84, paint),
      circle(790, 300, 84, palette.accent),
      path(
        'M300 700Q300 440 410 420Q520 440 600 560Q680 440 790 420Q900 440 900 700H780Q760 560 600 560T420 700z',
        darken(paint, 0.1),
      ),
      fade(0.8, path('M600 560Q680 440 790 420Q900 440 900 700H780Q770 560 600 560z', palette.accent)),
    ),
  // Blocks of stone, one on another.
  ({ paint, palette }) =>
    all(
      rect(330, 560, 260, 140, paint, 14),
      rect(610, 560, 260, 140, lighten(paint, 0.2), 14),
      rect(470, 400, 260, 140, lighten(paint, 0.35), 14),
      polygon(
        [
          [600, 190],
          [730, 380],
          [470, 380],
        ],
        palette.accent,
      ),
    ),
  // An eight-pointed star.
  ({ paint, palette }) =>
    all(
      ...[0, 90, 180, 270].map((turn) =>
        rotate(
          turn,
          600,
          450,
          polygon(
            [
              [600, 440],
              [500, 180],
              [600, 250],
              [700, 180],
            ],
            turn % 180 === 0 ? paint : palette.second,
          ),
        ),
      ),
      circle(600, 450, 40, '#ffffff'),
    ),
];

/** A company's sign: a mark on a quiet ground, no letters. */
export const companyLogo: Drawing = (brief) => {
  const { paint, palette, seed } = brief;
  const mark = marks[seed % marks.length];
  const isDark = seed % 4 === 1;
  return all(
    rect(0, 0, 1_200, 900, isDark ? lighten(paint, 0.82) : '#ffffff'),
    fade(0.5, circle(600, 450, 410, isDark ? '#ffffff' : lighten(palette.second, 0.85))),
    mark === undefined ? '' : mark(brief),
  );
};

const skins = ['#f2cfae', '#e5b48a', '#c98d62', '#9a6746', '#f0c3a0'];
const hairs = ['#2b211d', '#5b3a29', '#a8743f', '#8d8a88', '#3a2c26', '#c9a15a'];

/** A face without features: an abstract portrait. */
export const avatar: Drawing = ({ random, palette, paint }) => {
  const skin = random.pick(skins);
  const hair = random.pick(hairs);
  const style = random.pick(['short', 'long', 'bun', 'curly', 'cap']);
  const hasGlasses = random.chance(0.35);
  const hasBeard = style === 'short' && random.chance(0.5);
  return all(
    gradientRect('ground', [0, 0, 1_200, 900], [lighten(palette.accent, 0.5), lighten(palette.second, 0.45)]),
    fade(0.35, circle(600, 430, 400, '#ffffff')),
    style === 'long' && path('M390 420Q380 180 600 170Q820 180 810 420L840 700H360z', hair),
    style === 'bun' && circle(600, 140, 80, hair),
    path('M290 900Q300 680 480 650L600 640L720 650Q900 680 910 900z', paint),
    path('M520 560H680V660Q600 730 520 660z', darken(skin, 0.12)),
    path('M520 650Q600 730 680 650L700 668Q600 770 500 668z', lighten(paint, 0.4)),
    ellipse(600, 430, 150, 180, skin),
    ellipse(448, 440, 24, 36, skin),
    ellipse(752, 440, 24, 36, skin),
    hasBeard && path('M452 450Q460 640 600 640T748 450Q740 540 600 530T452 450z', hair),
    style === 'short' &&
      path('M440 430Q430 220 600 220T760 430Q740 340 690 330Q560 340 500 320Q450 350 440 430z', hair),
    (style === 'long' || style === 'bun') &&
      path('M446 430Q440 230 600 226T754 430Q720 340 620 300Q560 350 446 430z', hair),
    style === 'curly' && repeat(11, (n) => circle(440 + n * 32, 330 - Math.sin((n / 10) * Math.PI) * 110, 56, hair)),
    style === 'cap' &&
      all(
        path('M440 390Q440 220 600 216T760 390z', palette.second),
        path('M440 380Q600 340 850 390Q850 416 800 412H440z', darken(palette.second, 0.2)),
      ),
    hasGlasses &&
      all(
        ring(530, 436, 52, '#2b2f38', 11),
        ring(670, 436, 52, '#2b2f38', 11),
        stroke('M582 430q18 -12 36 0', '#2b2f38', 10),
      ),
    stroke('M556 540Q600 574 644 540', darken(skin, 0.35), 10),
  );
};
