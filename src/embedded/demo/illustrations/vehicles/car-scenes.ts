import { hills, sky } from '../canvas/backdrops.ts';
import type { Brief, Drawing } from '../canvas/brief.ts';
import { darken } from '../canvas/colour.ts';
import { all, circle, line, mirror, move, path, polygon, rect, repeat, ring, scale, stroke } from '../canvas/svg.ts';
import type { CarBody } from './car-bodies.ts';
import { carFront, carRear } from './car-ends.ts';
import { parkedCar } from './car-side.ts';
import { roadsideFor } from './roadsides.ts';

function dashboard({ paint, palette, light, viewRandom, random }: Brief): string {
  const leather = random.pick(['#2c2f38', '#4a3a33', '#3b4250']);
  return all(
    sky(light, viewRandom, 400),
    hills(viewRandom, 400, '#8fa68c'),
    rect(0, 396, 1_200, 170, '#b9b377'),
    polygon(
      [
        [430, 520],
        [570, 380],
        [630, 380],
        [860, 520],
      ],
      '#70747e',
    ),
    line(600, 395, 640, 510, '#f2efe6', 6),
    path('M0 520Q600 420 1200 520V560H0z', darken(paint, 0.05)),
    path('M0 0H1200V60Q600 20 0 60z', '#23262e'),
    polygon(
      [
        [0, 0],
        [60, 0],
        [120, 540],
        [0, 560],
      ],
      '#23262e',
    ),
    polygon(
      [
        [1_200, 0],
        [1_140, 0],
        [1_080, 540],
        [1_200, 560],
      ],
      '#23262e',
    ),
    rect(520, 60, 170, 54, '#31353f', 22),
    rect(532, 68, 146, 38, '#8fb5cc', 14),
    path('M0 545Q300 500 600 520T1200 545V900H0z', leather),
    path('M0 620Q600 575 1200 620V640Q600 598 0 640z', palette.wood),
    path('M190 590Q330 500 470 590V640H190z', darken(leather, 0.35)),
    circle(270, 594, 46, '#11141b'),
    circle(390, 594, 46, '#11141b'),
    ring(270, 594, 38, '#e8eef2', 4),
    ring(390, 594, 38, '#e8eef2', 4),
    line(270, 594, 246, 570, palette.accent, 5),
    line(390, 594, 412, 568, palette.accent, 5),
    rect(540, 560, 260, 150, '#12151c', 16),
    rect(552, 572, 236, 126, '#2c4a63', 10),
    stroke('M560 680Q620 600 670 650T780 590', '#7fd0c2', 7),
    circle(670, 650, 12, palette.accent),
    rect(860, 590, 250, 46, '#171a21', 12),
    repeat(6, (n) => rect(876 + n * 38, 598, 8, 30, '#3b404b', 4)),
    rect(590, 740, 160, 160, darken(leather, 0.25), 24),
    rect(652, 690, 36, 120, '#15181f', 16),
    circle(670, 690, 34, '#23272f'),
    ring(330, 770, 190, '#16191f', 40),
    path('M160 770H280Q330 740 380 770H500V806H400Q370 880 350 950H310Q290 880 260 806H160z', '#1d2129'),
    circle(330, 780, 54, '#2a2e38'),
    circle(330, 780, 22, '#c9d0d7'),
  );
}

function wheelCloseUp(body: CarBody, brief: Brief): string {
  const car = scale(2.1, 600, 700, parkedCar(body, brief, 800, 1.12));
  const side = (600 - (body.wheels[0] * 1.12 + 600 - (body.length * 1.12) / 2)) * 2.1;
  return all(roadsideFor(brief).behind, move(side * 0.82, 0, car));
}

function drawCar(body: CarBody, brief: Brief): string {
  const place = roadsideFor(brief).behind;
  const stand = (thing: string): string => all(place, move(600, 792, scale(1.32, 0, 0, thing)));
  const size = 1.14;
  switch (brief.view % 8) {
    case 0:
      return all(place, parkedCar(body, brief, 800, size));
    case 1:
      return stand(carFront(body, brief));
    case 2:
      return all(place, mirror(parkedCar(body, brief, 806, size)));
    case 3:
      return dashboard(brief);
    case 4:
      return stand(carRear(body, brief));
    case 5:
      return wheelCloseUp(body, brief);
    case 6:
      return all(place, move(640, 850, scale(1.75, 0, 0, carFront(body, brief))));
    default:
      return all(place, move(-180, 0, mirror(scale(1.5, 600, 760, parkedCar(body, brief, 800, size)))));
  }
}

/** Makes a drawing of a car: its sides, front, rear, inside and details in turn. */
export function carDrawing(body: CarBody): Drawing {
  return (brief) => all(drawCar(body, brief), roadsideFor(brief).over);
}
