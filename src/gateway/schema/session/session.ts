/** `Session`: the tokens of a session. */
import { lifetimeOf } from '../../../rest/endpoints/grant-refusal.ts';
import type { GrantedToken } from '../../../rest/endpoints/tokens.ts';
import { builder } from '../core/builder.ts';
import { viewFields } from '../core/view-fields.ts';

/** A session, and when it was issued by the gateway's clock. */
export interface SessionModel {
  readonly token: GrantedToken;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
}

const token = viewFields(({ token: view }: SessionModel) => view);

/** `Session`. */
export const SessionRef = builder.objectRef<SessionModel>('Session').implement({
  description: 'Tokens of a session. Upstream `TokenResponse`.',
  fields: (t) => ({
    accessToken: t.string({
      nullable: false,
      description: 'Access token: send it as `Authorization: Bearer …`.',
      resolve: ({ token }) => token.Access_token.reveal(),
    }),
    tokenType: t.string(token.value('Token_type', 'Kind of token, e.g. `Bearer`.')),
    expiresIn: t.int(
      token.read('Seconds from issue, a day at most; an hour if upstream gives no lifetime.', lifetimeOf),
    ),
    expiresAt: t.field({
      type: 'DateTime',
      description: "Time of expiry: `expiresIn` from now by the gateway's clock.",
      resolve: ({ token, issuedAt }) => new Date(issuedAt + lifetimeOf(token) * 1000),
    }),
    refreshToken: t.string({
      description: 'For `refreshSession`, when the access token has expired.',
      resolve: ({ token }) => token.Refresh_token?.reveal() ?? null,
    }),
    username: t.string(token.value('Username', 'Who signed in.')),
    ownerUsername: t.string(
      token.value(
        'OwnerUsername',
        'Username of the account owner: the signed-in user, or somebody who shares an account with them.',
      ),
    ),
    ownerDatabaseId: t.id(token.value('OwnerId', 'Upstream `OwnerId`.')),
    identity: t.id(token.value('Identity', 'Upstream `Identity`.')),
    hasShares: t.boolean(token.value('HasShares', 'Accounts are shared with it.')),
    thirdPartyProfilePictureUrl: t.string(
      token.value('ThirdPartyProfilePic', 'URL of the picture at another provider.'),
    ),
  }),
});
