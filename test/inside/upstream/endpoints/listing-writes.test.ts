import { describe, expect, it } from 'vitest';
import { saveListing, validateListing } from '../../../../src/upstream/endpoints/listing-writes.ts';
import { connectClient, failureOf, int64 } from '../connected-client.ts';

const ID = '9007199254740993';
const listing = { SectionId: int64('2'), Title: 'A "good" boat', Price: 12.5, Condition: 0 as const };
const BODY = '{"SectionId":2,"Title":"A \\"good\\" boat","Price":12.5,"Condition":0}';

describe('POST /v1/listings', () => {
  it('is sent what is given and nothing else', async () => {
    await using client = await connectClient();
    client.upstream.once('POST', '/v1/listings', { body: `{"Success":true,"PKID":${ID}}` });
    const result = await saveListing(client.call, { ...listing, Description: undefined, UserRef: null });
    expect(result).toEqual({ kind: 'saved', id: ID, validation: null });
    expect(client.upstream.requests[0]?.body).toBe(BODY);
    expect(client.upstream.requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('is sent the id of a listing digit for digit, and that id counts when the response has none', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings', { json: { Success: true, ValidationResults: { CanProceed: true } } });
    const result = await saveListing(client.call, { PKID: int64(ID), Title: 'New' });
    expect(result).toEqual({ kind: 'saved', id: ID, validation: { CanProceed: true } });
    expect(client.upstream.requests[0]?.body).toBe(`{"PKID":${ID},"Title":"New"}`);
  });

  it('may respond with the id of another listing', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings', { json: { Success: true, PKID: 8 } });
    expect(await saveListing(client.call, { PKID: int64('7') })).toMatchObject({ id: '8' });
  });

  it('refuses inside a 200, with what is wrong field by field and as it was said', async () => {
    await using client = await connectClient();
    const ValidationResults = { Results: [{ Field: 'Title', Error: 'Too short.', ErrorType: 2 }] };
    client.upstream.on('POST', '/v1/listings', { json: { Success: false, Error: 'No.', PKID: 0, ValidationResults } });
    expect(await saveListing(client.call, listing)).toEqual({
      kind: 'refused',
      error: 'No. Too short.',
      checks: [{ field: 'Title', error: 'Too short.', errorType: 2 }],
      validation: ValidationResults,
    });
  });

  it.each([
    ['an id alone says that it saved', { PKID: 7 }, 'saved'],
    ['an error alone says that it did not', { PKID: 7, Error: 'No.' }, 'refused'],
  ])('without a sign of success: %s', async (_what, json, kind) => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings', { json });
    expect(await saveListing(client.call, listing)).toMatchObject({ kind });
  });

  it.each([
    ['a success without an id', { Success: true }],
    ['a success with the id 0', { Success: true, PKID: 0 }],
    ['neither success nor error', { ValidationResults: [] }],
    ['fields that are right', { CanProceed: true, Results: [{ Field: 'Title', ErrorType: 0 }] }],
    ['no such structure', { Answer: 42 }],
  ])('has an unknown result for a new listing, and is done for one that is named: %s', async (_what, json) => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings', { json });
    expect(await failureOf(saveListing(client.call, listing))).toMatchObject({ code: 'RESULT_UNKNOWN' });
    expect(client.upstream.count()).toBe(1);
    expect(await saveListing(client.call, { ...listing, PKID: int64('7') })).toMatchObject({ kind: 'saved', id: '7' });
  });

  it.each([
    ['its results', { CanProceed: false, Results: [{ Field: 'Title', Error: 'Too short.', ErrorType: 2 }] }],
    ['its results alone', { ValidationResults: [{ Field: 'Title', Error: 'Too short.', ErrorType: 2 }] }],
    ['the id 0', { PKID: 0, ValidationResults: { Results: [{ Field: 'Title', Error: 'Too short.', ErrorType: 2 }] } }],
  ])('is refused by a check of the listing instead of a result: with %s', async (_what, json) => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings', { json });
    for (const PKID of [null, int64('7')]) {
      expect(await saveListing(client.call, { ...listing, PKID })).toMatchObject({
        kind: 'refused',
        checks: [{ field: 'Title', error: 'Too short.', errorType: 2 }],
      });
    }
  });

  it('is refused by a bare false', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings', { json: false });
    expect(await saveListing(client.call, { ...listing, PKID: int64('7') })).toMatchObject({ kind: 'refused' });
  });

  it('reports what the service says with a 4xx', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings', { status: 409, json: { Message: 'Test listing limit reached.' } });
    expect(await saveListing(client.call, listing)).toMatchObject({
      kind: 'refused',
      error: 'Test listing limit reached.',
    });
  });

  it.each(['before-headers', 'after-headers', 'mid-body'] as const)(
    'is sent once, and its result is unknown, when the connection breaks %s',
    async (reset) => {
      await using client = await connectClient();
      client.upstream.on('POST', '/v1/listings', { json: { Success: true, PKID: 7 }, reset });
      expect(await failureOf(saveListing(client.call, listing))).toMatchObject({ code: 'RESULT_UNKNOWN' });
      expect(client.upstream.count()).toBe(1);
    },
  );
});

describe('POST /v1/listings/validate', () => {
  const checks = [{ field: 'Title', error: 'Too short.', errorType: 2 }];
  const Results = [{ Field: 'Title', Error: 'Too short.', ErrorType: 2 }];

  it.each([
    ['as the specification says', { CanProceed: false, Results }, false],
    ['in a wrapper', { Data: { CanProceed: false, Results } }, false],
    ['as a list alone', Results, null],
    ['as a list of several', [...Results, { Field: 'Price', ErrorType: 0 }], null],
    [
      'with a map of results',
      { CanProceed: 'false', Results: { Title: { Error: 'Too short.', ErrorType: 2 } } },
      false,
    ],
  ])('reports the fields at fault, %s', async (_how, json, canProceed) => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings/validate', { json });
    const result = await validateListing(client.call, listing);
    expect(result.canProceed).toBe(canProceed);
    expect(result.checks.slice(0, 1)).toEqual(checks);
    expect(client.upstream.requests[0]?.body).toBe(BODY);
  });

  it('says that a listing can be saved', async () => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings/validate', { json: { CanProceed: true, Results: null } });
    expect(await validateListing(client.call, listing)).toEqual({ canProceed: true, checks: [] });
  });

  it.each([[[]], ['fine'], [{ Answer: 1 }]])('cannot be read when the response is %j', async (json) => {
    await using client = await connectClient();
    client.upstream.on('POST', '/v1/listings/validate', { json });
    expect(await failureOf(validateListing(client.call, listing))).toMatchObject({ code: 'UPSTREAM_INVALID' });
  });
});
