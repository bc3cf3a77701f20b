import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { gleam } from '../canvas/stages.ts';
import { all, circle, ellipse, fade, line, path, rect, repeat, ring, rotate, stroke } from '../canvas/svg.ts';
import { wheel } from './car-side.ts';

/** Draws an engine. */
export function engine({ paint, random }: Brief): string {
  const isWide = random.chance(0.5);
  return all(
    rect(420, 720, 60, 50, '#3b414c', 6),
    rect(720, 720, 60, 50, '#3b414c', 6),
    path('M380 500H820L800 720H400z', '#7f8894'),
    repeat(7, (n) => rect(410 + n * 56, 520, 30, 180, '#6b7480', 6)),
    rect(360, 470, 480, 46, '#9aa3ae', 10),
    rect(384, 380, 432, 100, paint, 20),
    rect(404, 398, 392, 22, lighten(paint, 0.25), 10),
    repeat(4, (n) => all(circle(450 + n * 100, 446, 15, darken(paint, 0.4)), circle(450 + n * 100, 446, 7, '#c9cfd6'))),
    repeat(4, (n) =>
      stroke(`M${440 + n * 100} 384Q${430 + n * 100} 320 ${380 + n * 90} 300`, '#b5bcc6', isWide ? 34 : 26),
    ),
    rect(330, 270, 420, 50, '#c5cbd3', 24),
    circle(860, 610, 84, '#4a515d'),
    circle(860, 610, 62, '#8d95a0'),
    circle(860, 610, 20, '#3b414c'),
    circle(850, 440, 48, '#4a515d'),
    circle(850, 440, 30, '#aab2bc'),
    stroke('M800 452Q930 470 944 604Q930 700 860 694', '#23272f', 12),
    circle(330, 600, 74, '#5a616d'),
    ring(330, 600, 52, '#9aa3ae', 12),
    stroke('M330 526Q300 440 380 430', '#aab2bc', 40),
    rect(560, 350, 80, 34, '#23272f', 8),
    circle(600, 350, 20, '#e2b23a'),
    repeat(3, (n) => circle(440 + n * 160, 650, 18, '#59616d')),
  );
}

/** Draws a wheel beside a pile of tyres. */
export function wheels({ random, palette, paint }: Brief): string {
  const spokes = random.pick([5, 6, 8, 10]);
  const rim = random.pick(['#d5dae0', '#aab2bc', '#3b414c', lighten(paint, 0.1), lighten(palette.accent, 0.2)]);
  const tread = (x: number, y: number): string =>
    all(
      ellipse(x, y, 190, 58, '#20242c'),
      rect(x - 190, y - 92, 380, 92, '#20242c'),
      ellipse(x, y - 92, 190, 58, '#2f343e'),
      ellipse(x, y - 92, 104, 30, '#171a21'),
      repeat(9, (n) => line(x - 168 + n * 42, y - 62 + Math.abs(4 - n) * -3, x - 160 + n * 40, y + 20, '#12151b', 5)),
    );
  return all(
    tread(350, 706),
    tread(350, 600),
    wheel(770, 560, 214, spokes, rim),
    ring(770, 560, 198, '#343944', 5),
    repeat(26, (n) => rotate((360 / 26) * n, 770, 560, line(770, 350, 776, 362, '#12151b', 6))),
  );
}

/** Draws a car stereo, usually with speakers. */
export function carStereo({ palette, random, view }: Brief): string {
  const hasSpeakers = random.chance(0.55) || view % 3 === 2;
  const speaker = (x: number): string =>
    all(
      rect(x - 130, 330, 260, 440, '#23272f', 22),
      circle(x, 630, 108, '#3b414c'),
      circle(x, 630, 84, '#15181f'),
      circle(x, 630, 34, palette.accent),
      circle(x, 440, 68, '#3b414c'),
      circle(x, 440, 48, '#15181f'),
      circle(x, 440, 18, '#8d95a0'),
    );
  const bars = repeat(14, (n) => {
    const height = 30 + ((n * 53) % 110);
    return rect(440 + n * 23, 610 - height, 14, height, n % 3 === 0 ? palette.accent : '#7fd0c2', 4);
  });
  return all(
    hasSpeakers && all(speaker(250), speaker(950)),
    rect(330, 420, 540, 350, '#1c2028', 22),
    rect(360, 448, 480, 220, '#0f131b', 12),
    rect(372, 460, 456, 196, '#24405c', 8),
    bars,
    line(430, 622, 780, 622, '#9fe0d4', 4),
    gleam(372, 460, 456, 196),
    circle(420, 718, 34, '#3b414c'),
    circle(420, 718, 24, '#8d95a0'),
    line(420, 718, 432, 702, '#1c2028', 6),
    repeat(5, (n) => rect(500 + n * 56, 702, 40, 30, '#343a45', 8)),
    circle(800, 718, 26, palette.accent),
    fade(0.3, rect(330, 420, 540, 8, '#ffffff', 4)),
  );
}
