/**
 * The token endpoints, whose parameters come as HTTP headers or as a form: specification, part 5. `token-store.ts` makes and finds tokens;
 * `http/endpoint-router.ts` checks that of a request.
 */
import { scrypt, timingSafeEqual } from 'node:crypto';
import { grantParameters, type TokenResponse } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';
import { BODY_LIMIT_BYTES, mediaTypeOf, readBytes } from '../core/request-body.ts';
import { absoluteUrl } from '../core/written-values.ts';
import type { Handler, Service } from '../service/service.ts';
import { hashToken, type IssuedTokens, issueTokens, rotateTokens, type TokenHolder } from './token-store.ts';

const KEY_LENGTH = 32;

/** Work factor: about 40 ms and 16 MB each. */
const COST = 2 ** 14;

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // NFKC, so that a password typed on another keyboard has the same code points.
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, { N: cost }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

/** Hashes have the form `scrypt$cost$salt$hash` (base64url). */
const unknownAccountHash = `scrypt$${COST}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(KEY_LENGTH).toString('base64url')}`;

/**
 * Returns whether a password is the one that was hashed. With no hash, for an account that does not exist, it does the same work
 * and returns false, so that its duration reveals nothing.
 */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  const [, cost = '', salt = '', key = ''] = (passwordHash ?? unknownAccountHash).split('$');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), Number(cost));
  return passwordHash !== undefined && expected.length === actual.length && timingSafeEqual(actual, expected);
};

const TOKEN_TYPE = 'Bearer';

const noValues: TokenResponse = {
  Access_token: null,
  Error: null,
  Error_description: null,
  Message: null,
  OwnerUsername: null,
  ThirdPartyProfilePic: null,
  Token_type: null,
  Username: null,
  Expires_in: null,
  HasShares: null,
  Identity: null,
  OwnerId: null,
  Refresh_token: null,
};

/** A token response whose `Error` is an OAuth 2.0 error code; every other value is null. */
const tokenRefusal = (status: 400 | 401, error: string, description: string): Refusal =>
  new Refusal(
    status,
    { ...noValues, Error: error, Error_description: description, Message: description } satisfies TokenResponse,
    status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
  );

const wrongGrant = (description: string): Refusal => tokenRefusal(400, 'invalid_grant', description);

/**
 * Creates what reads the parameters of a request. None is empty.
 *
 * Assumption: R3: parameters are headers; one that is not there is looked for in an urlencoded body.
 */
const createParameterReader = async (http: Request): Promise<(name: string) => string> => {
  const isForm = mediaTypeOf(http) === 'application/x-www-form-urlencoded';
  const form = new URLSearchParams(isForm ? (await readBytes(http, BODY_LIMIT_BYTES)).toString() : '');
  return (name) => {
    const value = http.headers.get(name) ?? form.get(name) ?? '';
    if (value === '') throw tokenRefusal(400, 'invalid_request', `The parameter ${name} is required.`);
    return value;
  };
};

/** Secrets are kept as tokens are: they are random, so that a plain hash cannot be guessed from. */
const findApplication = ({ database }: Service, clientId: string, clientSecret: string): number => {
  const application = database.find(
    'SELECT id, secret_hash FROM applications WHERE client_id = ?',
    [clientId],
    (row) => ({ id: row.integer('id'), secretHash: row.text('secret_hash') }),
  );
  const sent = Buffer.from(hashToken(clientSecret));
  const isRight = timingSafeEqual(sent, Buffer.from(application?.secretHash ?? hashToken('')));
  if (application === undefined || !isRight)
    throw tokenRefusal(401, 'invalid_client', 'Unknown application or secret.');
  return application.id;
};

const signIn = async ({ database }: Service, username: string, password: string): Promise<number> => {
  const user = database.find('SELECT id, password_hash FROM users WHERE username = ?', [username], (row) => ({
    id: row.integer('id'),
    passwordHash: row.text('password_hash'),
  }));
  const isRight = await isPassword(password, user?.passwordHash);
  if (user === undefined || !isRight) throw wrongGrant('The username or the password is wrong.');
  return user.id;
};

/** Describes the holder in a token response; nothing for an application's own token. */
const describeHolder = (service: Service, userId: number | null): Partial<TokenResponse> => {
  if (userId === null) return {};
  const user = service.database.get(
    `SELECT username, picture_url, EXISTS (SELECT 1 FROM shared_users WHERE owner_id = users.id) AS has_shares
     FROM users WHERE id = ?`,
    [userId],
    (row) => ({
      username: row.text('username'),
      pictureUrl: row.optionalText('picture_url'),
      hasShares: row.flag('has_shares'),
    }),
  );
  return {
    Username: user.username,
    Identity: userId,
    OwnerUsername: user.username,
    OwnerId: userId,
    HasShares: user.hasShares,
    ThirdPartyProfilePic: absoluteUrl(service, user.pictureUrl),
  };
};

const respond = (service: Service, tokens: IssuedTokens, holder: TokenHolder): TokenResponse => ({
  ...noValues,
  ...describeHolder(service, holder.userId),
  Access_token: tokens.accessToken,
  Token_type: TOKEN_TYPE,
  Expires_in: Math.floor(service.accessTokenLifetimeMs / 1000),
  Refresh_token: tokens.refreshToken,
});

/**
 * POST /v1/token. Failures are HTTP 400, or 401 for a wrong application, with a token response that has only `Error`,
 * `Error_description` and `Message`. Each refresh token works once; see `rotateTokens` for what a second use does.
 */
export const requestToken: Handler<'requestToken'> = async ({ http }, service) => {
  const read = await createParameterReader(http);
  const grant = read('grant_type');
  if (!Object.hasOwn(grantParameters, grant)) {
    const known = Object.keys(grantParameters).join(', ');
    throw tokenRefusal(400, 'unsupported_grant_type', `grant_type must be one of ${known}.`);
  }
  const [clientId, clientSecret] = [read('client_id'), read('client_secret')];
  const user = grant === 'password' ? { name: read('username'), password: read('password') } : null;
  const refreshToken = grant === 'refresh_token' ? read('refresh_token') : null;
  const applicationId = findApplication(service, clientId, clientSecret);
  if (refreshToken !== null) {
    const rotated = rotateTokens(service, applicationId, refreshToken);
    if (rotated === undefined) throw wrongGrant('The refresh token is unknown, was used before or has expired.');
    return respond(service, rotated, rotated);
  }
  const userId = user === null ? null : await signIn(service, user.name, user.password);
  const holder = { applicationId, userId };
  return respond(service, issueTokens(service, holder), holder);
};

/** GET /v1/token/query: whose token the caller's is and how many seconds are left of it. Token values are null. */
export const queryToken: Handler<'queryToken'> = ({ caller }, service) => ({
  ...noValues,
  ...describeHolder(service, caller.userId),
  Token_type: TOKEN_TYPE,
  Expires_in: Math.floor((caller.tokenExpiresAt - service.now()) / 1000),
});
