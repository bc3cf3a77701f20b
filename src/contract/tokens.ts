/** Token structures: specification, part 2 and part 5. */
import { boolean, int32, int64, string, structure, type Wire } from './structure.ts';

/** Response of the token endpoint to every grant. `Expires_in` is in seconds from issue. */
export const TokenResponse = structure('TokenResponse', {
  Access_token: string,
  Error: string,
  Error_description: string,
  Message: string,
  OwnerUsername: string,
  ThirdPartyProfilePic: string,
  Token_type: string,
  Username: string,
  Expires_in: int32,
  HasShares: boolean,
  Identity: int64,
  OwnerId: int64,
  Refresh_token: string,
});
export type TokenResponse = Wire<typeof TokenResponse>;

/** The header in which the service takes the bearer token, spelled as the specification spells it. */
export const TOKEN_HEADER = 'Authorisation';

/** Parameters of the token endpoint for each grant; sent as HTTP headers. */
export const grantParameters = {
  client_credentials: ['client_id', 'client_secret'],
  password: ['client_id', 'client_secret', 'username', 'password'],
  refresh_token: ['client_id', 'client_secret', 'refresh_token'],
} as const;

/** A grant of the token endpoint. */
export type GrantType = keyof typeof grantParameters;
