/** Shapes as SVG text. Pictures are drawn in a box of 1200 by 900 units, y pointing down. */

/** Width of the box in which pictures are drawn. */
export const WIDTH = 1200;
/** Height of the box in which pictures are drawn. */
export const HEIGHT = 900;

/** A point: x, y. */
export type Point = readonly [x: number, y: number];

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Draws a rectangle with corners of radius `radius`. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}"${radius > 0 ? ` rx="${round(radius)}"` : ''} fill="${fill}"/>`;

/** Draws a filled circle. */
export const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;

/** Draws the line of a circle. */
export const ring = (x: number, y: number, radius: number, stroke: string, width: number): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}"/>`;

/** Draws a filled ellipse. */
export const ellipse = (x: number, y: number, radiusX: number, radiusY: number, fill: string): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(radiusX)}" ry="${round(radiusY)}" fill="${fill}"/>`;

/** Draws a filled path. */
export const path = (commands: string, fill: string): string => `<path d="${commands}" fill="${fill}"/>`;

/** Draws a line along a path, with round ends. */
export const stroke = (commands: string, colour: string, width: number): string =>
  `<path d="${commands}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Draws a straight line with round ends. */
export const line = (x1: number, y1: number, x2: number, y2: number, colour: string, width: number): string =>
  stroke(`M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, colour, width);

/** Draws a filled polygon. */
export const polygon = (points: readonly Point[], fill: string): string =>
  `<polygon points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" fill="${fill}"/>`;

/** Joins pieces, leaving out what a condition made false. */
export const all = (...pieces: readonly (string | false)[]): string =>
  pieces.filter((piece) => piece !== false).join('');

/** Draws something `count` times. */
export const repeat = (count: number, draw: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => draw(n)).join('');

/** Makes a group translucent. */
export const fade = (opacity: number, ...pieces: readonly string[]): string =>
  `<g opacity="${opacity}">${pieces.join('')}</g>`;

/** Moves a group. */
export const move = (x: number, y: number, ...pieces: readonly string[]): string =>
  `<g transform="translate(${round(x)} ${round(y)})">${pieces.join('')}</g>`;

/** Turns a group by degrees around a point, clockwise. */
export const rotate = (degrees: number, x: number, y: number, ...pieces: readonly string[]): string =>
  `<g transform="rotate(${round(degrees)} ${round(x)} ${round(y)})">${pieces.join('')}</g>`;

/** Scales a group around a point. */
export const scale = (factor: number, x: number, y: number, ...pieces: readonly string[]): string =>
  `<g transform="translate(${round(x * (1 - factor))} ${round(y * (1 - factor))}) scale(${factor})">${pieces.join('')}</g>`;

/** Mirrors a group left to right within the box. */
export const mirror = (...pieces: readonly string[]): string =>
  `<g transform="translate(${WIDTH} 0) scale(-1 1)">${pieces.join('')}</g>`;

/** Shows of a group only what lies within the shape of `commands`. `id` must be unique in the picture. */
export const clip = (id: string, commands: string, ...pieces: readonly string[]): string =>
  `<clipPath id="${id}"><path d="${commands}"/></clipPath><g clip-path="url(#${id})">${pieces.join('')}</g>`;

/** Draws a rectangle whose colour runs from top to bottom. `id` must be unique in the picture. */
export const gradientRect = (
  id: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  colours: readonly string[],
): string => {
  const stops = colours
    .map((colour, n) => `<stop offset="${round(n / Math.max(1, colours.length - 1))}" stop-color="${colour}"/>`)
    .join('');
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>${rect(x, y, width, height, `url(#${id})`)}`;
};
