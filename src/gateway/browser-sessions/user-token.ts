/** Tokens of users who sign in with the gateway's own application. */
import { operationOf } from '../../contract/endpoints.ts';
import type { CallScope } from '../../upstream/call/call-scope.ts';
import { UpstreamUnavailableError } from '../../upstream/call/errors.ts';
import { type Grant, type GrantResult, requestToken } from '../../upstream/endpoints/tokens.ts';
import type { GrantSender } from '../../upstream/requests/grant-sender.ts';

/** Errors of OAuth 2.0 (RFC 6749, 5.2) that are about the application. */
const APPLICATION_ERRORS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/**
 * Requests a token for a user.
 *
 * @throws UpstreamUnavailableError when the service refuses the application: that says nothing of the user, and whoever runs the gateway
 *   can set it right; and as `requestToken` does
 */
export const requestUserToken = async (service: GrantSender, grant: Grant, scope: CallScope): Promise<GrantResult> => {
  const result = await requestToken(service, grant, scope);
  if (result.kind === 'granted' || !APPLICATION_ERRORS.has(result.error)) return result;
  throw new UpstreamUnavailableError({ operation: operationOf('requestToken'), reason: 'APPLICATION_REFUSED' });
};
