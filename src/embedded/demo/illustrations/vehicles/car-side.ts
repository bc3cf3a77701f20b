import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import {
  all,
  circle,
  clip,
  ellipse,
  fade,
  line,
  move,
  path,
  polygon,
  rect,
  repeat,
  ring,
  rotate,
  stroke,
} from '../canvas/svg.ts';
import type { CarBody } from './car-bodies.ts';

/** Draws a wheel with a rim of `spokes` spokes. */
export function wheel(x: number, y: number, radius: number, spokes: number, rim = '#d5dae0'): string {
  const spoke = radius * 0.66;
  return all(
    circle(x, y, radius, '#22252d'),
    circle(x, y, radius * 0.72, '#3a3f4a'),
    repeat(spokes, (n) =>
      rotate(
        (360 / spokes) * n + 12,
        x,
        y,
        path(
          `M${x - radius * 0.1} ${y}L${x - radius * 0.07} ${y - spoke}H${x + radius * 0.07}L${x + radius * 0.1} ${y}z`,
          rim,
        ),
      ),
    ),
    ring(x, y, radius * 0.67, rim, radius * 0.09),
    circle(x, y, radius * 0.16, darken(rim, 0.25)),
    circle(x, y, radius * 0.07, lighten(rim, 0.4)),
  );
}

function bodyOutline({ length, sill, nose, belt, cabin: [screen, , , rear], tail }: CarBody): string {
  return [
    `M14 ${-sill - 4}`,
    `C2 ${-sill - 30} 0 ${-nose + 40} 16 ${-nose + 12}`,
    `Q24 ${-nose - 6} 60 ${-nose - 14}`,
    `Q${screen * 0.62} ${-belt + 6} ${screen} ${-belt}`,
    `L${rear} ${-belt - 4}`,
    `Q${(rear + length) / 2} ${-tail - 6} ${length - 18} ${-tail + 4}`,
    `Q${length - 2} ${-tail + 12} ${length - 3} ${-tail + 46}`,
    `C${length + 6} ${-sill - 60} ${length + 2} ${-sill - 24} ${length - 12} ${-sill - 2}`,
    'z',
  ].join('');
}

function cabinOutline({ belt, roof, cabin: [screen, roofStart, roofEnd, rear] }: CarBody, inset: number): string {
  return [
    `M${screen + inset * 2.4} ${-belt}`,
    `Q${roofStart - 46 + inset} ${-roof + 26 + inset * 0.6} ${roofStart + 12} ${-roof + inset}`,
    `Q${(roofStart + roofEnd) / 2} ${-roof - 16 + inset} ${roofEnd - 10} ${-roof + 4 + inset}`,
    `Q${roofEnd + 30 - inset * 0.7} ${-roof + 14 + inset} ${rear - inset * 2} ${-belt}`,
    'z',
  ].join('');
}

function closedCabin(body: CarBody, paint: string, glass: string): string {
  const { belt, roof, cabin, pillars } = body;
  const [screen, , , rear] = cabin;
  return all(
    path(cabinOutline(body, 0), paint),
    clip(
      'glass',
      cabinOutline(body, 16),
      rect(screen, -roof, rear - screen, roof - belt, glass),
      fade(
        0.28,
        polygon(
          [
            [screen + 150, -belt],
            [screen + 230, -roof],
            [screen + 290, -roof],
            [screen + 210, -belt],
          ],
          '#ffffff',
        ),
      ),
      fade(
        0.2,
        polygon(
          [
            [rear - 230, -belt],
            [rear - 150, -roof],
            [rear - 120, -roof],
            [rear - 200, -belt],
          ],
          '#ffffff',
        ),
      ),
      ...pillars.map((x) => rect(x - 9, -roof, 18, roof - belt, darken(paint, 0.12))),
    ),
  );
}

