/** Ids that come as JSON numbers: none is taken that reading JSON may have made another (assumption R1). */
import * as fc from 'fast-check';
import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { inLanes } from '../guarantees/lanes.ts';
import { byEffort, sampled } from '../support/effort.ts';
import { type GraphqlResponse, readResponse } from '../support/graphql-client.ts';
import { CALLER_TOKEN, startScriptedGatewayForAll } from '../support/scripted-gateway.ts';
import { argumentPlaces, sampleOf } from './operation/input-places.ts';
import { formOf, operationParts, sendUpload, startPhotoGateway, uploadHeaders } from './uploads/photo-gateway.ts';

const gateway = await startScriptedGatewayForAll();

const headers = {
  authorization: `Bearer ${CALLER_TOKEN}`,
  accept: 'application/graphql-response+json',
  'content-type': 'application/json',
};

/** Sends variables as text: `JSON.stringify` could not write what other languages do. */
const post = async (query: string, variables: string): Promise<GraphqlResponse> =>
  readResponse(
    await fetch(new URL('/graphql', gateway.url), {
      method: 'POST',
      headers,
      body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
    }),
  );

const preview = 'query ($id: ID!) { listingPreview(id: $id) { title } }';
const remove = 'mutation ($id: ID!) { deleteListing(input: { id: $id }) { deletedListingId } }';

const expectRefused = ({ status, errors, body }: GraphqlResponse): void => {
  expect(status).toBe(400);
  expect(body).not.toHaveProperty('data');
  expect(new Set(errors.map(({ extensions }) => extensions['code']))).toEqual(new Set(['BAD_USER_INPUT']));
  expect(errors.map(({ message }) => message).join('\n')).toContain('An ID is a string, e.g. "Listing:123"');
};

/** Every value that a type takes with `id` in the place of one of its ids. */
const withId = (type: GraphQLInputType, id: string, depth = 0): readonly string[] => {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return withId(nullable.ofType, id, depth).map((item) => `[${item}]`);
  if (!isInputObjectType(nullable)) return String(nullable) === 'ID' ? [id] : [];
  if (depth > 3) return [];
  const sample = Object.entries(Object(sampleOf(nullable)));
  return Object.values(nullable.getFields()).flatMap((field) =>
    withId(field.type, id, depth + 1).map((value) => {
      const others = sample.filter(([name]) => name !== field.name);
      const members = [...others.map(([name, other]) => [name, JSON.stringify(other)]), [field.name, value]];
      return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
    }),
  );
};

const TOO_LARGE = '9007199254740993';

describe('An ID that comes as a JSON number', () => {
  const cases = argumentPlaces.flatMap(({ coordinate, type, write, variables }) =>
    withId(type, TOO_LARGE).map((value) => ({
      coordinate,
      query: write('$v', `$v: ${String(type)}`),
      variables: `{${Object.entries(variables)
        .map(([name, other]) => `"${name}":${JSON.stringify(other)},`)
        .join('')}"v":${value}}`,
    })),
  );

  it('is refused above 2^53 in every input of the schema, and nothing is sent', async () => {
    const coordinates = new Set(cases.map(({ coordinate }) => coordinate));
    expect(coordinates.size).toBeGreaterThan(25);
    expect([...coordinates]).toEqual(
      expect.arrayContaining(['Query.nodes(ids)', 'Mutation.deleteListings(input)', 'Mutation.updateListing(input)']),
    );
    const before = gateway.upstream.count();
    const tried = sampled(5, cases);
    await inLanes(tried.length, 4, async (index) => {
      const each = tried[index];
      if (each !== undefined) expectRefused(await post(each.query, each.variables));
    });
    expect(gateway.upstream.count()).toBe(before);
  });

  it.each([
    TOO_LARGE,
    '9007199254740992',
    '-9007199254740993',
    '1e400',
    '1e21',
    '1.5',
    '-0.5',
    '5e-324',
    '123456789012345678901234567890',
    'true',
    '{"a":1}',
    '[[1]]',
  ])('is refused when it is %s', async (number) => {
    const before = gateway.upstream.count();
    expectRefused(await post(remove, `{"id":${number}}`));
    expectRefused(
      await readResponse(
        await fetch(
          new URL(`/graphql?${new URLSearchParams({ query: preview, variables: `{"id":${number}}` })}`, gateway.url),
          {
            headers,
          },
        ),
      ),
    );
    expect(gateway.upstream.count()).toBe(before);
  });

  it('asks for the listing with just that number, or for none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
          fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
          fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
        ),
        async (number) => {
          const before = gateway.upstream.requests.length;
          const response = await post(preview, `{"id":${number}}`);
          const asked = gateway.upstream.requests.slice(before).map(({ path }) => path);
          const codes = response.errors.map(({ extensions }) => extensions['code']);
          expect({ asked, codes }).toEqual(
            /^-?\d+$/.test(number) && Number.isSafeInteger(Number(number))
              ? { asked: [`/v1/listings/${number}/mini`], codes: [] }
              : { asked: [], codes: ['BAD_USER_INPUT'] },
          );
        },
      ),
      { numRuns: byEffort(15, 60) },
    );
  });

  it('is taken up to 2^53 - 1, and with any digits as a string or in the document', async () => {
    const asked = async (query: string, variables: string) => {
      await post(query, variables);
      return gateway.upstream.requests.at(-1)?.path;
    };
    expect(await asked(preview, '{"id":9007199254740991}')).toBe('/v1/listings/9007199254740991/mini');
    expect(await asked(preview, '{"id":7.0}')).toBe('/v1/listings/7/mini');
    expect(await asked(preview, `{"id":"${TOO_LARGE}"}`)).toBe(`/v1/listings/${TOO_LARGE}/mini`);
    expect(await asked(preview, `{"id":"Listing:${TOO_LARGE}"}`)).toBe(`/v1/listings/${TOO_LARGE}/mini`);
    expect(await asked(`{ listingPreview(id: ${TOO_LARGE}) { title } }`, '{}')).toBe(`/v1/listings/${TOO_LARGE}/mini`);
    expect(await asked(preview.replace('ID!', `ID! = ${TOO_LARGE}`), '{}')).toBe(`/v1/listings/${TOO_LARGE}/mini`);
  });

  it('is refused with a file, and no photo is sent', async () => {
    await using photos = await startPhotoGateway();
    const [operations, ...files] = operationParts(Buffer.from('photo'));
    const parts = [{ name: 'operations', content: String(operations?.content).replace('"7"', TOO_LARGE) }, ...files];
    expect(await sendUpload(photos, '/graphql', formOf(parts), uploadHeaders)).toMatchObject({
      json: {
        errors: [{ message: expect.stringContaining('An ID is a string'), extensions: { code: 'BAD_USER_INPUT' } }],
      },
    });
    expect(photos.receiver.uploads).toHaveLength(0);
  });
});
