/** Sign-ins of demo accounts through a gateway. */
import type { DemoApplication } from '../../src/embedded/demo/demo-access.ts';
import { type AccountName, accountPassword } from './accounts.ts';
import { postOperation, textAt } from './graphql-client.ts';

const mutation =
  'mutation ($input: SignInInput!) { signIn(input: $input) { session { accessToken } userErrors { message } } }';

/** Signs an account in, by an application or by the gateway's own, and gives its access token. */
export const signInAt = async (
  gateway: URL,
  username: AccountName,
  application: DemoApplication | null = null,
): Promise<string> => {
  const { clientId, clientSecret } = application ?? {};
  const client = application === null ? {} : { client: { clientId, clientSecret } };
  const variables = { input: { username, password: accountPassword, ...client } };
  const response = await postOperation(new URL('/graphql', gateway), mutation, { variables });
  return textAt(response, 'signIn.session.accessToken');
};
