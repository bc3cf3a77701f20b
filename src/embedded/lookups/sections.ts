/** Sections of the marketplace: GET /v1/sections. */

import { notFound } from '../core/refusal.ts';
import type { Row } from '../database/row.ts';
import type { Handler } from '../service/endpoint-handler.ts';

// Assumption: R11: type and name are strings, the id is a number.
const readSection = (row: Row) => ({
  SecType: row.text('type'),
  SectionID: row.integer('id'),
  SectionName: row.text('name'),
});

/** GET /v1/sections: all of them, or those of a type, whose letter case does not matter. */
export const listSections: Handler<'listSections'> = ({ query }, { database }) =>
  query.type === null
    ? database.list('SELECT * FROM sections ORDER BY position', [], readSection)
    : database.list('SELECT * FROM sections WHERE type = ? ORDER BY position', [query.type], readSection);

/** GET /v1/sections/{id}: 404 when there is none. */
export const getSection: Handler<'getSection'> = ({ path }, { database }) => {
  const section = database.find('SELECT * FROM sections WHERE id = ?', [path.id], readSection);
  if (section === undefined) throw notFound(`There is no section ${path.id}.`);
  return section;
};
