import { distantSail, hills, palm, sea, sky, tint, tree } from './backdrops.ts';
import type { Drawing } from './brief.ts';
import { darken } from './colour.ts';
import { all, circle, ellipse, fade, line, mirror, move, path, polygon, rect, repeat, stroke } from './svg.ts';

/** The sea from a terrace. */
export const seaView: Drawing = (brief) => {
  const { palette, light, viewRandom, view } = brief;
  const village = repeat(9, (n) =>
    rect(60 + n * 44, 420 - ((n * 37) % 60), 42, 90, n % 2 === 0 ? palette.stone : darken(palette.stone, 0.1)),
  );
  const coast = all(
    path('M0 500V430Q160 380 330 420T620 490L640 500z', darken(palette.stone, 0.28)),
    village,
    path('M236 350a30 34 0 0 1 60 0v10h-60z', '#a8503f'),
    rect(300, 330, 16, 50, palette.stone),
  );
  const table = all(
    ellipse(860, 700, 130, 20, '#f7f2e6'),
    line(860, 710, 860, 850, '#5a616d', 10),
    ellipse(860, 856, 70, 12, '#5a616d'),
    path('M820 690l8 -60h30l8 60z', '#4fb6c9'),
    circle(910, 672, 22, palette.accent),
    path('M690 860V650Q690 630 710 630H730V760H800V860M1040 860V650Q1040 630 1020 630H1000V760H930V860', '#ffffff'),
  );
  const railings =
    view % 2 === 0
      ? repeat(14, (n) => path(`M${n * 90 - 10} 640h46l-8 40q12 50 0 120h-30q-12 -70 0 -120z`, '#efe3c6'))
      : all(
          fade(0.4, rect(0, 640, 1_200, 160, '#d5edf2')),
          repeat(5, (n) => rect(n * 290 + 10, 630, 10, 180, '#8d95a0')),
        );
  return all(
    sky(light, viewRandom, 500),
    sea(light, viewRandom, 500, 900),
    view % 3 === 1 ? mirror(coast) : coast,
    distantSail(viewRandom.integer(600, 1_100), 540, 40),
    distantSail(viewRandom.integer(500, 1_000), 600, 62),
    railings,
    rect(0, 618, 1_200, 26, '#f5ecd6'),
    rect(0, 796, 1_200, 104, palette.stone),
    line(0, 846, 1_200, 846, darken(palette.stone, 0.14), 3),
    view % 2 === 0 ? table : mirror(table),
    view % 3 === 0 && palm(120, 900, 560),
    tint(light),
  );
};

/** Fields between rubble walls, or a plot marked out for building. */
export const land: Drawing = (brief) => {
  const { light, viewRandom, palette, view, random } = brief;
  const wall = (y: number, size: number): string =>
    repeat(Math.ceil(1_260 / size), (n) =>
      ellipse(
        n * size * 0.96,
        y + ((n * 7) % 9),
        size * 0.58,
        size * 0.42,
        (n * 5) % 3 === 0 ? darken(palette.stone, 0.22) : darken(palette.stone, 0.1 + (n % 2) * 0.05),
      ),
    );
  const isPlot = random.chance(0.4);
  const field = all(
    polygon(
      [
        [0, 640],
        [1_200, 600],
        [1_200, 900],
        [0, 900],
      ],
      isPlot ? '#d8c08c' : '#b98f58',
    ),
    !isPlot && repeat(9, (n) => line(n * 170 - 200, 900, 300 + n * 76, 628, n % 2 === 0 ? '#8fa860' : '#a57d4a', 16)),
    isPlot &&
      all(
        ...[
          [180, 700],
          [980, 680],
          [1_080, 850],
          [90, 860],
        ].map(([x = 0, y = 0]) => all(rect(x - 6, y - 60, 12, 70, '#d1473f'), rect(x - 6, y - 40, 12, 16, '#ffffff'))),
        stroke('M180 660L980 640L1080 810L90 820z', '#d1473f', 4),
        ellipse(560, 720, 130, 34, '#b99b62'),
        circle(520, 706, 20, '#8fa860'),
      ),
    tree(viewRandom.integer(120, 300), 640, 210, '#7d8f5a'),
    tree(viewRandom.integer(840, 1_060), 626, 180, '#5f8a55'),
  );
  return all(
    sky(light, viewRandom, 480),
    hills(viewRandom, 520, '#a8b48c'),
    repeat(7, (n) =>
      rect(640 + n * 46, 440 - ((n * 31) % 40), 44, 80, n % 2 === 0 ? palette.stone : darken(palette.stone, 0.1)),
    ),
    path('M790 400a28 34 0 0 1 56 0z', '#a8503f'),
    polygon(
      [
        [0, 520],
        [1_200, 500],
        [1_200, 640],
        [0, 660],
      ],
      '#b7bb7c',
    ),
    wall(536, 34),
    view % 2 === 0 ? field : mirror(field),
    wall(640, 46),
    view % 3 === 2 ? move(0, -20, wall(850, 92)) : wall(870, 92),
    tint(light),
  );
};
