/** The three parallel arrays of `UserSectionsResponse` (assumption R27). */
import { structure, untyped } from '../../contract/structure.ts';
import { UserSectionsResponse } from '../../contract/user.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import type { ReportDrift } from '../call/drift.ts';
import { decodeBody } from './decode.ts';
import { readInt32, readText } from './scalars.ts';
import { UnreadableBodyError } from './unwrap.ts';

/** A section in which the caller has listings. */
export interface UserSection {
  /** Null where it cannot be read. */
  readonly sectionId: Int64 | null;
  readonly name: string | null;
  /** Number of the caller's listings there that have expired; null when the service does not say it clearly. */
  readonly expiredCount: number | null;
}

const LooseSections = structure('UserSectionsResponse', {
  Expired: untyped,
  SectionNames: untyped,
  Sections: untyped,
} satisfies Record<keyof typeof UserSectionsResponse.fields, unknown>);

type FieldName = keyof typeof LooseSections.fields;

/** Assumption: R47. One thing in the place of a list is a list of one. */
const columnOf = (json: unknown): unknown => (typeof json === 'object' ? json : [json]);

/**
 * Reads the caller's sections. Assumption: R50. One without a readable id has its name and count.
 *
 * @throws UnreadableBodyError when there is no list of ids, or one of which none can be read (assumption R47)
 */
export const readUserSections = (json: unknown, drift: ReportDrift): readonly UserSection[] => {
  const read = decodeBody(LooseSections, json, drift);
  const body = {
    Expired: columnOf(read.Expired),
    SectionNames: columnOf(read.SectionNames),
    Sections: columnOf(read.Sections),
  };
  const isGiven = (column: unknown): boolean => column !== null && !(Array.isArray(column) && column.length === 0);
  // A list of sections has fields of these names too: without the column of ids it must not look like none.
  if (!Array.isArray(body.Sections) && Object.values(body).some(isGiven)) {
    throw new UnreadableBodyError(UserSectionsResponse.name);
  }

  const readColumn = <Value>(field: FieldName, read: (json: unknown) => Value | null): readonly (Value | null)[] => {
    const column = body[field];
    if (!Array.isArray(column)) {
      if (column !== null) drift({ path: `UserSectionsResponse.${field}`, problem: 'unreadable' });
      return [];
    }
    return column.map((cell: unknown) => {
      const value = read(cell);
      if (value === null) drift({ path: `UserSectionsResponse.${field}`, problem: 'unreadable' });
      return value;
    });
  };

  const ids = readColumn('Sections', parseInt64);
  if (ids.length > 0 && ids.every((id) => id === null)) throw new UnreadableBodyError(UserSectionsResponse.name);
  const names = readColumn('SectionNames', readText);
  const expired = readColumn('Expired', readInt32);
  // Assumption: R27. Arrays of other lengths do not say which section they count.
  const isParallel = ids.length === names.length && ids.length === expired.length;
  if (!isParallel) drift({ path: 'UserSectionsResponse.Expired', problem: 'unreadable' });
  const sections = ids.map((sectionId, at) => ({
    sectionId,
    name: ids.length === names.length ? (names[at] ?? null) : null,
    expiredCount: isParallel ? (expired[at] ?? null) : null,
  }));
  return sections.filter(({ sectionId, name, expiredCount }) => (sectionId ?? name ?? expiredCount) !== null);
};
