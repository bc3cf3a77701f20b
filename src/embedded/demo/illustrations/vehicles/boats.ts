import { distantSail, sea, sky, tint } from '../canvas/backdrops.ts';
import type { Brief, Drawing } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { all, circle, ellipse, fade, line, mirror, move, path, polygon, rect, scale, stroke } from '../canvas/svg.ts';

function luzzuHull({ paint }: Brief): string {
  return all(
    path('M150 560Q170 700 320 716H840Q1000 700 1050 520Q1000 580 900 590H330Q220 590 150 560z', paint),
    path('M148 556Q220 592 330 592H900Q1000 582 1052 518L1046 556Q1000 612 900 622H330Q210 620 154 590z', '#f0bd3a'),
    path('M156 600Q220 626 330 630H900Q1000 620 1040 572L1032 600Q990 640 900 652H330Q220 650 162 624z', '#d1473f'),
    path('M150 560Q120 500 136 470L160 476Q164 530 176 566z', '#f0bd3a'),
    path('M1052 518Q1076 460 1064 430L1042 436Q1040 490 1030 536z', '#f0bd3a'),
    ellipse(238, 604, 24, 15, '#ffffff'),
    circle(238, 604, 9, '#2f5f94'),
    rect(600, 480, 170, 110, '#f3f2ee', 8),
    rect(620, 500, 56, 46, '#5f7f94', 4),
    rect(694, 500, 56, 46, '#5f7f94', 4),
    rect(586, 466, 198, 20, '#2f6fb3', 6),
    line(460, 590, 460, 300, '#a5744a', 12),
    line(460, 310, 380, 560, '#c9cfd6', 3),
  );
}

function sailingHull({ paint }: Brief): string {
  return all(
    path('M560 560V90Q760 300 800 540z', '#ffffff'),
    path('M560 300Q700 360 760 470L794 520Q690 500 560 500z', paint),
    path('M530 560V150Q400 380 330 550z', '#f3ead6'),
    line(546, 600, 546, 80, '#7a5a3c', 12),
    polygon(
      [
        [546, 80],
        [546, 110],
        [600, 96],
      ],
      '#d1473f',
    ),
    path('M250 590H930Q900 690 800 712H380Q290 690 250 590z', '#f3f2ee'),
    path('M262 620H916L906 648H274z', paint),
    rect(560, 560, 230, 36, '#b98a56', 12),
  );
}

function motorHull({ paint, light }: Brief): string {
  return all(
    path('M180 540Q560 560 1040 500Q1000 690 880 712H340Q220 700 180 540z', '#f6f5f1'),
    path('M196 600Q560 620 1016 560Q1004 610 986 640Q560 680 216 660z', paint),
    path('M470 540L560 420H760L850 520z', '#f6f5f1'),
    path('M510 530L576 440H650V536z', light.isLit ? '#39456b' : '#6d8ea3'),
    path('M666 440H748L806 520L666 532z', light.isLit ? '#39456b' : '#6d8ea3'),
    line(480, 420, 480, 330, '#8d95a0', 6),
    rect(440, 400, 330, 22, darken(paint, 0.1), 10),
    rect(150, 490, 70, 130, '#2b2f38', 16),
    rect(170, 610, 30, 110, '#3b414c', 6),
    stroke('M900 510Q960 470 1036 490', '#c9cfd6', 7),
  );
}

function inHarbour(shape: string, { light, viewRandom, view, palette }: Brief): string {
  const afloat = all(
    shape,
    fade(0.4, ellipse(600, 716, 470, 22, darken(light.sea[1], 0.4))),
    ...[0, 1, 2].map((n) =>
      fade(0.6, stroke(`M${160 + n * 330} ${728 + n * 6}q40 -14 80 0t80 0t80 0`, lighten(light.sea[0], 0.6), 6)),
    ),
  );
  const harbour = all(
    sky(light, viewRandom, 420),
    path(
      'M0 420V330L90 300H210V250H250V330H420L470 350H640L700 330H900V290H960V350H1200V420z',
      darken(palette.stone, light.isLit ? 0.45 : 0.12),
    ),
    path('M205 250a25 30 0 0 1 50 0z', '#a8503f'),
    sea(light, viewRandom, 420, 900),
    distantSail(viewRandom.integer(760, 1_080), 470, 36),
  );
  const cameras = [
    afloat,
    mirror(afloat),
    move(-160, 40, scale(1.6, 600, 620, afloat)),
    mirror(scale(0.8, 600, 700, afloat)),
    move(220, 20, scale(1.55, 600, 600, afloat)),
  ];
  return all(harbour, cameras[view % cameras.length] ?? afloat, tint(light));
}

/** A luzzu, the painted fishing boat with eyes. */
export const luzzu: Drawing = (brief) => inHarbour(luzzuHull(brief), brief);

/** A sailing boat. */
export const sailingBoat: Drawing = (brief) => inHarbour(sailingHull(brief), brief);

/** A motor boat. */
export const motorBoat: Drawing = (brief) => inHarbour(motorHull(brief), brief);
