/** Sections in which the caller has listings: GET /v1/user/sections. */
import type { Handler } from '../service/endpoint-handler.ts';

/**
 * GET /v1/user/sections: those with active, expired or test listings of the caller, in the order of the sections.
 *
 * Assumption: R27: three arrays of one length, read by index; `Expired` counts the expired listings.
 */
export const listUserSections: Handler<'listUserSections'> = ({ caller }, service) => {
  const sections = service.database.list(
    `SELECT sections.id, sections.name, count(*) FILTER (WHERE expires_at <= ?) AS expired FROM listings
     JOIN sections ON sections.id = section_id
     WHERE owner_id = ? AND deleted_at IS NULL GROUP BY sections.id ORDER BY sections.position`,
    [service.now(), caller.userId],
    (row) => ({ id: row.integer('id'), name: row.text('name'), expired: row.integer('expired') }),
  );
  return {
    Expired: sections.map(({ expired }) => expired),
    SectionNames: sections.map(({ name }) => name),
    Sections: sections.map(({ id }) => id),
  };
};
