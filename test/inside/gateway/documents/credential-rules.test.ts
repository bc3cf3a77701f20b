import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { credentialProblem } from '../../../../src/gateway/documents/credential-rules.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const byVariables = 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }';

describe('An operation that carries credentials', () => {
  it.each([
    byVariables,
    'mutation ($u: String!, $p: String!) { signIn(input: { username: $u, password: $p }) { userErrors { code } } }',
    'mutation { startClientSession(input: {}) { userErrors { code } } }',
    'mutation ($i: SignInInput!) { __typename signIn(input: $i) { __typename userErrors { code } } }',
    'mutation { watchListing(input: { id: "1" }) { userErrors { code } } }',
    '{ listing(id: "1") { id } }',
  ])('is fine when they come from variables, and it is alone: %s', (text) => {
    expect(credentialProblem(parse(text))).toBeNull();
  });

  it.each([
    'mutation { signIn(input: { username: "a", password: "b" }) { userErrors { code } } }',
    'mutation ($p: String = "b") { refreshSession(input: { refreshToken: $p }) { userErrors { code } } }',
    'mutation { startClientSession(input: { client: { clientId: "a", clientSecret: "b" } }) { userErrors { code } } }',
    'mutation { ...S } fragment S on Mutation { signIn(input: { username: "a", password: "b" }) { userErrors { code } } }',
    'query Q { lookups { fuels { key } } } mutation M { signIn(input: { username: "a", password: "b" }) { userErrors { code } } }',
  ])('is refused when they stand in its text: %s', (text) => {
    expect(credentialProblem(parse(text))).toMatch(/variables only/);
  });

  it.each([
    'mutation ($i: SignInInput!) { signIn(input: $i) { userErrors { code } } b: signIn(input: $i) { userErrors { code } } }',
    'mutation ($i: SignInInput!) { __typename: watchListing(input: { id: 1 }) { userErrors { code } } signIn(input: $i) { userErrors { code } } }',
    'mutation ($i: SignInInput!) { ...S ... on Mutation { watchListing(input: { id: 1 }) { userErrors { code } } } } fragment S on Mutation { signIn(input: $i) { userErrors { code } } }',
  ])('is refused when it is not alone: %s', (text) => {
    expect(credentialProblem(parse(text))).toMatch(/has to be alone/);
  });

  it('is refused before anything is sent, each time, and nothing of it is repeated to the client', async () => {
    await using gateway = await startScriptedGateway();
    const text = 'mutation { signIn(input: { username: "ann", password: "canary" }) { userErrors { code } } }';
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await gateway.query(text);
      expect(response.status).toBe(400);
      expect(response.errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
      expect(response.text).not.toContain('canary');
    }
    expect(gateway.upstream.count()).toBe(0);
    expect(gateway.logLines.join()).not.toContain('canary');
  });
});
