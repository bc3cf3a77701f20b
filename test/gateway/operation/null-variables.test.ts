/** What is informed of a variable that may be null, by itself, and is given null where null is not allowed. */
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';
import { scriptCanaries } from '../canary-service.ts';
import { literalOf } from '../root-fields.ts';
import { argumentPlaces, sampleOf } from './input-places.ts';

/** An operation in which `$v` is null where it must not be. */
interface NullCase {
  readonly coordinate: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A place of a type that is not nullable takes a nullable variable when one of the two has a default. */
const definitionFor = (type: GraphQLInputType, hasDefault: boolean): string => {
  const nullable = getNullableType(type);
  return hasDefault ? `$v: ${String(nullable)}` : `$v: ${String(nullable)} = ${literalOf(nullable)}`;
};

const isUpload = (type: GraphQLInputType): boolean => getNamedType(type).name === 'Upload';

/** The places in an input object that must not be null, however deep: what stands there with `$v` in it, and the rest by variables. */
const placesIn = (
  type: GraphQLInputType,
): readonly { path: string; literal: string; definitions: string; variables: Readonly<Record<string, unknown>> }[] => {
  const object = getNullableType(type);
  if (!isInputObjectType(object)) return [];
  const fields = Object.values(object.getFields());
  return fields.flatMap((field) => {
    const others = fields.filter((other) => other !== field && isRequiredInputField(other));
    if (others.some((other) => isUpload(other.type)) || isUpload(field.type)) return [];
    const given = others.map((other) => `, ${other.name}: $${object.name}_${other.name}`).join('');
    const definitions = others.map((other) => `, $${object.name}_${other.name}: ${String(other.type)}`).join('');
    const variables = Object.fromEntries(others.map((other) => [`${object.name}_${other.name}`, sampleOf(other.type)]));
    const here = isNonNullType(field.type)
      ? [
          {
            path: '',
            literal: '$v',
            definitions: definitionFor(field.type, field.defaultValue !== undefined),
            variables: {},
          },
        ]
      : [];
    return [...here, ...placesIn(field.type)].map((inner) => ({
      path: `.${field.name}${inner.path}`,
      literal: `{ ${field.name}: ${inner.literal}${given} }`,
      definitions: inner.definitions + definitions,
      variables: { ...inner.variables, ...variables },
    }));
  });
};

const cases: readonly NullCase[] = argumentPlaces.flatMap(({ coordinate, type, hasDefault, write, variables }) => [
  ...(hasDefault && isNonNullType(type)
    ? [{ coordinate: `${coordinate}, by default`, query: write('$v', `$v: ${String(type.ofType)} = null`), variables }]
    : []),
  ...(isNonNullType(type) && !isUpload(type) && coordinate !== 'Mutation.uploadListingPhoto(input)'
    ? [{ coordinate, query: write('$v', definitionFor(type, hasDefault)), variables: { ...variables, v: null } }]
    : []),
  ...placesIn(type).map((place) => ({
    coordinate: coordinate + place.path,
    query: write(place.literal, place.definitions),
    variables: { ...variables, ...place.variables, v: null },
  })),
]);

const gateway = await startScriptedGatewayForAll({ introspection: false, operationLog: 'off' });
scriptCanaries(gateway.upstream);

describe('Null in a variable where null is not allowed', () => {
  it('is looked for everywhere', () => {
    const coordinates = cases.map(({ coordinate }) => coordinate);
    expect(coordinates.length).toBeGreaterThan(60);
    expect(coordinates).toEqual(
      expect.arrayContaining([
        'Listing.related(first)',
        'User.listings(sort)',
        'UserSection.listings(view)',
        'Lookups.regions(countryId)',
        'User.invoice(kind)',
        'Lookups.values(list)',
        'Mutation.relistListings(input).paymentAuth',
        'Mutation.rotateListingPhoto(input).direction',
        'Mutation.watchListings(input).items',
      ]),
    );
  });

  it.each(sampled(9, cases))('is BAD_USER_INPUT, and no mistake of ours: $coordinate', async ({ query, variables }) => {
    const before = gateway.logLines.length;
    const answers: unknown[] = [];
    // The first time graphql-js executes it, then it is compiled.
    for (let run = 0; run < 3; run += 1) {
      const answer = await gateway.query(query, {
        variables,
        token: 'a-token',
        headers: { 'x-request-id': 'request-1' },
      });
      expect(answer.errors).not.toEqual([]);
      for (const { message, extensions } of answer.errors) {
        expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', retryable: false });
        // Those of a sign-in may not have a default in the document.
        expect(message).toMatch(/^Variable "\$v" must not be null in the argument "\w+"\.$|credentials/i);
      }
      answers.push(answer.body);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(gateway.logLines.slice(before)).toEqual([]);
  });

  it.each(['include', 'skip'])('refuses the operation where it decides on fields: @%s', async (directive) => {
    for (const query of [
      `query ($v: Boolean = true) { __typename @${directive}(if: $v) }`,
      `query ($v: Boolean = true) { lookups { fuels { id @${directive}(if: $v) } } }`,
    ]) {
      const before = gateway.logLines.length;
      const answer = await gateway.query(query, { variables: { v: null }, token: 'a-token' });
      expect(answer.body).not.toHaveProperty('data');
      expect(answer.status).toBe(400);
      expect(answer.errors).toMatchObject([
        { message: 'Variable "$v" must not be null in the argument "if".', extensions: { code: 'BAD_USER_INPUT' } },
      ]);
      expect(gateway.logLines.slice(before)).toEqual([]);
    }
  });
});
