/** Pictures in the database: photos as bytes, demo pictures as what to draw. */
import type { PictureSize } from '../core/absolute-url.ts';
import type { Database } from '../database/database.ts';
import { insertRow } from '../database/insert-row.ts';
import type { Service } from '../service/service.ts';

/** A picture as JPEG in the two sizes in which it is served. */
export interface PictureBytes {
  readonly large: Uint8Array;
  readonly thumb: Uint8Array;
}

/** A stored picture: either its bytes in one size or what to draw. */
export type StoredPicture =
  | { readonly illustration: null; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly illustration: string };

/** Finds a picture. */
export const findPicture = (database: Database, key: string, size: PictureSize): StoredPicture | undefined =>
  database.find(`SELECT illustration, ${size} AS bytes FROM pictures WHERE key = ?`, [key], (row) => {
    const illustration = row.optionalText('illustration');
    return illustration === null
      ? { illustration, bytes: row.optionalBytes('bytes') ?? new Uint8Array() }
      : { illustration };
  });

/**
 * Stores a picture under a new key. Keys cannot be guessed and are never used again: what a key stands for never changes.
 *
 * @returns the key
 */
export const savePicture = (service: Service, { large, thumb }: PictureBytes): string => {
  const key = service.randomBytes(16).toString('hex');
  insertRow(service.database, 'pictures', { key, large, thumb });
  return key;
};

/** Removes the bytes of a picture, unless it is a demo picture or something still shows it. */
export const removeUnusedPicture = (database: Database, key: string): void => {
  database.run(
    `DELETE FROM pictures WHERE key = ? AND illustration IS NULL
       AND NOT EXISTS (SELECT 1 FROM photos WHERE picture_key = key)
       AND NOT EXISTS (SELECT 1 FROM users WHERE instr(picture_url, key) > 0)
       AND NOT EXISTS (SELECT 1 FROM companies WHERE instr(logo_url, key) > 0)`,
    [key],
  );
};
