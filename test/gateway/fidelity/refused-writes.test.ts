import { describe, expect, it } from 'vitest';
import { jsonResponse, type PassingResponse } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import { codesOf, columnAt, listAt, valueAt } from '../../support/graphql-client.ts';
import { startWorldForAll } from '../../support/world.ts';
import { sendAnswered } from './detoured-gateway.ts';
import { type RequestedMutation, bicycle, mutations } from './mutations.ts';

const WHY = 'Not while the moon is full.';

const changes = mutations.filter(({ endpoint }) => endpoint !== 'requestToken');
const multi = mutations.filter(({ endpoint }) => /^(?:delete|relist)\w*Listings$/.test(endpoint));
const charging = mutations.filter((mutation) => multi.includes(mutation) || mutation.endpoint === 'setPremiumOptions');
const saving = mutations.filter(({ endpoint }) => endpoint === 'saveListing');

describe('A change that the service refuses', async () => {
  const world = await startWorldForAll();
  await world.signIn('seller');

  describe.each([400, 409, 422])('with %i and a text', (status) => {
    it.each(sampled(17, changes, status))(
      '$field: the text is in its userErrors, and it is sent once',
      async (mutation) => {
        const { answer, sent } = await sendAnswered(world, mutation, jsonResponse({ Message: WHY }, status));
        expect(answer.errors).toEqual([]);
        expect(columnAt(answer, `${mutation.field}.userErrors`, 'message')).toEqual([WHY]);
        expect(sent).toBe(1);
      },
    );
  });

  describe.each([404, 410])('with %i', (status) => {
    it.each(sampled(17, changes, status))('$field has userErrors, and is sent once', async (mutation) => {
      const { answer, sent } = await sendAnswered(world, mutation, jsonResponse({ Message: WHY }, status));
      expect(answer.errors).toEqual([]);
      expect(listAt(answer, `${mutation.field}.userErrors`)).toHaveLength(1);
      expect(sent).toBe(1);
    });
  });

  const writes = changes.filter(({ endpoint }) => endpoint !== 'validateListing');
  it.each(sampled(4, writes))(
    'with the page of a proxy that has no such path: $field says nothing of a listing',
    async (mutation) => {
      const page = { status: 404, contentType: 'text/html', body: Buffer.from('<html><body>Not Found</body></html>') };
      const { answer, sent } = await sendAnswered(world, mutation, page);
      expect(answer.errors).toEqual([]);
      expect(listAt(answer, `${mutation.field}.userErrors`)).toMatchObject([
        { code: 'REJECTED', message: 'The service refused.' },
      ]);
      expect(sent).toBe(1);
    },
  );

  describe.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [429, 'RATE_LIMITED'],
    [500, 'UPSTREAM_UNAVAILABLE'],
  ])('with %i', (status, code) => {
    it.each(sampled(17, changes, status))(`$field is an error ${code}, and is sent once`, async (mutation) => {
      const { answer, sent } = await sendAnswered(world, mutation, jsonResponse({ Message: WHY }, status));
      expect(codesOf(answer)).toEqual([code]);
      expect(valueAt(answer, mutation.field)).toBeNull();
      expect(sent).toBe(1);
    });
  });

  it.each(sampled(2, multi))('as a whole: $field has a userError, and a code for each listing', async (mutation) => {
    const Errors = [{ ID: 1527, Error: WHY }];
    const payload = 'outcome failures { listingDatabaseId message code }';
    const { answer } = await sendAnswered(world, { ...mutation, payload }, jsonResponse({ Result: 1, Errors }));
    expect(answer.errors).toEqual([]);
    expect(valueAt(answer, `${mutation.field}.outcome`)).toBe('FAILURE');
    expect(listAt(answer, `${mutation.field}.failures`)).toEqual([
      { listingDatabaseId: '1527', message: WHY, code: 'REJECTED' },
    ]);
    expect(listAt(answer, `${mutation.field}.userErrors`)).toHaveLength(1);
  });

  describe('for the limit of test listings', () => {
    const words = [
      'The active test listing limit of 10 is reached.',
      'You have the maximum number of active listings in Test Mode.',
      'Test mode limit exceeded.',
      'Too many active test items.',
    ];
    const answers: Readonly<Record<string, (text: string) => PassingResponse>> = {
      'Success=false': (text) => jsonResponse({ Success: false, Error: text, PKID: 0 }),
      400: (text) => jsonResponse({ Message: text }, 400),
      403: (text) => jsonResponse({ Message: text }, 403),
      409: (text) => jsonResponse({ Message: text }, 409),
      429: (text) => jsonResponse({ Message: text }, 429),
    };
    describe.each(sampled(2, Object.entries(answers)))('by %s', (_name, respondWith) => {
      it.each(sampled(4, words))('createListing reports TEST_LISTING_LIMIT: %s', async (text) => {
        const mutation: RequestedMutation = {
          field: 'createListing',
          endpoint: 'saveListing',
          input: { listing: bicycle },
        };
        const { answer, sent } = await sendAnswered(world, mutation, respondWith(text));
        expect(answer.errors).toEqual([]);
        expect(listAt(answer, 'createListing.userErrors')).toEqual([
          { code: 'TEST_LISTING_LIMIT', field: null, message: text },
        ]);
        expect(sent).toBe(1);
      });
    });

    it.each(multi.filter(({ field }) => field !== 'deleteListings'))(
      '$field has it as the code of a listing',
      async (mutation) => {
        const Errors = words.map((Error, at) => ({ ID: 1500 + at, Error }));
        const input = 'ids' in mutation.input ? { ids: Errors.map(({ ID }) => `${ID}`) } : {};
        const { answer } = await sendAnswered(
          world,
          { ...mutation, input, payload: 'failures { code }' },
          jsonResponse({ Result: 1, Errors }),
        );
        expect(columnAt(answer, `${mutation.field}.failures`, 'code')).toEqual(words.map(() => 'TEST_LISTING_LIMIT'));
      },
    );
  });

  it.each(sampled(2, saving))(
    'by Success=false: $field has userErrors, whatever else the service says',
    async (mutation) => {
      for (const rest of [{ PKID: 1527 }, { Error: '' }, { Error: WHY }, { ValidationResults: [] }]) {
        const { answer, sent } = await sendAnswered(world, mutation, jsonResponse({ Success: false, ...rest }));
        expect(answer.errors).toEqual([]);
        expect(listAt(answer, `${mutation.field}.userErrors`)).not.toEqual([]);
        expect(sent).toBe(1);
      }
    },
  );

  it.each(sampled(3, charging))('by Success=false in the place of a result: $field reports why', async (mutation) => {
    const { answer, sent } = await sendAnswered(world, mutation, jsonResponse({ Success: false, Error: WHY }));
    expect(answer.errors).toEqual([]);
    expect(listAt(answer, `${mutation.field}.userErrors`)).toEqual([{ code: 'REJECTED', field: null, message: WHY }]);
    expect(sent).toBe(1);
  });

  const premium = mutations.filter(({ endpoint }) => endpoint === 'setPremiumOptions');
  it.each(
    premium.flatMap((mutation) =>
      [
        { options: null, Message: WHY },
        { options: [], Reason: WHY },
      ].map((body) => ({ mutation, body })),
    ),
  )('by words beside an empty result: it is unknown, with the words, for $body', async ({ mutation, body }) => {
    const { answer } = await sendAnswered(world, mutation, jsonResponse(body));
    expect(codesOf(answer)).toEqual(['RESULT_UNKNOWN']);
    expect(answer.errors[0]?.message).toContain(`${WHY} The change may`);
  });

  it.each(
    sampled(
      5,
      multi.flatMap((mutation) =>
        [
          { Result: { Value: 1, Name: 'Failure' }, Message: WHY },
          { Result: 'Failure (1)', Message: WHY },
          { Result: 5, Message: WHY },
          { Result: 0, Error: WHY },
        ].map((body) => ({ mutation, body })),
      ),
    ),
  )('by a Result that says something else than the listings: it is unknown, for $body', async ({ mutation, body }) => {
    const { answer } = await sendAnswered(world, mutation, jsonResponse({ Items: [1527], ...body }));
    expect(codesOf(answer)).toEqual(['RESULT_UNKNOWN']);
    expect(answer.errors[0]?.message).toContain(WHY);
  });

  it.each([
    ['deleteListing', { ItemFound: true, ItemDeleted: false }],
    ['deleteListingPhoto', { deleted: 'false', id: 1 }],
    ['watchListing', { Watching: false, id: 1 }],
    ['unwatchListing', { watched: true }],
  ])('by the flag of what it changes: %s, for %j', async (field, body) => {
    const [mutation] = changes.filter((change) => change.field === field);
    if (mutation === undefined) throw new Error('There is no such mutation.');
    const { answer } = await sendAnswered(world, mutation, jsonResponse(body));
    expect(columnAt(answer, `${field}.userErrors`, 'code')).toEqual(['REJECTED']);
  });

  it.each(
    sampled(4, [
      { code: 0, msg: 'success' },
      { error: false, message: 'done' },
      { status: 'success', message: 'Done.' },
      { StatusCode: 200, Message: 'OK' },
      { Success: true, Message: 'Done.' },
      { ErrorCode: '0000', ErrorMessage: 'Completed successfully' },
      { ErrorCode: 0, ErrorMessage: 'No error' },
      { IsWatching: true },
      { PKID: 1527, Title: 'City bicycle', Description: 'Ridden on Sundays only.', Seller: 'Maria Borg', Price: 5 },
    ] as const),
  )('and not by words beside a sign of success, or of the listing itself: %j', async (body) => {
    const [mutation] = changes.filter(({ endpoint }) => endpoint === 'watchListing');
    if (mutation === undefined) throw new Error('There is no such mutation.');
    const { answer } = await sendAnswered(world, mutation, jsonResponse(body));
    expect(answer.errors).toEqual([]);
    expect(listAt(answer, `${mutation.field}.userErrors`)).toEqual([]);
  });
});
