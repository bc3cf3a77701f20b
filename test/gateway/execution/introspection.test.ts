import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/gateway/schema/schema.ts';
import { startScriptedGateway, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';

const gateway = await startScriptedGatewayForAll({ introspection: false });

describe('INTROSPECTION=off', () => {
  it.each([getIntrospectionQuery(), '{ __type(name: "Listing") { name } }', '{ a: __schema { description } }'])(
    'refuses questions about the schema: %s',
    async (query) => {
      const answer = await gateway.ask(query);
      expect(answer.status).toBe(400);
      expect(answer.data).toBeNull();
      for (const { message, extensions } of answer.errors) {
        expect(message).toMatch(
          /^Introspection is off: "\w+" is not answered\.$|^Maximum introspection|^Too many validation errors/,
        );
        expect(extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED');
      }
    },
  );

  it('responds to __typename', async () => {
    expect((await gateway.ask('{ __typename }')).body).toEqual({ data: { __typename: 'Query' } });
  });

  it('leaves no /schema.graphql, nor a word of it', async () => {
    const response = await gateway.fetch('/schema.graphql');
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('schema');
  });

  it.each<readonly [string, Readonly<Record<string, unknown>>, string, string]>([
    ['{ listin(id: 7) { title } }', {}, 'GRAPHQL_VALIDATION_FAILED', 'Cannot query field "listin" here.'],
    ['{ listing(id: 7) { seller { na } } }', {}, 'GRAPHQL_VALIDATION_FAILED', 'Cannot query field "na" here.'],
    ['{ listing { title } }', {}, 'GRAPHQL_VALIDATION_FAILED', 'Field "listing" lacks a required argument.'],
    [
      'mutation ($a: SignInInput!) { signIn(input: $a) { userErrors { code } } }',
      { a: { user: 'me' } },
      'BAD_USER_INPUT',
      'Variable "$a" got a value that is not acceptable.',
    ],
    ['{ node(id: "Listing:7") { ... on Listin { id } } }', {}, 'GRAPHQL_VALIDATION_FAILED', 'Unknown type "Listin".'],
  ])('says of %s with %j no more than the caller knew', async (query, variables, code, message) => {
    const { errors, text } = await gateway.ask(query, variables);
    expect(errors[0]).toMatchObject({ message, extensions: { code } });
    const sent = new Set(`${query} ${JSON.stringify(variables)}`.match(/\w+/g));
    const types = Object.keys(schema.getTypeMap()).filter((name) => !sent.has(name));
    expect(types.filter((name) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
    expect(text).not.toMatch(/did you mean|password|username/i);
  });
});

it('Validation ends with the tenth error of a document', async () => {
  const fields = Array.from({ length: 100 }, (_, at) => `f${at}`).join(' ');
  expect((await gateway.ask(`{ lookups { ${fields} } }`)).errors).toHaveLength(11);
});

it('INTROSPECTION=on responds to questions about the schema, and errors help', async () => {
  await using open = await startScriptedGateway();
  expect((await open.ask(getIntrospectionQuery())).errors).toEqual([]);
  expect((await open.ask('{ listin(id: 7) { title } }')).errors[0]?.message).toContain('Did you mean "listing"');
});
