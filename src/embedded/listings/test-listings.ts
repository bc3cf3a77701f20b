/** Test Mode: listings that only their owner sees, and how many of them may be active (specification, part 1). */
import type { Service } from '../service/service.ts';

/** Most active test listings of an account unless a setting says otherwise. */
export const DEFAULT_TEST_LISTING_LIMIT = 10;

/**
 * Says why an account may not hold one more active test listing; null when it may.
 *
 * Assumption: R34: the text speaks of the test listing limit.
 */
export const findTestListingProblem = (service: Service, ownerId: number): string | null => {
  const active = service.database.get(
    `SELECT count(*) AS active FROM listings
     WHERE owner_id = ? AND is_test = 1 AND deleted_at IS NULL AND expires_at > ?`,
    [ownerId, service.now()],
    (row) => row.integer('active'),
  );
  if (active < service.testListingLimit) return null;
  return `The active test listing limit of ${service.testListingLimit} is reached: delete test listings to make room.`;
};
