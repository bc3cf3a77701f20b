import type { Brief } from '../canvas/brief.ts';
import { darken, lighten } from '../canvas/colour.ts';
import { all, circle, ellipse, fade, line, path, polygon, rect, repeat, ring, stroke } from '../canvas/svg.ts';
import type { CarBody } from './car-bodies.ts';

function tyres(half: number, wheelRadius: number): string {
  return all(
    rect(-half + 14, -wheelRadius * 1.3, 74, wheelRadius * 1.3, '#1c1f27', 16),
    rect(half - 88, -wheelRadius * 1.3, 74, wheelRadius * 1.3, '#1c1f27', 16),
  );
}

function upperBody({ belt, roof, width, isOpen }: CarBody, paint: string, glass: string): string {
  const half = width / 2;
  const roofHalf = half * 0.7;
  if (isOpen) {
    return all(
      rect(-half * 0.55, -belt - 62, 92, 80, '#7b4a33', 22),
      rect(half * 0.55 - 92, -belt - 62, 92, 80, '#7b4a33', 22),
      fade(
        0.6,
        polygon(
          [
            [-half * 0.82, -belt],
            [-roofHalf * 0.94, -roof],
            [roofHalf * 0.94, -roof],
            [half * 0.82, -belt],
          ],
          '#cfe4ee',
        ),
      ),
      stroke(
        `M${-half * 0.84} ${-belt}L${-roofHalf * 0.95} ${-roof}H${roofHalf * 0.95}L${half * 0.84} ${-belt}`,
        darken(paint, 0.35),
        9,
      ),
    );
  }
  return all(
    path(
      `M${-half * 0.9} ${-belt + 10}Q${-roofHalf - 8} ${-roof} ${-roofHalf + 30} ${-roof - 6}Q0 ${-roof - 20} ${roofHalf - 30} ${-roof - 6}Q${roofHalf + 8} ${-roof} ${half * 0.9} ${-belt + 10}z`,
      paint,
    ),
    path(
      `M${-half * 0.78} ${-belt + 4}Q${-roofHalf + 12} ${-roof + 24} ${-roofHalf + 36} ${-roof + 18}H${roofHalf - 36}Q${roofHalf - 12} ${-roof + 24} ${half * 0.78} ${-belt + 4}z`,
      glass,
    ),
    fade(
      0.25,
      polygon(
        [
          [-half * 0.4, -belt + 4],
          [-half * 0.2, -roof + 18],
          [half * 0.05, -roof + 18],
          [-half * 0.15, -belt + 4],
        ],
        '#ffffff',
      ),
    ),
  );
}

function lowerBody({ belt, sill, width }: CarBody, paint: string): string {
  const half = width / 2;
  return all(
    path(
      `M${-half} ${-sill}Q${-half - 10} ${-belt + 60} ${-half * 0.92} ${-belt + 6}Q0 ${-belt - 22} ${half * 0.92} ${-belt + 6}Q${half + 10} ${-belt + 60} ${half} ${-sill}Q0 ${-sill + 24} ${-half} ${-sill}z`,
      paint,
    ),
    fade(
      0.25,
      path(
        `M${-half * 0.86} ${-belt + 14}Q0 ${-belt - 8} ${half * 0.86} ${-belt + 14}Q0 ${-belt + 20} ${-half * 0.86} ${-belt + 14}z`,
        '#ffffff',
      ),
    ),
    path(
      `M${-half} ${-sill - 24}Q0 ${-sill - 4} ${half} ${-sill - 24}L${half - 4} ${-sill}Q0 ${-sill + 26} ${-half + 4} ${-sill}z`,
      darken(paint, 0.4),
    ),
  );
}

function mirrors({ belt, width }: CarBody, paint: string): string {
  const half = width / 2;
  return all(
    ellipse(-half - 24, -belt - 18, 34, 22, darken(paint, 0.15)),
    ellipse(half + 24, -belt - 18, 34, 22, darken(paint, 0.15)),
  );
}

