import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { all, circle, ellipse, fade, line, path, polygon, rect, repeat, ring, rotate, stroke } from '../canvas/svg.ts';

/** Draws a pram. */
export function pram({ paint, random, palette }: Brief): string {
  const isClassic = random.chance(0.4);
  const radius = isClassic ? 86 : 66;
  const wheelAt = (x: number): string =>
    all(
      repeat(6, (n) =>
        rotate(n * 30, x, 770 - radius, line(x - radius, 770 - radius, x + radius, 770 - radius, '#aab2bc', 4)),
      ),
      ring(x, 770 - radius, radius - 7, '#23272f', 15),
      circle(x, 770 - radius, 13, '#8d95a0'),
    );
  return all(
    stroke('M400 700L720 520M780 704L480 520', '#8d95a0', 13),
    stroke('M700 540L860 380Q880 352 912 356', '#5a616d', 15),
    rect(880, 342, 76, 26, '#3b2a22', 12),
    path('M320 430H760Q760 600 600 616H470Q330 604 320 430z', paint),
    path('M320 430H760V462H324z', darken(paint, 0.2)),
    path('M320 430Q316 250 500 226Q560 224 596 244L540 430z', darken(paint, 0.1)),
    ...[
      [-40, 372],
      [30, 428],
      [96, 488],
    ].map(([dx = 0, x = 0]) =>
      stroke(`M540 428Q${x} ${330 + dx / 3} ${440 + dx} ${260 - dx / 8}`, darken(paint, 0.3), 4),
    ),
    path('M560 430Q600 390 680 400Q740 400 750 430z', lighten(palette.accent, 0.25)),
    fade(0.25, path('M340 476H740Q736 500 730 510H350z', '#ffffff')),
    rect(470, 616, 150, 34, darken(palette.second, 0.1), 10),
    wheelAt(410),
    wheelAt(770),
  );
}

const furs = ['#c98d4f', '#3b3430', '#d9d2c7', '#8a7a6c'];

function sittingCat(fur: string): string {
  return all(
    path('M560 760Q520 560 600 520Q700 540 680 760z', fur),
    stroke('M690 740Q790 730 780 640Q776 600 800 590', fur, 32),
    circle(612, 470, 84, fur),
    polygon(
      [
        [536, 450],
        [544, 366],
        [600, 398],
      ],
      fur,
    ),
    polygon(
      [
        [688, 450],
        [682, 366],
        [624, 398],
      ],
      fur,
    ),
    circle(584, 464, 12, '#f0c95a'),
    circle(642, 464, 12, '#f0c95a'),
    circle(584, 464, 6, '#1b1e26'),
    circle(642, 464, 6, '#1b1e26'),
    polygon(
      [
        [602, 490],
        [624, 490],
        [613, 504],
      ],
      '#d98b8b',
    ),
    ellipse(570, 758, 34, 16, lighten(fur, 0.2)),
    ellipse(654, 758, 34, 16, lighten(fur, 0.2)),
  );
}

function sittingDog(fur: string, collar: string): string {
  return all(
    path('M540 760Q510 590 590 520H680Q750 640 720 760z', fur),
    stroke('M724 700Q800 690 812 620', fur, 26),
    circle(620, 450, 92, fur),
    ellipse(620, 492, 52, 42, lighten(fur, 0.35)),
    path('M540 400Q480 420 500 520Q540 520 556 440z', darken(fur, 0.3)),
    path('M700 400Q760 420 740 520Q700 520 684 440z', darken(fur, 0.3)),
    ellipse(620, 474, 22, 15, '#23272f'),
    circle(588, 436, 10, '#1b1e26'),
    circle(652, 436, 10, '#1b1e26'),
    stroke('M600 508Q620 526 640 508', '#23272f', 5),
    path('M606 514h28v24q-14 16 -28 0z', '#e58a8a'),
    ellipse(574, 758, 36, 16, lighten(fur, 0.2)),
    ellipse(684, 758, 36, 16, lighten(fur, 0.2)),
    rect(560, 534, 130, 20, collar, 10),
    circle(625, 560, 14, '#f0c95a'),
  );
}

function playground(animal: string, { palette, paint }: Brief): string {
  return all(
    ellipse(620, 756, 280, 36, darken(palette.second, 0.1)),
    ellipse(620, 744, 250, 26, lighten(palette.second, 0.3)),
    animal,
    circle(330, 716, 54, paint),
    stroke('M288 690Q330 716 372 690M288 744Q330 716 372 744', lighten(paint, 0.6), 7),
    path('M870 738h90a22 22 0 1 1 20 34a22 22 0 1 1 -20 -2h-90a22 22 0 1 1 -20 2a22 22 0 1 1 20 -34z', '#f1e6cf'),
    path('M170 770L190 716H290L310 770z', palette.accent),
    ellipse(240, 716, 50, 12, '#7a5a3c'),
  );
}

/** Draws a cat among toys. */
export function catToys(brief: Brief): string {
  return playground(sittingCat(brief.random.pick(furs)), brief);
}

/** Draws a dog among toys. */
export function dogToys(brief: Brief): string {
  return playground(sittingDog(brief.random.pick(furs), brief.palette.accent), brief);
}
