/** `Session`: the tokens of a session. */
import { lifetimeOf } from '../../../rest/endpoints/grant-refusal.ts';
import type { GrantedToken } from '../../../rest/endpoints/tokens.ts';
import { builder } from '../core/builder.ts';

/** A session, and when it was issued by the gateway's clock. */
export interface SessionModel {
  readonly token: GrantedToken;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
}

/** `Session`. */
export const SessionRef = builder.objectRef<SessionModel>('Session').implement({
  description: 'Tokens of a session. Upstream `TokenResponse`.',
  fields: (t) => ({
    accessToken: t.string({
      nullable: false,
      description: 'Access token: send it as `Authorization: Bearer …`.',
      resolve: ({ token }) => token.Access_token.reveal(),
    }),
    tokenType: t.string({ description: 'Kind of token, e.g. `Bearer`.', resolve: ({ token }) => token.Token_type }),
    expiresIn: t.int({
      description: 'Seconds from issue, a day at most; an hour if upstream gives no lifetime.',
      resolve: ({ token }) => lifetimeOf(token),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: "Time of expiry: `expiresIn` from now by the gateway's clock.",
      resolve: ({ token, issuedAt }) => new Date(issuedAt + lifetimeOf(token) * 1000),
    }),
    refreshToken: t.string({
      description: 'For `refreshSession`, when the access token has expired.',
      resolve: ({ token }) => token.Refresh_token?.reveal() ?? null,
    }),
    username: t.string({ description: 'Who signed in.', resolve: ({ token }) => token.Username }),
    ownerUsername: t.string({
      description: 'Username of the account owner: the signed-in user, or somebody who shares an account with them.',
      resolve: ({ token }) => token.OwnerUsername,
    }),
    ownerDatabaseId: t.id({ description: 'Upstream `OwnerId`.', resolve: ({ token }) => token.OwnerId }),
    identity: t.id({ description: 'Upstream `Identity`.', resolve: ({ token }) => token.Identity }),
    hasShares: t.boolean({ description: 'Accounts are shared with it.', resolve: ({ token }) => token.HasShares }),
    thirdPartyProfilePictureUrl: t.string({
      description: 'URL of the picture at another provider.',
      resolve: ({ token }) => token.ThirdPartyProfilePic,
    }),
  }),
});
