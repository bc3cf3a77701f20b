/** Limits for the photos of listings: GET /v1/listings/photospecs. */
import type { PhotoSpecs } from '../../contract/photos.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { notFound } from '../core/refusal.ts';
import type { Database } from '../database/database.ts';
import type { Handler } from '../service/endpoint-handler.ts';

/** Finds the limits of a category; undefined when the section has no such category. */
export const findPhotoSpecs = (
  database: Database,
  sectionId: WireInt64,
  categoryId: WireInt64,
): { readonly [Limit in keyof PhotoSpecs]: number } | undefined =>
  database.find('SELECT * FROM categories WHERE section_id = ? AND id = ?', [sectionId, categoryId], (row) => ({
    Max: row.integer('max_photos'),
    MaxHeight: row.integer('max_photo_height'),
    MaxWidth: row.integer('max_photo_width'),
    Min: row.integer('min_photos'),
  }));

/** GET /v1/listings/photospecs: 404 when the section has no such category. */
export const getPhotoSpecs: Handler<'getPhotoSpecs'> = ({ query }, { database }) => {
  const specs = findPhotoSpecs(database, query.sectionid, query.categoryid);
  if (specs === undefined) throw notFound(`Section ${query.sectionid} has no category ${query.categoryid}.`);
  return specs;
};
