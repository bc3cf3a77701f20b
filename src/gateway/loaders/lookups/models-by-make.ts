/** Models of vehicles as they are kept: all, and by make. */
import type { VehicleModelEntry } from '../../../upstream/endpoints/lookups.ts';

/** Models of vehicles. */
export interface VehicleModels {
  readonly entries: readonly VehicleModelEntry[];
  /** By name of the make in lower case. */
  readonly byMake: ReadonlyMap<string, readonly VehicleModelEntry[]>;
}

/** Groups models by make; those without a make are in the list of all only. */
export const groupByMake = (entries: readonly VehicleModelEntry[]): VehicleModels => {
  const byMake = new Map<string, VehicleModelEntry[]>();
  for (const entry of entries) {
    if (entry.make === null) continue;
    const make = entry.make.toLowerCase();
    const models = byMake.get(make);
    if (models === undefined) byMake.set(make, [entry]);
    else models.push(entry);
  }
  return { entries, byMake };
};
