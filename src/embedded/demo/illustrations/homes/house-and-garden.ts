import { pottedPlant, tree } from '../canvas/backdrops.ts';
import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { all, circle, ellipse, fade, line, path, polygon, rect, repeat, ring, rotate, stroke } from '../canvas/svg.ts';

/** Draws a washing machine, sometimes with a basket. */
export function washingMachine({ palette, random }: Brief): string {
  const body = random.pick(['#f4f5f6', '#f4f5f6', '#c8ced5', '#4a515d']);
  const basket = random.chance(0.6);
  return all(
    rect(400, 250, 420, 510, body, 24),
    rect(400, 250, 420, 96, darken(body, 0.1), 24),
    rect(400, 320, 420, 26, darken(body, 0.1)),
    rect(424, 276, 120, 44, lighten(body, 0.3), 8),
    rect(650, 276, 100, 40, '#1c2430', 8),
    rect(660, 288, 46, 8, '#7fd0c2', 3),
    rect(660, 302, 70, 6, '#7fd0c2', 3),
    circle(600, 297, 27, '#9aa3ae'),
    line(600, 297, 612, 282, '#ffffff', 5),
    circle(782, 297, 11, palette.accent),
    circle(610, 560, 160, '#9aa3ae'),
    circle(610, 560, 136, '#2b3340'),
    fade(0.9, path('M486 590Q550 530 610 574T734 590A128 128 0 0 1 486 590z', palette.second)),
    path('M520 610q40 -60 90 -20t90 -10q0 70 -80 90q-70 0 -100 -60z', palette.accent),
    fade(0.25, path('M520 490A120 120 0 0 1 660 450Q580 470 540 530z', '#ffffff')),
    ring(610, 560, 148, '#c9cfd6', 10),
    rect(430, 752, 40, 20, '#23272f', 5),
    rect(750, 752, 40, 20, '#23272f', 5),
    basket &&
      all(
        ellipse(930, 620, 96, 26, '#f7efe0'),
        path('M880 610q10 -50 60 -34t60 20q-10 40 -60 34z', palette.accent),
        path('M834 620H1026L1004 770H856z', '#d9b27a'),
        repeat(4, (n) => line(844 + n * 5, 648 + n * 32, 1_016 - n * 5, 648 + n * 32, '#b98f58', 6)),
      ),
  );
}

/** Draws a tool box, a drill and hand tools. */
export function tools({ paint, random }: Brief): string {
  const battery = random.pick(['#23272f', '#3b414c']);
  return all(
    rect(250, 540, 420, 230, paint, 18),
    rect(250, 600, 420, 20, darken(paint, 0.3)),
    stroke('M380 540V490Q380 466 404 466H516Q540 466 540 490V540', darken(paint, 0.4), 22),
    rect(424, 588, 72, 46, '#c9cfd6', 8),
    rotate(
      -14,
      300,
      470,
      all(
        rect(286, 290, 22, 250, '#b98a56', 8),
        path('M236 250H340Q372 250 372 290L340 282V318H258V282Q230 290 236 250z', '#8d95a0'),
      ),
    ),
    rotate(
      10,
      620,
      440,
      all(rect(604, 250, 26, 290, '#aab2bc', 6), path('M590 270a40 40 0 1 1 54 0l-8 -36h-36z', '#aab2bc')),
    ),
    rotate(4, 200, 500, all(rect(190, 400, 24, 170, '#d1473f', 10), rect(197, 300, 10, 110, '#c9cfd6'))),
    path(
      'M690 470H930Q950 470 950 496V560Q930 580 880 580H800L776 690H700L726 580Q680 560 690 470z',
      darken(paint, 0.08),
    ),
    rect(930, 496, 60, 40, '#3b414c', 6),
    rect(984, 508, 90, 16, '#aab2bc', 4),
    rect(676, 690, 130, 80, battery, 12),
    rect(700, 700, 82, 16, paint, 4),
    path('M812 590q40 10 30 44l-20 -6z', '#23272f'),
    fade(0.3, rect(716, 484, 190, 14, '#ffffff', 7)),
    repeat(3, (n) => rect(740 + n * 34, 520, 16, 26, darken(paint, 0.4), 4)),
  );
}

/** Draws a potted fruit tree with plants and tools around it. */
export function garden({ palette, random }: Brief): string {
  const fruit = random.pick(['#f0a13a', '#e8d24a', '#6c7f3a', '#d1473f']);
  return all(
    tree(600, 640, 400, '#5b9a5f'),
    ...[
      [520, 250],
      [600, 190],
      [690, 270],
      [560, 330],
      [650, 340],
      [470, 320],
      [720, 330],
    ].map(([x = 0, y = 0]) => circle(x, y, 17, fruit)),
    polygon(
      [
        [470, 600],
        [730, 600],
        [700, 770],
        [500, 770],
      ],
      '#b5603d',
    ),
    rect(456, 586, 288, 40, '#c9744c', 8),
    pottedPlant(310, 770, 240, palette.second),
    pottedPlant(890, 770, 200, palette.accent),
    path('M960 770V650Q960 620 990 620H1050Q1080 620 1080 650V770z', '#8d95a0'),
    stroke('M1080 680Q1130 690 1120 640', '#8d95a0', 14),
    stroke('M966 660L900 610', '#8d95a0', 14),
    rect(880, 596, 40, 16, '#6b7480', 5),
    line(180, 770, 210, 420, '#b98a56', 14),
    path('M176 420h76l-10 -90q-28 -20 -56 0z', '#6b7480'),
  );
}
