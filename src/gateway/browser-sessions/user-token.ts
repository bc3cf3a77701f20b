/** Tokens of users who sign in with the gateway's own application. */
import { operationOf } from '../../contract/endpoints.ts';
import type { CallScope } from '../../upstream/call/call-scope.ts';
import { UpstreamUnavailableError } from '../../upstream/call/errors.ts';
import { readGrantRefusal } from '../../upstream/endpoints/grant-refusal.ts';
import { type Grant, type GrantResult, requestToken } from '../../upstream/endpoints/tokens.ts';
import type { GrantSender } from '../../upstream/requests/grant-sender.ts';

/**
 * Requests a token for a user.
 *
 * @throws UpstreamUnavailableError when the service refuses the application: that says nothing of the user, and whoever runs the gateway
 *   can set it right; and as `requestToken` does
 */
export const requestUserToken = async (service: GrantSender, grant: Grant, scope: CallScope): Promise<GrantResult> => {
  const result = await requestToken(service, grant, scope);
  if (result.kind === 'granted' || readGrantRefusal(result).about !== 'application') return result;
  throw new UpstreamUnavailableError({ operation: operationOf('requestToken'), reason: 'APPLICATION_REFUSED' });
};
