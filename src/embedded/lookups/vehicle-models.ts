/** Makes and models of vehicles, as listings name them. */
import type { Database } from '../database/database.ts';

/** Returns whether there is a make of this name. */
export const hasMake = (database: Database, make: string): boolean =>
  database.get('SELECT EXISTS (SELECT 1 FROM vehicle_makes WHERE name = ?) AS found', [make], (row) =>
    row.flag('found'),
  );

/** Returns whether a make has a model of this name; for no make, whether any has. */
export const hasModel = (database: Database, make: string | null, model: string): boolean =>
  database.get(
    `SELECT EXISTS (SELECT 1 FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id
       WHERE vehicle_models.name = ? AND vehicle_makes.name = coalesce(?, vehicle_makes.name)) AS found`,
    [model, make],
    (row) => row.flag('found'),
  );