function openCabin({ belt, roof, cabin: [screen, roofStart, , rear] }: CarBody, paint: string): string {
  const seat = (x: number): string =>
    all(rect(x, -belt - 34, 58, 70, '#7b4a33', 18), rect(x + 12, -belt - 58, 40, 32, '#8d5a40', 12));
  return all(
    seat(roofStart + 88),
    seat(roofStart + 176),
    path(`M${rear - 90} ${-belt}Q${rear - 60} ${-belt - 46} ${rear - 6} ${-belt}z`, darken(paint, 0.5)),
    stroke(`M${roofStart + 70} ${-belt}q16 -30 8 -52`, '#1f232b', 7),
    fade(
      0.75,
      polygon(
        [
          [screen + 8, -belt],
          [roofStart, -roof],
          [roofStart + 14, -roof],
          [screen + 52, -belt],
        ],
        '#cfe4ee',
      ),
    ),
    line(screen + 6, -belt, roofStart, -roof, darken(paint, 0.3), 8),
  );
}

/** Draws a car in side view, nose to the left; the origin is on the road below its nose. */
export function carSide(body: CarBody, { paint, light, random }: Brief): string {
  const { length, wheels, wheelRadius, sill, nose, belt, cabin, tail, pillars } = body;
  const [screen, , , rear] = cabin;
  const glass = light.isLit ? '#39456b' : '#5f7f94';
  const spokes = random.pick([5, 6, 7, 10]);
  const outline = bodyOutline(body);
  const door = (x: number): string =>
    stroke(`M${x} ${-belt + 4}Q${x + 6} ${-belt * 0.6} ${x - 2} ${-sill - 10}`, darken(paint, 0.28), 3);
  const handle = (x: number): string => rect(x, -belt + 26, 34, 9, darken(paint, 0.35), 4);
  const doorEnd = pillars[0] ?? rear - 120;
  return all(
    fade(0.26, ellipse(length / 2, -4, length * 0.54, 26, '#0d1126')),
    body.isOpen ? openCabin(body, paint) : closedCabin(body, paint, glass),
    path(outline, paint),
    clip(
      'body',
      outline,
      rect(-10, -sill - 34, length + 30, 40, darken(paint, 0.28)),
      fade(
        0.3,
        path(
          `M0 ${-nose + 4}Q${screen * 0.6} ${-belt + 14} ${screen} ${-belt + 10}L${length} ${-belt + 6}L${length} ${-belt + 24}L${screen} ${-belt + 30}Q${screen * 0.5} ${-belt + 36} 0 ${-nose + 26}z`,
          '#ffffff',
        ),
      ),
      ellipse(4, -nose + 20, 46, 17, light.isLit ? '#fff3b0' : '#eef4f6'),
      rect(length - 34, -tail + 18, 40, 34, '#c4332f', 8),
      rect(-6, -sill - 66, 60, 18, '#252932', 8),
    ),
    light.isLit &&
      fade(
        0.3,
        polygon(
          [
            [0, -nose + 12],
            [-230, -nose + 80],
            [-230, -6],
            [0, -nose + 34],
          ],
          '#fff0a8',
        ),
      ),
    door(screen + 34),
    door(doorEnd),
    pillars.length > 0 && door(Math.min(wheels[1] - wheelRadius - 24, rear - 60) + (pillars.length > 1 ? 0 : 20)),
    handle(doorEnd - 62),
    pillars.length > 0 && handle(Math.min(wheels[1] - wheelRadius, rear - 90) - 36),
    path(`M${screen + 54} ${-belt - 2}q-26 -26 -44 -6q4 16 44 6z`, darken(paint, 0.2)),
    ...wheels.map((x) => circle(x, -wheelRadius, wheelRadius + 15, '#1b1e26')),
    ...wheels.map((x) => wheel(x, -wheelRadius + 2, wheelRadius, spokes)),
  );
}

/** Places a car so that it stands on `ground`, in the middle of the picture. */
export function parkedCar(body: CarBody, brief: Brief, ground: number, size = 1.12): string {
  return move(600 - (body.length * size) / 2, ground, `<g transform="scale(${size})">${carSide(body, brief)}</g>`);
}
