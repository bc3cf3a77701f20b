/** Sections and categories as a listing refers to them. */
import type { Database } from '../database/database.ts';
import type { Row } from '../database/row.ts';

/** The extra fields that listings of a category carry. */
export type ExtraFields = 'none' | 'vehicle' | 'property';

/** A category. */
interface ListingCategory {
  readonly sectionId: number;
  readonly extraFields: ExtraFields;
}

const readExtraFields = (row: Row): ExtraFields => {
  const fields = row.text('fields');
  return fields === 'vehicle' || fields === 'property' ? fields : 'none';
};

/** Finds a category. */
export const findCategory = (database: Database, id: number): ListingCategory | undefined =>
  database.find('SELECT section_id, fields FROM categories WHERE id = ?', [id], (row) => ({
    sectionId: row.integer('section_id'),
    extraFields: readExtraFields(row),
  }));

/** Returns whether there is a section. */
export const hasSection = (database: Database, id: number): boolean =>
  database.get('SELECT EXISTS (SELECT 1 FROM sections WHERE id = ?) AS found', [id], (row) => row.flag('found'));
