import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/gateway/schema/schema.ts';
import { jsonResponse, type PassingResponse } from '../../support/detour.ts';
import { byEffort, oneIn, sampled } from '../../support/effort.ts';
import { codesOf, columnAt, type GraphqlResponse, valueAt } from '../../support/graphql-client.ts';
import { startWorldForAll } from '../../support/world.ts';
import { picture } from '../uploads/photo-gateway.ts';
import { respondingAt, sendAnswered, sentTo, startDetouredGateway, uploadPhoto } from './detoured-gateway.ts';
import { type RequestedMutation, mutations } from './mutations.ts';

const WHY = 'Your account is suspended.';

const json = (body: unknown): PassingResponse => jsonResponse(body);
const text = (contentType: string, body: string): PassingResponse => ({
  status: 200,
  contentType,
  body: Buffer.from(body),
});

/** Bodies of a 2xx that say nothing of what was done. */
const silent: Readonly<Record<string, PassingResponse>> = {
  'an empty body': text('application/json', ''),
  'no content': { ...text('', ''), status: 204 },
  'an empty object': json({}),
  null: json(null),
  true: json(true),
  'an empty list': json([]),
  'something else': json({ Answer: { Is: 42 } }),
};

/** Bodies of a 2xx that belong to no endpoint. */
const foreign: Readonly<Record<string, PassingResponse>> = {
  'a word': text('text/plain', 'OK'),
  'a page': text('text/html', '<!DOCTYPE html><html><body>Sign in.</body></html>'),
  'the start of an object': text('application/json', '{"Success":tr'),
  'words alone': json({ Message: WHY }),
  'words about a field': json({ Title: [WHY] }),
  'an unknown Result': json({ Result: 9 }),
  'a string': json(WHY),
  'a list of words': json([WHY, WHY]),
  'words that something says beside it': json({ requestId: 'a1', outcome: { Success: false, Error: WHY } }),
  'words by another name': json({ Info: { Text: WHY } }),
  'words by any name': json({ warning: WHY }),
  'words in an envelope': json({ Value: WHY }),
  'a word for a Result': json({ result: 'NotAllowed' }),
  'a word for a status': json({ StatusCode: 0, StatusText: 'Failed' }),
  'signs that contradict each other': json({ Success: true, StatusCode: 403, Message: WHY }),
  'a success with errors': json({ Success: true, HasErrors: true, Message: WHY }),
  'a success with the code of an error': json({ Success: true, ErrorCode: 'LOCKED' }),
  'nothing but a flag that is false': json({ errors: null, data: { put: false } }),
  'something that is not done yet': json({ status: 'pending' }),
  'a list of which some are refusals': json([{ Success: true }, { Success: false, Error: WHY }]),
};

const signs = ['Success', 'succeeded', 'IsSuccessful', 'ok', 'CanProceed'];
const flags = ['error', 'isError', 'HasErrors', 'failed'];

/** Bodies of a 2xx that say that nothing was done. */
const refusals: readonly PassingResponse[] = [
  ...signs.map((sign) => ({ [sign]: false, Message: WHY })),
  ...flags.map((flag) => ({ [flag]: true, Message: WHY })),
  ...[{ status: 403 }, { StatusCode: '409' }, { status: 'failed' }].map((status) => ({ ...status, detail: WHY })),
  ...[{ Result: 1 }, { Result: 'Rejected' }, { ErrorCode: 5 }].map((code) => ({ ...code, Message: WHY })),
  ...[{ success: 'false' }, { Result: 0, Success: false, Items: [], Errors: [] }, { Result: 0, Items: [] }, {}].map(
    (rest) => ({ ...rest, Error: WHY }),
  ),
  { error: { code: 7, message: WHY } },
  { errors: [{ message: WHY }] },
  { errors: WHY },
  { Errors: { Title: [WHY] } },
  { d: { Success: false, Error: WHY } },
  { status: 'fail', data: { title: WHY } },
  { status: 200, data: [{ Success: false, Error: WHY }] },
  false,
  { data: false },
  [
    { Success: false, Error: WHY },
    { Success: false, Error: WHY },
  ],
  { $id: '1', $values: [{ Success: false, Error: WHY }, false] },
  { Exception: {}, ExceptionMessage: 'At line 7.' },
  ...[
    { Success: false, Error: WHY },
    { Error: WHY },
    { Status: 'Error', Message: WHY },
    { StatusCode: 403, Message: WHY },
    { IsError: true },
    { Result: 1 },
  ].map((refusal) => ({ ...refusal, Data: { Result: 0, Items: [], Errors: [] } })),
  { Success: 'No' },
  { ItemFound: false },
  { IsSuccessStatusCode: false },
  { ErrorCode: 'LISTING_LOCKED' },
  { ErrorText: WHY },
  { Response: { ResponseStatus: { ErrorCode: 'Full', Message: WHY } } },
  { result: 'false' },
  ...[
    { Result: { Success: false, Error: WHY } },
    { Data: false },
    { Data: { Errors: [WHY] } },
    { Data: [false, false] },
  ].map((content) => ({ Success: true, ...content })),
  { done: false },
  { affected: 0 },
  { affectedRows: 0 },
  { rejected: true, reason: WHY },
  { outcome: 'failure' },
  { data: 'error' },
  { Response: 'False', Error: WHY },
  { d: JSON.stringify({ Success: false, Error: WHY }) },
  JSON.stringify({ Success: false, Error: WHY }),
  { saved: false },
  { State: 'Rejected' },
  { returnCode: -1, returnMessage: WHY },
  { resultCode: 'ERR01', resultMessage: WHY },
  { errno: 5, errmsg: WHY },
  { err: WHY },
  { problem: WHY },
].map(json);

