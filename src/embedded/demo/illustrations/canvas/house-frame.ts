import { tint } from './backdrops.ts';
import type { Brief } from './brief.ts';
import { all, mirror, move, scale } from './svg.ts';

/** Colour of a window: some are lit in the evening. */
export function glassOf({ light }: Brief, n: number): string {
  return light.isLit && n % 3 !== 1 ? '#ffdf94' : light.isLit ? '#35426b' : '#86abc0';
}

/**
 * Puts a building before what is behind it; the light lies over both. Further views mirror the building, come closer or
 * step back.
 */
export function frameBuilding(brief: Brief, behind: string, building: string): string {
  const views = [
    building,
    mirror(building),
    move(90, 30, scale(1.35, 600, 720, building)),
    mirror(scale(0.88, 600, 800, building)),
  ];
  return all(behind, views[brief.view % views.length] ?? building, tint(brief.light));
}
