import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/gateway/schema/schema.ts';
import type { Detour, PassingResponse } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import { codesOf, type GraphqlResponse, listAt, valueAt } from '../../support/graphql-client.ts';
import { startWorld, type World } from '../../support/world.ts';
import { FORM_TYPE, formOf, operationParts, picture } from '../uploads/photo-gateway.ts';
import { type DetouredGateway, startDetouredGateway } from './detoured-gateway.ts';
import { type RequestedMutation, documentOf, mutations } from './mutations.ts';

/** Bodies of a 2xx that say nothing of what was done. */
const bodies: Readonly<Record<string, PassingResponse>> = {
  'an empty body': { status: 200, contentType: 'application/json', body: Buffer.alloc(0) },
  'no content': { status: 204, contentType: '', body: Buffer.alloc(0) },
  'a word': { status: 200, contentType: 'text/plain', body: Buffer.from('OK') },
  'a page': { status: 200, contentType: 'text/html', body: Buffer.from('<html><body>Done.</body></html>') },
  'an empty object': { status: 200, contentType: 'application/json', body: Buffer.from('{}') },
  'the start of an object': { status: 200, contentType: 'application/json', body: Buffer.from('{"Success":tr') },
  null: { status: 200, contentType: 'application/json', body: Buffer.from('null') },
  'an empty list': { status: 201, contentType: 'application/json', body: Buffer.from('[]') },
};

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

/** A short run tries one mutation of so many with each body, and with each body others. */
const STEP = 4;

describe('A change for which the service responds with a 2xx that cannot be read', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await world.signIn('seller');
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const detourOf =
    (endpoint: RequestedMutation['endpoint'], response: PassingResponse): Detour =>
    async (request, forward) =>
      request.endpoint === endpoint ? response : forward(request);

  const sentOf = ({ proxy }: DetouredGateway, { endpoint }: Pick<RequestedMutation, 'endpoint'>): number =>
    proxy.requests.filter((request) => request.endpoint === endpoint).length;

  const expectOutcome = (field: string, answer: GraphqlResponse): void => {
    const code = untold[field];
    if (code === undefined) {
      expect(answer.errors).toEqual([]);
      expect(listAt(answer, `${field}.userErrors`)).toEqual([]);
    } else {
      expect(codesOf(answer)).toEqual([code]);
      expect(valueAt(answer, field)).toBeNull();
    }
  };

  it('is tried with every mutation', () => {
    const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect([...mutations.map(({ field }) => field), 'uploadListingPhoto'].toSorted()).toEqual(fields.toSorted());
  });

  describe.each(Object.entries(bodies))('by %s', (name, response) => {
    const at = Object.keys(bodies).indexOf(name);

    it.each(sampled(mutations, STEP, at))(
      '$field is reported as done, or as unknown, and is sent once',
      async (mutation) => {
        await using gateway = await startDetouredGateway(world, detourOf(mutation.endpoint, response));
        const { field, input } = mutation;
        const answer = await gateway.ask({ text: documentOf(mutation), variables: { input }, account: 'seller' });
        expectOutcome(field, answer);
        // A check may be repeated: it changes nothing.
        expect(sentOf(gateway, mutation)).toBeLessThanOrEqual(field === 'validateListing' ? 2 : 1);
      },
    );

    it('uploadListingPhoto is reported as done and is sent once', async () => {
      await using gateway = await startDetouredGateway(world, detourOf('uploadPhoto', response));
      const sent = await gateway.fetch('/graphql', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await world.signIn('seller')}`,
          'content-type': FORM_TYPE,
          'graphql-require-preflight': '1',
        },
        body: new Uint8Array(formOf(operationParts(await picture(20, 10), 'Listing:1527'))),
      });
      expect(await sent.json()).toMatchObject({ data: { uploadListingPhoto: { userErrors: [] } } });
      expect(sentOf(gateway, { endpoint: 'uploadPhoto' })).toBe(1);
    });
  });
});
