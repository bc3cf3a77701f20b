import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { all, circle, fade, line, path, rect, repeat, rotate, stroke } from '../canvas/svg.ts';

/** Draws a row and a stack of books. */
export function books({ palette, random, paint }: Brief): string {
  const colours = [paint, palette.accent, palette.second, '#e8d24a', '#f3ead6', '#5d4a86', '#3f8a7d', '#a33b3b'];
  let x = 250;
  let row = '';
  while (x < 640) {
    const width = random.integer(38, 64);
    const height = random.integer(260, 380);
    const colour = random.pick(colours);
    row += all(
      rect(x, 770 - height, width, height, colour, 5),
      rect(x, 770 - height + 36, width, 10, lighten(colour, 0.45)),
      rect(x, 720, width, 10, lighten(colour, 0.45)),
      rect(x + width * 0.3, 770 - height * 0.7, width * 0.4, height * 0.26, darken(colour, 0.25), 3),
    );
    x += width + 3;
  }
  const stack = repeat(5, (n) => {
    const width = random.integer(220, 290);
    const colour = colours[(n * 3 + 1) % colours.length] ?? paint;
    const y = 726 - n * 46;
    return all(
      rect(820 - width / 2, y, width, 44, colour, 6),
      rect(820 - width / 2 + 14, y + 8, width - 14, 28, '#f7f2e6'),
      rect(820 - width / 2, y, width, 9, colour),
      rect(820 - width / 2, y + 35, width, 9, darken(colour, 0.12)),
    );
  });
  return all(
    row,
    rotate(13, x + 20, 770, rect(x + 6, 470, 48, 300, palette.accent, 5)),
    stack,
    rect(770, 420, 100, 76, '#f6f5f1', 14),
    stroke('M870 438Q906 446 898 470Q890 486 870 482', '#f6f5f1', 10),
    fade(0.6, stroke('M800 404q-10 -20 4 -36t0 -36M838 404q-10 -20 4 -36t0 -36', '#ffffff', 6)),
  );
}

function guitarNeck(head: string): string {
  return all(
    rect(582, 150, 36, 400, '#5b3a29'),
    repeat(9, (n) => rect(582, 170 + n * 38, 36, 4, '#c9b48a')),
    path('M570 60H630L642 150H558z', head),
    ...[80, 106, 132].map((y) => all(circle(552, y, 10, '#d5dae0'), circle(648, y, 10, '#d5dae0'))),
    repeat(6, (n) => line(588 + n * 5, 130, 586 + n * 5.6, 690, '#f3ead6', 1.6)),
  );
}

const guitarStand = stroke('M470 770L600 600L730 770', '#3b2a22', 14);

/** Draws an acoustic guitar on its stand. */
export function guitar({ paint, random }: Brief): string {
  const wood = random.pick(['#d9a05b', '#b9743c', '#e5bd7d', darken(paint, 0.05)]);
  return all(
    guitarStand,
    all(
      path(
        'M600 420Q500 400 480 480Q476 530 510 560Q430 600 440 680Q460 770 600 766Q740 770 760 680Q770 600 690 560Q724 530 720 480Q700 400 600 420z',
        wood,
      ),
      path(
        'M600 432Q514 414 494 484Q490 530 526 562Q450 604 456 678Q474 752 600 750Q726 752 744 678Q750 604 674 562Q710 530 706 484Q686 414 600 432z',
        lighten(wood, 0.14),
      ),
      circle(600, 576, 58, darken(wood, 0.3)),
      circle(600, 576, 48, '#2a1c16'),
      rect(536, 672, 128, 22, '#3b2a22', 8),
    ),
    guitarNeck('#4a2f22'),
  );
}

/** Draws an electric guitar with its amplifier. */
export function electricGuitar({ paint: wood, palette }: Brief): string {
  return all(
    guitarStand,
    all(
      path(
        'M470 470Q480 420 530 440Q560 470 590 460H620Q670 470 690 420Q740 400 740 470Q720 540 760 620Q780 740 610 750Q440 740 450 630Q480 560 470 470z',
        wood,
      ),
      path('M520 520Q600 490 690 520Q700 640 610 680Q520 640 520 520z', '#f3f2ee'),
      repeat(3, (n) => rect(550, 520 + n * 52, 100, 22, '#23272f', 8)),
      rect(556, 684, 90, 22, '#aab2bc', 5),
      circle(690, 660, 13, '#23272f'),
      circle(714, 620, 13, '#23272f'),
    ),
    guitarNeck(wood),
    all(
      rect(860, 560, 200, 210, '#23272f', 14),
      rect(876, 610, 168, 146, palette.accent, 6),
      repeat(7, (n) => line(890 + n * 24, 614, 890 + n * 24, 752, darken(palette.accent, 0.25), 3)),
      circle(890, 586, 9, '#d5dae0'),
      circle(920, 586, 9, '#d5dae0'),
      circle(950, 586, 9, '#d5dae0'),
    ),
  );
}

/** Draws rackets, balls and weights. */
export function sports({ paint, palette, random }: Brief): string {
  const racket = (x: number, turn: number, colour: string): string =>
    rotate(
      turn,
      x,
      520,
      all(
        fade(
          0.7,
          repeat(7, (n) =>
            all(
              line(x - 78 + n * 26, 250, x - 78 + n * 26, 470, '#f7f2e6', 3),
              line(x - 100, 270 + n * 30, x + 100, 270 + n * 30, '#f7f2e6', 3),
            ),
          ),
        ),
        `<ellipse cx="${x}" cy="360" rx="106" ry="136" fill="none" stroke="${colour}" stroke-width="20"/>`,
        path(`M${x - 44} 484L${x - 10} 560H${x + 10}L${x + 44} 484`, colour),
        rect(x - 15, 540, 30, 220, '#23272f', 12),
        repeat(5, (n) => line(x - 15, 590 + n * 34, x + 15, 576 + n * 34, '#5a616d', 4)),
      ),
    );
  return all(
    racket(480, -18, paint),
    racket(640, 14, palette.accent),
    circle(330, 700, 70, random.pick(['#e8813a', '#f3f2ee'])),
    stroke('M262 700H398M330 630V770M282 652Q330 700 282 748M378 652Q330 700 378 748', '#3b2a22', 5),
    circle(560, 734, 36, '#d5e04a'),
    stroke('M532 712Q560 734 532 756M588 712Q560 734 588 756', '#f7f7e2', 5),
    rect(780, 700, 220, 28, '#8d95a0', 10),
    ...[770, 806, 944, 980].map((x, n) =>
      rect(x, n === 0 || n === 3 ? 664 : 644, 34, n === 0 || n === 3 ? 100 : 140, '#2b2f38', 10),
    ),
    rect(700, 620, 70, 150, palette.second, 16),
    rect(716, 590, 38, 40, '#23272f', 8),
    rect(700, 670, 70, 40, lighten(palette.second, 0.4)),
  );
}
