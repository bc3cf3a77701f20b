import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { all, circle, fade, line, path, rect, repeat, ring, rotate, stroke } from '../canvas/svg.ts';

/** Draws clothes on a rail. */
export function clothes({ palette, paint, random }: Brief): string {
  const hanger = (x: number): string =>
    all(
      stroke(`M${x} 210q0 -30 20 -30q22 4 16 26q-6 12 -36 24`, '#5a616d', 6),
      stroke(`M${x - 90} 290L${x} 232L${x + 90} 290`, '#a5744a', 10),
    );
  const shirt = (x: number, colour: string): string =>
    all(
      path(
        `M${x - 60} 262Q${x} 300 ${x + 60} 262L${x + 130} 300L${x + 110} 390L${x + 80} 376V580H${x - 80}V376L${x - 110} 390L${x - 130} 300z`,
        colour,
      ),
      path(`M${x - 44} 266Q${x} 320 ${x + 44} 266Q${x} 292 ${x - 44} 266z`, darken(colour, 0.3)),
      line(x, 310, x, 576, darken(colour, 0.15), 4),
      repeat(5, (n) => circle(x + 10, 340 + n * 50, 5, lighten(colour, 0.6))),
    );
  const dress = (x: number, colour: string): string =>
    all(
      path(
        `M${x - 50} 270Q${x} 330 ${x + 50} 270L${x + 62} 420Q${x + 120} 600 ${x + 130} 680H${x - 130}Q${x - 120} 600 ${x - 62} 420z`,
        colour,
      ),
      rect(x - 64, 410, 128, 20, darken(colour, 0.3), 8),
      repeat(4, (n) => line(x - 66 + n * 44, 440, x - 90 + n * 60, 674, darken(colour, 0.12), 4)),
    );
  const first = random.chance(0.5);
  return all(
    line(250, 170, 250, 770, '#5a616d', 14),
    line(950, 170, 950, 770, '#5a616d', 14),
    line(230, 184, 970, 184, '#5a616d', 14),
    line(200, 770, 300, 770, '#5a616d', 14),
    line(900, 770, 1_000, 770, '#5a616d', 14),
    hanger(390),
    hanger(600),
    hanger(812),
    dress(390, first ? paint : palette.accent),
    shirt(812, first ? palette.second : paint),
    shirt(600, first ? '#f3ead6' : lighten(palette.second, 0.4)),
    path('M520 760Q510 710 560 712Q590 740 650 744Q670 750 668 772H520z', palette.accent),
    path('M680 760Q670 710 720 712Q750 740 810 744Q830 750 828 772H680z', palette.accent),
  );
}

/** Draws a wrist watch. */
export function watch({ paint, palette, random }: Brief): string {
  const metal = random.pick(['#c9cfd6', '#dcb75a', '#4a515d']);
  const strap = random.pick(['#5b3a29', '#23272f', darken(paint, 0.2), metal]);
  const hour = random.integer(0, 11) * 30;
  return all(
    path('M490 90H710L730 330H470z', strap),
    path('M470 600H730L706 780H494z', strap),
    fade(0.5, stroke('M508 110L494 310M692 110L706 310M494 620L512 760M706 620L688 760', lighten(strap, 0.4), 4)),
    rect(808, 440, 40, 54, metal, 10),
    circle(600, 466, 222, darken(metal, 0.15)),
    circle(600, 466, 208, metal),
    repeat(60, (n) => rotate(n * 6, 600, 466, line(600, 268, 600, n % 5 === 0 ? 284 : 276, darken(metal, 0.45), 4))),
    circle(600, 466, 176, darken(paint, 0.35)),
    repeat(12, (n) => rotate(n * 30, 600, 466, rect(595, 304, 10, n % 3 === 0 ? 42 : 26, '#f7f2e6', 3))),
    circle(600, 556, 44, darken(paint, 0.5)),
    ring(600, 556, 44, '#8d95a0', 3),
    line(600, 556, 616, 530, palette.accent, 4),
    rotate(hour, 600, 466, rect(592, 370, 16, 104, '#f7f2e6', 8)),
    rotate(random.integer(0, 59) * 6, 600, 466, rect(595, 324, 10, 150, '#f7f2e6', 5)),
    rotate(random.integer(0, 59) * 6, 600, 466, rect(598, 310, 4, 190, palette.accent, 2)),
    circle(600, 466, 13, palette.accent),
    fade(0.18, path('M460 400A160 160 0 0 1 680 320Q560 360 500 520z', '#ffffff')),
  );
}
