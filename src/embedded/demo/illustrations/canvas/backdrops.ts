import type { SeededRandom } from '../../model/seeded-random.ts';
import type { Brief } from './brief.ts';
import { darken, lighten, mix } from './colour.ts';
import type { Light } from './light.ts';
import { all, circle, ellipse, fade, gradientRect, line, path, polygon, rect, repeat, WIDTH } from './svg.ts';

/** Draws a cloud of three puffs. */
export function cloud(x: number, y: number, size: number, colour: string): string {
  return all(
    ellipse(x, y, size, size * 0.28, colour),
    circle(x - size * 0.35, y - size * 0.16, size * 0.3, colour),
    circle(x + size * 0.12, y - size * 0.28, size * 0.38, colour),
    circle(x + size * 0.55, y - size * 0.1, size * 0.24, colour),
  );
}

/** Draws a sky down to the height `horizon`, with sun or moon, clouds or stars. */
export function sky(light: Light, random: SeededRandom, horizon: number): string {
  const isNight = light.sky[0] === '#141d3f';
  const x = random.integer(150, 1_050);
  const y = horizon * (0.12 + light.discHeight * 0.7);
  return all(
    gradientRect('sky', [0, 0, WIDTH, horizon + 4], light.sky),
    isNight &&
      repeat(46, () =>
        circle(random.integer(0, 1_200), random.integer(0, horizon * 0.8), random.decimal(1, 3, 1), '#dfe6ff'),
      ),
    fade(0.25, circle(x, y, 110, light.disc)),
    circle(x, y, 62, light.disc),
    fade(
      isNight ? 0.35 : 0.85,
      repeat(random.integer(2, 4), (n) =>
        cloud(
          random.integer(-40, 300) + n * 380,
          random.integer(70, Math.max(90, horizon * 0.5)),
          random.integer(60, 120),
          light.cloud,
        ),
      ),
    ),
  );
}

/** Draws the sea from `horizon` down to `bottom`. */
export function sea(light: Light, random: SeededRandom, horizon: number, bottom: number): string {
  const depth = bottom - horizon;
  return all(
    gradientRect('sea', [0, horizon, WIDTH, depth], light.sea),
    fade(
      0.35,
      repeat(26, () => {
        const y = horizon + 8 + random.next() * (depth - 14);
        const length = 20 + ((y - horizon) / depth) * 120 * random.next();
        const x = random.integer(-40, 1_200);
        return line(x, y, x + length, y, lighten(light.sea[0], 0.5), 3);
      }),
    ),
  );
}

/** Draws a sailing boat far out; its hull stands on `y`. */
export function distantSail(x: number, y: number, size: number): string {
  return all(
    path(`M${x - size * 0.6} ${y}h${size * 1.2}l${-size * 0.2} ${size * 0.25}h${-size * 0.8}z`, '#35425e'),
    path(`M${x} ${y - 4}v${-size * 1.6}l${size * 0.6} ${size * 1.6}z`, '#ffffff'),
    path(`M${x - 6} ${y - 4}v${-size * 1.3}l${-size * 0.4} ${size * 1.3}z`, '#f1ead9'),
  );
}

/** Draws a palm whose trunk stands on (x, y). */
export function palm(x: number, y: number, height: number): string {
  const top = y - height;
  const leaf = (dx: number, dy: number): string =>
    path(
      `M${x} ${top}Q${x + dx * 0.6} ${top + dy - height * 0.22} ${x + dx} ${top + dy}Q${x + dx * 0.5} ${top + dy * 0.4} ${x} ${top}z`,
      '#3f8a58',
    );
  const reach = height * 0.42;
  return all(
    path(
      `M${x - 8} ${y}Q${x - 16} ${y - height * 0.5} ${x - 5} ${top}h10Q${x - 2} ${y - height * 0.5} ${x + 9} ${y}z`,
      '#94704b',
    ),
    ...[-1, -0.75, -0.3, 0.3, 0.75, 1].map((turn) => leaf(turn * reach, Math.abs(turn) * reach * 0.55 - reach * 0.1)),
    circle(x, top, 9, '#6e4f30'),
  );
}

/** Draws a round tree whose trunk stands on (x, y). */
export function tree(x: number, y: number, size: number, colour = '#4f8f5f'): string {
  return all(
    rect(x - size * 0.06, y - size * 0.7, size * 0.12, size * 0.7, '#86603f', 4),
    circle(x - size * 0.2, y - size * 0.85, size * 0.3, darken(colour, 0.12)),
    circle(x + size * 0.22, y - size * 0.8, size * 0.28, darken(colour, 0.06)),
    circle(x, y - size * 1.05, size * 0.36, colour),
  );
}

