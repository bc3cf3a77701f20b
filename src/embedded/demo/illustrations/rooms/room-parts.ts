import type { Brief, Drawing } from '../canvas/brief.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import {
  all,
  circle,
  ellipse,
  fade,
  gradientRect,
  line,
  mirror,
  path,
  polygon,
  rect,
  repeat,
  scale,
} from '../canvas/svg.ts';

/** Draws a wide window with the sky and, in some views, the sea behind it. */
export function window(
  { light, view, viewRandom }: Brief,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const hasSea = view % 2 === 0;
  return all(
    rect(x - 14, y - 14, width + 28, height + 28, '#ffffff', 4),
    gradientRect(`window-${x}`, [x, y, width, height], light.sky),
    hasSea &&
      all(
        rect(x, y + height * 0.68, width, height * 0.32, light.sea[1]),
        rect(x, y + height * 0.68, width, 8, light.sea[0]),
      ),
    !hasSea &&
      repeat(6, (n) =>
        rect(
          x + (width / 6) * n,
          y + height * 0.66 - viewRandom.integer(0, 40),
          width / 6,
          height * 0.34 + 40,
          n % 2 === 0 ? '#dcc48f' : '#cfb57e',
        ),
      ),
    !hasSea && rect(x, y + height, width, 54, '#ffffff'),
    circle(x + width * 0.72, y + height * 0.3, Math.min(width, height) * 0.09, light.disc),
    line(x + width / 2, y, x + width / 2, y + height, '#ffffff', 9),
    fade(
      0.18,
      polygon(
        [
          [x + width * 0.1, y + height],
          [x + width * 0.3, y],
          [x + width * 0.42, y],
          [x + width * 0.22, y + height],
        ],
        '#ffffff',
      ),
    ),
  );
}

/** Draws the walls and the floor of a room. */
export function shell({ palette, light }: Brief, floor: 'wood' | 'tile'): string {
  const wall = light.isLit ? mix(palette.wall, '#5a5a8a', 0.16) : palette.wall;
  const ground = floor === 'wood' ? palette.wood : '#e7e1d6';
  return all(
    gradientRect('wall', [0, 0, 1_200, 690], [lighten(wall, 0.2), wall]),
    rect(0, 672, 1_200, 18, lighten(wall, 0.6)),
    rect(0, 690, 1_200, 210, ground),
    floor === 'wood'
      ? repeat(5, (n) => line(0, 712 + n * 42, 1_200, 712 + n * 42, darken(ground, 0.12), 3))
      : all(
          repeat(9, (n) => line(600 + (n - 4) * 130, 690, 600 + (n - 4) * 250, 900, darken(ground, 0.1), 3)),
          line(0, 756, 1_200, 756, darken(ground, 0.1), 3),
          line(0, 828, 1_200, 828, darken(ground, 0.1), 3),
        ),
  );
}

/** Draws a lamp that hangs from the ceiling. */
export function pendant(x: number, drop: number, colour: string, isLit: boolean): string {
  return all(
    line(x, 0, x, drop, '#4a515d', 4),
    isLit && fade(0.22, circle(x, drop + 40, 110, '#ffe9a8')),
    path(`M${x - 58} ${drop + 56}Q${x - 50} ${drop} ${x} ${drop}T${x + 58} ${drop + 56}z`, colour),
    ellipse(x, drop + 56, 30, 8, '#fff3c4'),
  );
}

/** Draws a small framed picture. */
export function picture(x: number, y: number, width: number, height: number, { palette }: Brief): string {
  return all(
    rect(x, y, width, height, '#ffffff', 4),
    rect(x + 10, y + 10, width - 20, height - 20, lighten(palette.second, 0.55)),
    circle(x + width * 0.6, y + height * 0.4, width * 0.16, palette.accent),
    path(
      `M${x + 10} ${y + height - 10}L${x + width * 0.4} ${y + height * 0.5}L${x + width * 0.64} ${y + height * 0.72}L${x + width * 0.8} ${y + height * 0.6}L${x + width - 10} ${y + height - 10}z`,
      palette.second,
    ),
  );
}

/** Makes a picture of a room: further views mirror it or come closer. */
export function room(draw: (brief: Brief) => string): Drawing {
  return (brief) => {
    const inside = draw(brief);
    const views = [inside, mirror(inside), scale(1.28, 420, 760, inside), mirror(scale(1.22, 760, 800, inside))];
    return all(
      views[brief.view % views.length] ?? inside,
      brief.light.isLit && fade(0.1, rect(0, 0, 1_200, 900, '#ffb35c')),
    );
  };
}
