import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { curlOf, hasLiteralSecret, linkTo } from '../../../../src/gateway/graphiql/panels/data/request.js';

beforeEach(() => void vi.stubGlobal('location', { pathname: '/graphql', href: 'http://localhost/graphql' }));
afterEach(() => void vi.unstubAllGlobals());

const fields = '{ session { username } }';

it.each([
  ['a variable', `mutation ($u: String!, $p: String!) { signIn(input: { username: $u, password: $p }) ${fields} }`],
  ['a text', `mutation { signIn(input: { username: "seller", password: "hush" }) ${fields} }`],
  [
    'a text of several lines',
    `mutation { signIn(input: { username: "seller", password: """hush "hush" """ }) ${fields} }`,
  ],
  ['a default', `mutation ($p: String = "hush") { signIn(input: { username: "seller", password: $p }) ${fields} }`],
])('A link and a command hold no secret of an operation that starts a session: %s', (_what, query) => {
  const request = { query, variables: { u: 'seller', p: 'hush' } };
  expect(`${decodeURIComponent(linkTo(request))}${curlOf(request, { needsToken: false, headers: {} })}`).not.toContain(
    'hush',
  );
  expect(hasLiteralSecret(query)).toBe(query.includes('"'));
});

it('A command sends a file of the reader as a form', () => {
  const query =
    'mutation ($id: ID!, $file: Upload!) { uploadListingPhoto(input: { id: $id, file: $file }) { photo { url } } }';
  const command = curlOf({ query, variables: { id: '7' } }, { needsToken: false, headers: {} });
  expect(command).toContain('"variables":{"id":"7","file":null}');
  expect(command).toContain(`--form-string map='{"file":["variables.file"]}'`);
  expect(command).not.toContain('application/json');
});
