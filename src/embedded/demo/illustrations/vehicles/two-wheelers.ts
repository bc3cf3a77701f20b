import type { Brief, Drawing } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import {
  all,
  circle,
  ellipse,
  fade,
  line,
  mirror,
  move,
  path,
  rect,
  repeat,
  ring,
  rotate,
  scale,
  stroke,
} from '../canvas/svg.ts';
import { roadsideFor } from './roadsides.ts';

function tyre(x: number, y: number, radius: number, width: number, spokes: number): string {
  return all(
    repeat(spokes, (n) => rotate((180 / spokes) * n, x, y, line(x - radius, y, x + radius, y, '#b9c0c8', 3))),
    ring(x, y, radius, '#20242c', width),
    ring(x, y, radius - width * 0.7, '#c3c9d1', 5),
    circle(x, y, radius * 0.14, '#5a616d'),
  );
}

function motorbikeSide({ paint, light, random }: Brief): string {
  const isNaked = random.chance(0.5);
  return all(
    fade(0.25, ellipse(330, 0, 400, 22, '#0d1126')),
    tyre(110, -112, 92, 38, 4),
    tyre(560, -112, 92, 44, 4),
    circle(110, -112, 44, '#8d95a0'),
    circle(110, -112, 34, '#c9cfd6'),
    line(110, -112, 196, -330, '#aab2bc', 20),
    line(124, -112, 206, -322, '#6d7580', 8),
    line(330, -170, 560, -112, '#3b414c', 26),
    path('M230 -220H420L440 -120Q400 -80 300 -84Q240 -100 230 -220z', '#4a515d'),
    circle(340, -140, 52, '#6b7380'),
    circle(340, -140, 34, '#8d95a0'),
    repeat(5, (n) => rect(238, -238 + n * 18, 96, 9, '#7a828e', 3)),
    stroke('M300 -96Q420 -40 500 -74H640', '#c5cbd3', 24),
    stroke('M560 -78H664', '#7a828e', 30),
    path('M200 -320Q260 -390 360 -352Q420 -320 430 -278L250 -230Q196 -260 200 -320z', paint),
    fade(0.35, path('M222 -322Q270 -368 350 -340Q300 -340 236 -296z', '#ffffff')),
    path('M400 -290Q470 -318 560 -300L650 -336Q668 -330 640 -300Q580 -258 430 -262z', '#23272f'),
    path('M560 -290L660 -336Q680 -322 650 -292L590 -268z', paint),
    rect(640, -322, 24, 22, '#d23b33', 6),
    stroke('M196 -330Q200 -380 236 -400H262', '#23272f', 12),
    rect(240, -412, 50, 20, '#14171e', 8),
    isNaked
      ? all(circle(176, -318, 40, '#2b3039'), circle(168, -318, 30, light.isLit ? '#fff3b0' : '#e9f2f6'))
      : all(
          path('M120 -300Q140 -400 226 -400L256 -300Q240 -210 170 -210Q130 -230 120 -300z', paint),
          path('M168 -396Q190 -450 240 -420L230 -392z', '#8fb3c5'),
          path('M124 -300l44 -26l10 32l-46 18z', light.isLit ? '#fff3b0' : '#e9f2f6'),
        ),
    path('M28 -160Q60 -226 130 -218Q190 -206 200 -156Q110 -200 28 -160z', paint),
  );
}

