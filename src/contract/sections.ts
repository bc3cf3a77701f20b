/** Sections of the marketplace: specification, part 2. */
import { structure, untyped, type Wire } from './structure.ts';

/** A section. The specification declares each field only as a generic object (assumption R11). */
export const Section = structure('Section', { SecType: untyped, SectionID: untyped, SectionName: untyped });
export type Section = Wire<typeof Section>;
