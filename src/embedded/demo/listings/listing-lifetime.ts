const DEFAULT_DAYS = 30;
const PROPERTY_DAYS = 60;
const PROPERTY_SECTION_ID = 3;

/** Returns how many days a listing of a section stays active after it was listed or last relisted. */
export function listingLifetimeDays(sectionId: number): number {
  return sectionId === PROPERTY_SECTION_ID ? PROPERTY_DAYS : DEFAULT_DAYS;
}
