import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';

import { all, circle, ellipse, fade, line, path, polygon, rect, repeat, ring, rotate, stroke } from '../canvas/svg.ts';

/** Draws a camera with its strap. */
export function camera({ paint, palette, random }: Brief): string {
  const isRetro = random.chance(0.5);
  const skin = isRetro ? darken(paint, 0.2) : '#23272f';
  return all(
    rect(270, 380, 660, 390, skin, 40),
    path(
      'M270 420Q270 380 310 380H450L490 310H710L750 380H890Q930 380 930 420V460H270z',
      isRetro ? '#d5dae0' : '#343a45',
    ),
    rect(330, 344, 90, 40, '#4a515d', 8),
    circle(830, 366, 34, '#4a515d'),
    circle(830, 360, 28, '#8d95a0'),
    rect(540, 330, 120, 60, '#14171e', 8),
    rect(552, 342, 96, 36, '#5f7f94', 6),
    fade(
      0.5,
      repeat(12, (n) => line(290 + n * 6, 480, 290 + n * 6, 750, darken(skin, 0.35), 2)),
    ),
    circle(600, 580, 190, '#14171e'),
    ring(600, 580, 172, '#5a616d', 12),
    circle(600, 580, 150, '#23272f'),
    repeat(32, (n) => rotate(n * 11.25, 600, 580, line(600, 398, 600, 412, '#3b414c', 6))),
    circle(600, 580, 118, '#0c0f15'),
    circle(600, 580, 96, '#24405c'),
    circle(600, 580, 60, darken(palette.second, 0.3)),
    circle(600, 580, 30, '#0c0f15'),
    fade(0.6, ellipse(560, 530, 36, 22, '#ffffff')),
    fade(0.35, circle(642, 624, 14, '#ffffff')),
    circle(870, 440, 14, '#d1473f'),
    stroke('M276 430Q150 480 180 640T330 770', '#6b4a33', 20),
    stroke('M924 430Q1060 480 1020 640T890 770', '#6b4a33', 20),
  );
}

/** Draws a game console and its controller. */
export function gameConsole({ paint, palette, random }: Brief): string {
  const shell = random.pick(['#f4f5f6', '#23272f', lighten(paint, 0.1)]);
  const ink = shell === '#23272f' ? '#8d95a0' : '#3b414c';
  return all(
    all(
      path('M380 770L400 250Q470 230 480 260L500 770z', shell),
      path('M500 770L490 270Q560 230 590 262L600 770z', shell),
      rect(484, 300, 18, 470, '#14171e'),
      rect(488, 330, 6, 180, palette.accent, 3),
    ),
    all(
      path(
        'M640 560Q650 500 720 510H900Q970 500 980 560Q1030 720 990 760Q950 780 920 700Q900 670 880 670H740Q720 670 700 700Q670 780 630 760Q590 720 640 560z',
        shell,
      ),
      rect(756, 520, 108, 70, darken(shell, 0.12), 12),
      circle(756, 640, 32, '#14171e'),
      circle(864, 640, 32, '#14171e'),
      rect(678, 566, 60, 20, ink, 6),
      rect(698, 546, 20, 60, ink, 6),
      ...[
        [920, 548],
        [920, 604],
        [892, 576],
        [948, 576],
      ].map(([x = 0, y = 0], n) => circle(x, y, 13, ['#e07a5f', '#3f8a7d', '#5a8fd0', '#f2c14e'][n] ?? ink)),
    ),
  );
}

/** Draws a handheld console in its dock. */
export function handheld({ palette }: Brief): string {
  return all(
    rect(300, 560, 600, 210, '#14171e', 20),
    rect(340, 440, 520, 300, '#14171e', 12),
    rect(352, 452, 496, 276, palette.second),
    circle(480, 600, 70, palette.accent),
    polygon(
      [
        [600, 680],
        [690, 500],
        [780, 680],
      ],
      '#f2c14e',
    ),
    rect(250, 436, 110, 310, '#d1473f', 50),
    rect(840, 436, 110, 310, '#2f8fc1', 50),
    circle(305, 510, 34, '#23272f'),
    circle(895, 640, 34, '#23272f'),
    ...[
      [895, 480],
      [895, 550],
      [860, 515],
      [930, 515],
    ].map(([x = 0, y = 0]) => circle(x, y, 15, '#23272f')),
  );
}