function scooterSide({ paint, light, palette, random }: Brief): string {
  const hasCase = random.chance(0.5);
  return all(
    fade(0.25, ellipse(310, 0, 360, 20, '#0d1126')),
    tyre(110, -74, 58, 30, 3),
    tyre(510, -74, 58, 30, 3),
    line(150, -330, 110, -74, '#aeb6bf', 18),
    path('M64 -88Q60 -160 122 -166Q184 -160 178 -96Q120 -140 64 -88z', paint),
    path(
      'M122 -360Q180 -372 186 -330Q180 -230 214 -120H340Q352 -120 352 -104Q352 -84 330 -84H190Q150 -90 142 -160z',
      paint,
    ),
    path('M330 -100Q330 -250 440 -276H600Q620 -260 604 -190Q584 -130 560 -124Q500 -170 440 -96z', paint),
    fade(0.3, path('M360 -180Q390 -250 450 -258H590Q500 -240 440 -214Q380 -190 360 -180z', '#ffffff')),
    path('M356 -276Q380 -316 470 -306Q560 -312 612 -282L600 -264H380z', random.pick(['#5b3a29', '#2b2f38', '#8a5a3c'])),
    rect(196, -108, 140, 14, '#2b2f38', 6),
    path('M110 -330Q104 -400 160 -404Q200 -400 196 -344z', paint),
    circle(116, -366, 28, '#dfe5ea'),
    circle(112, -366, 21, light.isLit ? '#fff3b0' : '#f6fafc'),
    stroke('M150 -400Q190 -430 232 -420', '#3b414c', 10),
    rect(216, -432, 46, 18, '#14171e', 8),
    line(168, -410, 140, -466, '#8d95a0', 6),
    ellipse(136, -476, 24, 17, '#3b414c'),
    rect(596, -240, 18, 34, '#d23b33', 6),
    hasCase &&
      all(rect(560, -400, 120, 110, palette.second, 20), rect(560, -350, 120, 10, darken(palette.second, 0.3))),
    stroke('M420 -70H590', '#9aa2ac', 20),
  );
}

function vehicleScene(vehicle: (brief: Brief) => string, length: number, size: number): Drawing {
  return (brief) => {
    const { behind, over } = roadsideFor(brief);
    const standing = move(600 - (length * size) / 2, 808, scale(size, 0, 0, vehicle(brief)));
    switch (brief.view % 4) {
      case 0:
        return all(behind, standing, over);
      case 1:
        return all(behind, mirror(standing), over);
      case 2:
        return all(behind, move(230, 60, scale(1.65, 600, 700, standing)), over);
      default:
        return all(behind, mirror(move(-230, 30, scale(1.5, 600, 700, standing))), over);
    }
  };
}

/** Draws a bicycle, sporty or with a basket. */
export function bicycle({ paint, random }: Brief): string {
  const isSporty = random.chance(0.5);
  const tyreColour = '#23272f';
  const hub = (x: number): string =>
    all(
      repeat(9, (n) => rotate(n * 20, x, 620, line(x - 138, 620, x + 138, 620, '#c3c9d1', 2))),
      ring(x, 620, 146, tyreColour, isSporty ? 10 : 16),
      ring(x, 620, 136, '#aab2bc', 4),
      circle(x, 620, 13, '#5a616d'),
    );
  return all(
    hub(360),
    hub(840),
    stroke('M360 620L560 640L740 400H470z', paint, 15),
    stroke('M560 640L452 350', paint, 15),
    stroke('M360 620L468 396', paint, 11),
    stroke('M840 620L736 372L724 330', paint, 13),
    stroke(isSporty ? 'M724 332L780 322Q830 330 812 376L790 380' : 'M724 332L700 300Q660 290 640 306', '#2b2f38', 13),
    line(452, 352, 446, 326, '#8d95a0', 10),
    path('M396 330Q420 302 500 314Q512 322 500 330Q450 340 430 342Q400 346 396 330z', '#3a2c26'),
    stroke('M360 620L560 640', '#8d95a0', 5),
    stroke('M360 604L556 612', '#8d95a0', 4),
    circle(560, 640, 34, '#6b7380'),
    circle(560, 640, 22, '#aab2bc'),
    line(560, 640, 596, 712, '#5a616d', 11),
    rect(576, 706, 54, 14, '#23272f', 6),
    line(560, 640, 526, 570, '#5a616d', 9),
    !isSporty &&
      all(
        path('M780 330h130l-14 100h-102z', '#b98a56'),
        repeat(5, (n) => line(794 + n * 24, 336, 800 + n * 22, 426, '#8f6a40', 4)),
        stroke('M206 600A156 156 0 0 1 400 470', darken(paint, 0.15), 12),
      ),
    isSporty && fade(0.4, line(500, 412, 700, 412, lighten(paint, 0.8), 4)),
  );
}

/** A motorbike, naked or with a fairing. */
export const motorbike = vehicleScene(motorbikeSide, 680, 1.3);
/** A scooter. */
export const scooter = vehicleScene(scooterSide, 640, 1.35);