/** Draws a car from the front; the origin is on the road under its middle. */
export function carFront(body: CarBody, { paint, light, random }: Brief): string {
  const { belt, sill, nose, width, wheelRadius } = body;
  const half = width / 2;
  const lamp = light.isLit ? '#fff3b0' : '#eaf3f7';
  const grille = random.pick(['bars', 'oval', 'mesh']);
  const grilleTop = -nose + 6;
  const light2 = (side: number): string =>
    all(
      path(
        `M${side * half * 0.93} ${grilleTop - 8}Q${side * half * 0.6} ${grilleTop - 4} ${side * half * 0.5} ${grilleTop + 26}Q${side * half * 0.76} ${grilleTop + 44} ${side * half * 0.96} ${grilleTop + 22}z`,
        lamp,
      ),
      circle(side * half * 0.76, grilleTop + 16, 13, lighten(lamp, 0.6)),
      light.isLit && fade(0.3, circle(side * half * 0.76, grilleTop + 16, 44, '#fff8d0')),
    );
  return all(
    fade(0.28, ellipse(0, -4, half * 1.15, 24, '#0d1126')),
    tyres(half, wheelRadius),
    upperBody(body, paint, light.isLit ? '#39456b' : '#6d8ea3'),
    lowerBody(body, paint),
    mirrors(body, paint),
    stroke(
      `M${-half * 0.6} ${-belt + 14}Q${-half * 0.5} ${-nose - 10} ${-half * 0.42} ${grilleTop}`,
      darken(paint, 0.2),
      4,
    ),
    stroke(
      `M${half * 0.6} ${-belt + 14}Q${half * 0.5} ${-nose - 10} ${half * 0.42} ${grilleTop}`,
      darken(paint, 0.2),
      4,
    ),
    light2(-1),
    light2(1),
    rect(-half * 0.4, grilleTop + 4, half * 0.8, 50, '#20242d', grille === 'oval' ? 25 : 8),
    grille === 'bars' &&
      repeat(4, (n) => line(-half * 0.37, grilleTop + 13 + n * 11, half * 0.37, grilleTop + 13 + n * 11, '#aeb6bf', 3)),
    grille === 'mesh' &&
      repeat(11, (n) =>
        line(
          -half * 0.34 + n * half * 0.068,
          grilleTop + 12,
          -half * 0.34 + n * half * 0.068,
          grilleTop + 46,
          '#5d6672',
          3,
        ),
      ),
    circle(0, grilleTop + 26, 16, '#cfd6dc'),
    rect(-70, -sill - 46, 140, 34, '#f5f5f2', 5),
    rect(-70, -sill - 46, 20, 34, '#2f55a8', 4),
  );
}

/** Draws a car from behind; the origin is on the road under its middle. */
export function carRear(body: CarBody, { paint, light }: Brief): string {
  const { belt, sill, width, wheelRadius } = body;
  const half = width / 2;
  const lamp = light.isLit ? '#ff5a4a' : '#c4332f';
  const middle = -(belt + sill) / 2;
  return all(
    fade(0.28, ellipse(0, -4, half * 1.15, 24, '#0d1126')),
    tyres(half, wheelRadius),
    upperBody(body, paint, light.isLit ? '#2f3a5c' : '#587689'),
    lowerBody(body, paint),
    stroke(
      `M${-half * 0.72} ${-belt + 20}Q${-half * 0.76} ${middle} ${-half * 0.6} ${middle + 44}H${half * 0.6}Q${half * 0.76} ${middle} ${half * 0.72} ${-belt + 20}`,
      darken(paint, 0.25),
      4,
    ),
    rect(-half * 0.95, -belt + 34, half * 0.36, 44, lamp, 12),
    rect(half * 0.59, -belt + 34, half * 0.36, 44, lamp, 12),
    rect(-half * 0.9, -belt + 46, half * 0.12, 20, '#fbe9e4', 6),
    rect(half * 0.78, -belt + 46, half * 0.12, 20, '#fbe9e4', 6),
    rect(-78, middle - 18, 156, 38, '#f5f5f2', 5),
    rect(-78, middle - 18, 20, 38, '#2f55a8', 4),
    circle(0, -belt + 42, 15, '#cfd6dc'),
    rect(-half * 0.7, -sill - 34, half * 1.4, 12, darken(paint, 0.55), 6),
    rect(-half * 0.66, -sill - 8, 60, 16, '#9aa2ab', 8),
    ring(-half * 0.66 + 12, -sill, 7, '#4a505a', 4),
  );
}