/** Draws a Maltese closed balcony of painted wood. */
export function gallarija(x: number, y: number, width: number, height: number, colour: string): string {
  const pane = width / 3;
  return all(
    rect(x - 6, y + height, width + 12, 12, '#d7bf8d'),
    rect(x, y, width, height, colour, 3),
    repeat(3, (n) => rect(x + n * pane + 5, y + 10, pane - 10, height * 0.48, lighten(colour, 0.7))),
    repeat(3, (n) => rect(x + n * pane + 5, y + height * 0.64, pane - 10, height * 0.28, darken(colour, 0.18))),
    rect(x - 5, y - 10, width + 10, 12, darken(colour, 0.25)),
  );
}

/** Colours of balconies, doors and shutters. */
export const balconyColours = ['#2f7a5f', '#a33b3b', '#2f5f94', '#b9772e', '#5d4a86', '#2b8a8f'];

/** Draws a row of limestone town houses that stand on `ground`. */
export function townRow({ viewRandom: random, palette, light }: Brief, ground: number, height = 420): string {
  let x = -random.integer(0, 90);
  let row = '';
  while (x < WIDTH) {
    const width = random.integer(170, 240);
    const top = ground - height * random.decimal(0.78, 1.08, 2);
    const stone = mix(palette.stone, random.pick(['#f5e6c6', '#d9bb84', '#efd9d0']), random.decimal(0.1, 0.6, 2));
    const glass = light.isLit ? '#ffd98a' : '#7fa3b8';
    const shutter = random.pick(balconyColours);
    row += all(
      rect(x, top, width, ground - top, stone),
      rect(x, top, 10, ground - top, darken(stone, 0.08)),
      rect(x - 2, top, width + 4, 14, darken(stone, 0.14)),
      gallarija(x + width * 0.14, top + 60, width * 0.44, 100, shutter),
      rect(x + width * 0.7, top + 70, width * 0.17, 84, glass, 3),
      rect(x + width * 0.16, ground - 138, width * 0.26, 138, shutter, 4),
      rect(x + width * 0.6, ground - 130, width * 0.24, 74, glass, 3),
      rect(x + width * 0.58, ground - 56, width * 0.28, 8, darken(stone, 0.2)),
    );
    x += width;
  }
  return row;
}

/** Draws a road from `top` to the lower edge, with a kerb along it. */
export function road(light: Light, top: number): string {
  const asphalt = light.isLit ? '#474b5f' : '#6d7380';
  return all(
    rect(0, top, WIDTH, 26, '#cfc6b4'),
    rect(0, top + 26, WIDTH, 10, '#a79f8f'),
    rect(0, top + 36, WIDTH, 900 - top - 36, asphalt),
    repeat(5, (n) => rect(n * 280 - 60, 842, 150, 12, '#e9e4d4', 4)),
  );
}

/** Draws a far ridge of hills and villages. */
export function hills(random: SeededRandom, base: number, colour: string): string {
  const points = Array.from({ length: 9 }, (_, n) => [n * 150, base - random.integer(20, 130)] as const);
  const middle = points.map(([x, y]) => `L${x} ${y}`).join('');
  return path(`M-10 ${base}${middle}L1210 ${base}z`, colour);
}

/** Lays the colour of the light over everything drawn so far. */
export function tint({ tint: colour, tintOpacity }: Light): string {
  return tintOpacity === 0 ? '' : fade(tintOpacity, rect(0, 0, WIDTH, 900, colour));
}

/** Draws a shadow on the floor. */
export function shadow(x: number, y: number, width: number, depth = 26, opacity = 0.22): string {
  return fade(opacity, ellipse(x, y, width / 2, depth, '#10142b'));
}

/** Draws a potted plant that stands on (x, y). */
export function pottedPlant(x: number, y: number, size: number, pot: string): string {
  const leaf = (angle: number, reach: number): string => {
    const tipX = x + Math.sin(angle) * reach;
    const tipY = y - size * 0.42 - Math.cos(angle) * reach;
    const sideX = Math.cos(angle) * size * 0.13;
    const sideY = Math.sin(angle) * size * 0.13;
    const midX = (x + tipX) / 2;
    const midY = (y - size * 0.42 + tipY) / 2;
    return path(
      `M${x} ${y - size * 0.42}Q${midX - sideX} ${midY - sideY} ${tipX} ${tipY}Q${midX + sideX} ${midY + sideY} ${x} ${y - size * 0.42}z`,
      angle > 0 ? '#3f8a5c' : '#56a06c',
    );
  };
  return all(
    ...[-1.1, -0.6, 0.65, 1.15, -0.15, 0.25].map((angle, n) => leaf(angle, size * (0.62 + (n % 3) * 0.12))),
    polygon(
      [
        [x - size * 0.22, y - size * 0.45],
        [x + size * 0.22, y - size * 0.45],
        [x + size * 0.16, y],
        [x - size * 0.16, y],
      ],
      pot,
    ),
    rect(x - size * 0.25, y - size * 0.48, size * 0.5, size * 0.1, darken(pot, 0.15), 4),
  );
}
