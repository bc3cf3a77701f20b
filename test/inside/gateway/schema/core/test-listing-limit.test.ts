import { describe, expect, it } from 'vitest';
import { isTestListingLimit } from '../../../../../src/gateway/schema/core/test-listing-limit.ts';
import { sampled } from '../../../../support/effort.ts';
import { codesOf, valueAt } from '../../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../../support/scripted-gateway.ts';

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

const otherBodies = [...ofAnythingElse.map((Message) => JSON.stringify({ Message })), '<html>', ''];

const create =
  'mutation { createListing(input: { listing: {} }) { listing { id } userErrors { code field message } } }';
const relist = 'mutation { relistListings(input: { ids: [7] }) { listings { id } userErrors { code field message } } }';
const relistAll = 'mutation { relistAllListings(input: {}) { listings { id } userErrors { code field message } } }';

/** A short run tries one text of so many in each case, and in each case others. */
const STEP = 5;

const refusals = [400, 402, 403, 404, 409, 422, 429];

const changes = [
  ['createListing', '/v1/listings', create],
  ['relistListings', '/v1/listings/relist', relist],
  ['relistAllListings', '/v1/listings/relistall', relistAll],
] as const;

describe('UserErrorCode.TEST_LISTING_LIMIT', () => {
  it.each(ofTheLimit)('is meant by: %s', (text) => {
    expect(isTestListingLimit(text)).toBe(true);
  });

  it.each(ofAnythingElse)('is not meant by: %s', (text) => {
    expect(isTestListingLimit(text)).toBe(false);
  });

  describe.each(changes)('of Mutation.%s', (mutation, path, query) => {
    const at = changes.findIndex(([name]) => name === mutation);

    it.each(sampled(refusals, 3, at))('is reported with HTTP %i', async (status) => {
      await using gateway = await startScriptedGateway();
      for (const message of sampled(ofTheLimit, STEP, at + refusals.indexOf(status))) {
        gateway.upstream.on('POST', path, { status, json: { Message: message }, headers: { 'retry-after': '7' } });
        const response = await gateway.ask(query);
        expect(response.errors).toEqual([]);
        expect(valueAt(response, `${mutation}.userErrors`)).toEqual([
          { code: 'TEST_LISTING_LIMIT', field: null, message },
        ]);
      }
    });

    it.each([
      [403, 'FORBIDDEN'],
      [429, 'RATE_LIMITED'],
    ])('is not made of any other HTTP %i, which is %s', async (status, code) => {
      await using gateway = await startScriptedGateway();
      for (const body of sampled(otherBodies, STEP, at + status)) {
        gateway.upstream.on('POST', path, { status, body, headers: { 'retry-after': '7' } });
        const response = await gateway.ask(query);
        expect(codesOf(response)).toEqual([code]);
        expect(response.errors[0]?.extensions['retryAfter']).toBe(status === 429 ? 7 : undefined);
      }
    });
  });

  it('is reported with HTTP 200', async () => {
    await using gateway = await startScriptedGateway();
    for (const message of ofTheLimit) {
      gateway.upstream.on('POST', '/v1/listings', { json: { Success: false, Error: message } });
      expect(valueAt(await gateway.ask(create), 'createListing.userErrors')).toEqual([
        { code: 'TEST_LISTING_LIMIT', field: null, message },
      ]);
    }
  });
});
