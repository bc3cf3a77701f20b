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
  polygon,
  rect,
  repeat,
  scale,
  stroke,
} from '../canvas/svg.ts';
import { wheel } from './car-side.ts';
import { roadsideFor } from './roadsides.ts';

type SideView = (brief: Brief) => string;

const glassOf = ({ light }: Brief): string => (light.isLit ? '#39456b' : '#6d8ea3');

function ground(length: number): string {
  return fade(0.26, ellipse(length / 2, -2, length * 0.54, 26, '#0d1126'));
}

const vanSide: SideView = (brief) => {
  const { paint, palette, random } = brief;
  const glass = glassOf(brief);
  const hasStripe = random.chance(0.5);
  return all(
    ground(880),
    path('M10 -62Q2 -150 24 -186Q60 -224 130 -236L222 -390Q238 -420 290 -424H840Q868 -424 872 -392L880 -62z', paint),
    path('M152 -236L232 -372Q240 -386 260 -386H306V-236z', glass),
    rect(322, -386, 96, 150, glass, 10),
    fade(
      0.25,
      polygon(
        [
          [200, -236],
          [262, -386],
          [290, -386],
          [228, -236],
        ],
        '#ffffff',
      ),
    ),
    rect(10, -96, 868, 34, darken(paint, 0.3)),
    hasStripe && path('M440 -110L520 -300H876V-250H552L500 -110z', palette.accent),
    fade(0.22, rect(232, -412, 610, 16, '#ffffff', 8)),
    stroke('M314 -390V-80', darken(paint, 0.25), 3),
    stroke('M428 -400V-80', darken(paint, 0.25), 3),
    stroke('M664 -400V-96', darken(paint, 0.25), 3),
    stroke('M428 -236H876', darken(paint, 0.18), 3),
    rect(378, -206, 34, 10, darken(paint, 0.4), 5),
    rect(446, -206, 34, 10, darken(paint, 0.4), 5),
    ellipse(24, -170, 26, 22, '#eef4f6'),
    rect(866, -230, 14, 90, '#c4332f', 4),
    rect(2, -92, 60, 26, '#252932', 8),
    path('M150 -246q-34 -44 -50 -12q0 24 50 12z', '#2b2f38'),
    ...[160, 712].map((x) => all(circle(x, -74, 90, '#1b1e26'), wheel(x, -72, 74, 6))),
  );
};

const pickupSide: SideView = (brief) => {
  const { paint, random } = brief;
  const glass = glassOf(brief);
  const hasLoad = random.chance(0.4);
  return all(
    ground(880),
    hasLoad &&
      all(
        rect(590, -330, 110, 90, '#b98a56', 4),
        rect(710, -300, 96, 60, '#a2764a', 4),
        rect(640, -380, 90, 54, '#c99c68', 4),
      ),
    path('M250 -262L332 -394Q342 -408 372 -408H520Q548 -408 552 -384L562 -258z', paint),
    path('M276 -262L348 -378Q352 -384 366 -384H424V-262z', glass),
    path('M440 -384H516Q528 -384 530 -372L540 -262H440z', glass),
    fade(
      0.25,
      polygon(
        [
          [318, -262],
          [376, -384],
          [400, -384],
          [346, -262],
        ],
        '#ffffff',
      ),
    ),
    path('M12 -84Q2 -150 18 -212Q26 -226 70 -234Q170 -252 250 -264H566V-250H858Q872 -250 872 -236V-84z', paint),
    rect(14, -112, 858, 32, darken(paint, 0.32)),
    fade(0.26, path('M16 -206Q120 -240 250 -248H860V-230H252Q120 -222 16 -188z', '#ffffff')),
    stroke('M566 -250V-110', darken(paint, 0.35), 5),
    stroke('M432 -258V-112', darken(paint, 0.28), 3),
    stroke('M284 -256V-112', darken(paint, 0.28), 3),
    rect(372, -226, 36, 10, darken(paint, 0.4), 5),
    rect(508, -226, 36, 10, darken(paint, 0.4), 5),
    ellipse(24, -196, 28, 18, '#eef4f6'),
    rect(860, -230, 14, 70, '#c4332f', 4),
    rect(-6, -120, 66, 34, '#2b2f38', 8),
    rect(838, -110, 50, 26, '#2b2f38', 6),
    line(590, -260, 540, -404, '#2b2f38', 10),
    ...[166, 706].map((x) => all(circle(x, -84, 100, '#1b1e26'), wheel(x, -82, 84, 6))),
  );
};

