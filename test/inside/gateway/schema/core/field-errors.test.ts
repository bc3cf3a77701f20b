import { describe, expect, it } from 'vitest';
import { isTestListingLimit } from '../../../../../src/gateway/schema/core/test-listing-limit.ts';

const ofTheLimit = [
  'The active test listing limit of 10 is reached.',
  'You have reached the maximum number of active listings in Test Mode.',
  'Test mode limit exceeded.',
  'Too many active test items.',
  'test-listing quota reached',
  'Your test listings exceed the limit.',
  'No more than 10 test listings may be active at a time.',
  'An application in Test Mode may have only 10 active listings.',
  'Up to 10 active items are allowed for test applications.',
  'You may not create more than 10 test ads.',
  'Limit of active listings (test) exceeded',
  'TEST_LISTING_LIMIT',
  'TestListingLimitReached',
  'TEST MODE: MAX ACTIVE LISTINGS',
];

const ofAnythingElse = [
  'This latest item exceeds the limit',
  'The contest listing limit is reached.',
  'The limit of listings is reached.',
  'Your balance exceeds no limit.',
  'This looks like a test listing.',
  'Test Mode is on.',
  'The title of a test listing has at most 100 characters.',
  'Too many photos for a test listing.',
  'Test Mode: too many requests.',
  'The rate limit for test applications is exceeded.',
  'A test drive costs more than that.',
  '',
];

describe('UserErrorCode.TEST_LISTING_LIMIT', () => {
  it.each(ofTheLimit)('is meant by: %s', (text) => {
    expect(isTestListingLimit(text)).toBe(true);
  });

  it.each(ofAnythingElse)('is not meant by: %s', (text) => {
    expect(isTestListingLimit(text)).toBe(false);
  });
});