/** Mutations of which nobody but the response could state what came of them, and what their callers are informed then. */
const untold: Readonly<Record<string, string>> = {
  createListing: 'RESULT_UNKNOWN',
  deleteListings: 'RESULT_UNKNOWN',
  relistListings: 'RESULT_UNKNOWN',
  relistAllListings: 'RESULT_UNKNOWN',
  // It changes nothing.
  validateListing: 'UPSTREAM_INVALID',
  // A token that did not arrive is asked for again; only a refresh token may be used up.
  signIn: 'UPSTREAM_INVALID',
  startClientSession: 'UPSTREAM_INVALID',
  refreshSession: 'RESULT_UNKNOWN',
};

const changes = mutations.filter(({ endpoint }) => endpoint !== 'requestToken' && endpoint !== 'validateListing');

/** A short run tries one mutation of so many with each body, and with each body others. */
const STEP = byEffort(17, 9);

describe('A change for which the service responds with a 2xx that cannot be read', async () => {
  const world = await startWorldForAll();
  await world.signIn('seller');

  const send = async (mutation: RequestedMutation, response: PassingResponse): Promise<GraphqlResponse> => {
    const { answer, sent } = await sendAnswered(world, mutation, response);
    // A check may be repeated: it changes nothing.
    expect(sent).toBeLessThanOrEqual(mutation.field === 'validateListing' ? 2 : 1);
    return answer;
  };

  const sendPhoto = async (response: PassingResponse): Promise<unknown> => {
    await using gateway = await startDetouredGateway(world, respondingAt('uploadPhoto', response));
    const token = await world.signIn('seller');
    const body = await uploadPhoto(gateway, token, 'Listing:1527', await picture(20, 10));
    expect(sentTo(gateway, 'uploadPhoto')).toBe(1);
    return body;
  };

  it('is tried with every mutation', () => {
    const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect([...mutations.map(({ field }) => field), 'uploadListingPhoto'].toSorted()).toEqual(fields.toSorted());
  });

  describe.each(sampled(2, Object.entries(silent)))('and says nothing: %s', (name, response) => {
    it.each(oneIn(STEP, mutations, Object.keys(silent).indexOf(name)))(
      '$field is reported as done, or as unknown, and is sent once',
      async (mutation) => {
        const answer = await send(mutation, response);
        const code = untold[mutation.field];
        expect(codesOf(answer)).toEqual(code === undefined ? [] : [code]);
        const payload = valueAt(answer, mutation.field);
        expect(Object(payload)).toMatchObject(code === undefined ? { userErrors: [] } : {});
      },
    );

    it('uploadListingPhoto is reported as done and is sent once', async () => {
      expect(await sendPhoto(response)).toMatchObject({ data: { uploadListingPhoto: { userErrors: [] } } });
    });
  });

  describe.each(sampled(3, Object.entries(foreign)))('and belongs to no endpoint: %s', (name, response) => {
    it.each(oneIn(STEP, changes, Object.keys(foreign).indexOf(name)))(
      '$field is reported as unknown, and is sent once',
      async (mutation) => {
        const answer = await send(mutation, response);
        expect(codesOf(answer)).toEqual(['RESULT_UNKNOWN']);
        expect(valueAt(answer, mutation.field)).toBeNull();
      },
    );

    it('uploadListingPhoto is reported as unknown and is sent once', async () => {
      expect(await sendPhoto(response)).toMatchObject({ errors: [{ extensions: { code: 'RESULT_UNKNOWN' } }] });
    });
  });

  describe.each(
    sampled(
      7,
      refusals.map((response, at) => [response.body.toString(), response, at] as const),
    ),
  )('and refuses: %s', (_body, response, at) => {
    it.each(oneIn(STEP, changes, at))(
      '$field has a userError with what the service says, and is sent once',
      async (mutation) => {
        const answer = await send(mutation, response);
        expect(answer.errors).toEqual([]);
        const [message, ...others] = columnAt(answer, `${mutation.field}.userErrors`, 'message');
        expect(others).toEqual([]);
        expect(message).toContain(response.body.includes(WHY) ? WHY : '');
      },
    );

    it('uploadListingPhoto has a userError and is sent once', async () => {
      expect(await sendPhoto(response)).toMatchObject({ data: { uploadListingPhoto: { userErrors: [{}] } } });
    });
  });
});