function truckLoad(kind: string, { palette, paint }: Brief): string {
  if (kind === 'tipper') {
    return all(
      polygon(
        [
          [330, -170],
          [900, -170],
          [924, -380],
          [320, -380],
        ],
        palette.accent,
      ),
      path('M340 -376Q440 -470 560 -430T760 -450T910 -376z', '#b59a6d'),
      repeat(5, (n) => rect(376 + n * 112, -376, 16, 204, darken(palette.accent, 0.2))),
    );
  }
  if (kind === 'flatbed') {
    return all(
      rect(320, -200, 600, 36, '#5b6270'),
      rect(360, -300, 160, 100, '#b98a56'),
      rect(530, -270, 180, 70, '#c9a06c'),
      rect(720, -330, 150, 130, '#a2764a'),
      stroke('M350 -200V-440L520 -520L640 -440', '#e2b23a', 20),
      line(640, -440, 640, -360, '#3b404b', 5),
    );
  }
  return all(
    rect(322, -500, 600, 336, lighten(paint, 0.72), 8),
    rect(322, -300, 600, 64, palette.accent),
    path('M420 -300l90 -110h110l-90 110z', palette.second),
    stroke('M620 -496V-170', '#b9bfc8', 3),
  );
}

const truckSide: SideView = (brief) => {
  const { paint, random } = brief;
  const kind = random.pick(['tipper', 'flatbed', 'box', 'box']);
  return all(
    ground(930),
    rect(200, -170, 724, 40, '#3b404b', 6),
    truckLoad(kind, brief),
    path('M14 -80V-260L62 -420Q70 -440 96 -440H290Q302 -440 302 -424V-80z', paint),
    path('M44 -268L84 -396Q88 -408 102 -408H178V-268z', glassOf(brief)),
    rect(196, -408, 80, 140, glassOf(brief), 8),
    fade(
      0.25,
      polygon(
        [
          [80, -268],
          [128, -408],
          [156, -408],
          [110, -268],
        ],
        '#ffffff',
      ),
    ),
    stroke('M186 -420V-110', darken(paint, 0.3), 4),
    rect(14, -130, 288, 50, darken(paint, 0.35), 6),
    rect(20, -190, 44, 34, '#eef4f6', 8),
    rect(226, -232, 36, 10, darken(paint, 0.4), 5),
    rect(-8, -110, 60, 40, '#252932', 8),
    path('M56 -300q-34 -60 -54 -6v50q36 20 54 -44z', '#252932'),
    ...[150, 640, 800].map((x) => all(circle(x, -70, 84, '#1b1e26'), wheel(x, -68, 70, 8, '#c3c8cf'))),
  );
};

function sideScene(side: SideView, length: number): Drawing {
  return (brief) => {
    const { behind, over } = roadsideFor(brief);
    const standing = move(600 - (length * 1.06) / 2, 806, scale(1.06, 0, 0, side(brief)));
    switch (brief.view % 4) {
      case 0:
        return all(behind, standing, over);
      case 1:
        return all(behind, mirror(standing), over);
      case 2:
        return all(behind, move(300, 0, scale(1.7, 600, 740, standing)), over);
      default:
        return all(behind, move(-260, 0, mirror(scale(1.45, 600, 760, standing))), over);
    }
  };
}

/** A parcel van before a house, with parcels at the kerb. */
export const delivery: Drawing = (brief) => {
  const { behind, over } = roadsideFor({ ...brief, seed: 4, view: 0 });
  const parcel = (x: number, y: number, size: number, colour: string): string =>
    all(
      rect(x, y - size * 0.8, size, size * 0.8, colour, 4),
      rect(x + size * 0.42, y - size * 0.8, size * 0.16, size * 0.8, lighten(colour, 0.35)),
      rect(x + size * 0.1, y - size * 0.26, size * 0.24, size * 0.14, '#f7f2e6', 2),
    );
  const van = move(110, 800, vanSide(brief));
  return all(
    behind,
    brief.view % 2 === 0 ? van : mirror(van),
    parcel(950, 826, 130, '#c4955c'),
    parcel(1_010, 722, 100, '#d3a870'),
    parcel(1_070, 836, 110, '#b5844d'),
    over,
  );
};

/** A van. */
export const van = sideScene(vanSide, 880);
/** A pick-up, sometimes with a load. */
export const pickup = sideScene(pickupSide, 880);
/** A lorry with a box, a tipper or a crane. */
export const truck = sideScene(truckSide, 930);
