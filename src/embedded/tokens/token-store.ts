/** Tokens in the database, in families: that of a sign-in and those which replace it. */
import { hash } from 'node:crypto';
import { insertRow } from '../database/row.ts';
import type { ApplicationCaller, UserCaller, Service } from '../service/service.ts';

/**
 * Replaces a refresh token of an application.
 *
 * @returns undefined when the token is unknown, expired, of another application or was replaced before; in the last case
 * every token of its family stops working
 */
export function rotateTokens(
  service: Service,
  applicationId: number,
  refreshToken: string,
): (IssuedTokens & TokenHolder) | undefined {
  const { database } = service;
  return database.transaction(() => {
    const hash = hashToken(refreshToken);
    const known = findRefreshToken(service, applicationId, hash);
    if (known === undefined) return undefined;
    if (known.rotatedAt !== null) {
      database.run('DELETE FROM token_families WHERE id = ?', [known.familyId]);
      return undefined;
    }
    database.run('UPDATE refresh_tokens SET rotated_at = ? WHERE hash = ?', [service.now(), hash]);
    return { ...addTokens(service, known.familyId), applicationId, userId: known.userId };
  });
}

const findRefreshToken = (service: Service, applicationId: number, hash: string) =>
  service.database.find(
    `SELECT family_id, user_id, refresh_tokens.rotated_at FROM refresh_tokens
     JOIN token_families ON token_families.id = family_id
     WHERE hash = ? AND application_id = ? AND refresh_tokens.expires_at > ?`,
    [hash, applicationId, service.now()],
    (row) => ({
      familyId: row.integer('family_id'),
      userId: row.optionalInteger('user_id'),
      rotatedAt: row.optionalInteger('rotated_at'),
    }),
  );

/** The owner of a family of tokens; `userId` is null for an application's own. */
export interface TokenHolder {
  readonly applicationId: number;
  readonly userId: number | null;
}

/** New tokens. */
export type IssuedTokens = ReturnType<typeof addTokens>;

/** Starts a family of tokens. */
export const issueTokens = (service: Service, holder: TokenHolder): IssuedTokens =>
  service.database.transaction(() => {
    const now = service.now();
    service.database.run(
      'DELETE FROM token_families WHERE id IN (SELECT id FROM token_families WHERE expires_at <= ? LIMIT ?)',
      [now, PURGE_BATCH],
    );
    const { applicationId, userId } = holder;
    const columns = { application_id: applicationId, user_id: userId, expires_at: now };
    return addTokens(service, insertRow(service.database, 'token_families', columns));
  });

/** Adds an access token and a refresh token to a family, which lasts as long as they do. Both are opaque and are kept as SHA-256 only. */
const addTokens = (service: Service, familyId: number) => {
  const now = service.now();
  const accessExpiry = now + service.accessTokenLifetimeMs;
  const refreshExpiry = now + service.refreshTokenLifetimeMs;
  const add = (table: 'access_tokens' | 'refresh_tokens', expiresAt: number): string => {
    const token = service.randomBytes(32).toString('base64url');
    insertRow(service.database, table, { hash: hashToken(token), family_id: familyId, expires_at: expiresAt });
    return token;
  };
  service.database.run('UPDATE token_families SET expires_at = ? WHERE id = ?', [
    Math.max(accessExpiry, refreshExpiry),
    familyId,
  ]);
  return { accessToken: add('access_tokens', accessExpiry), refreshToken: add('refresh_tokens', refreshExpiry) };
};

/** Finds the holder of an access token; undefined when it is unknown, expired or its family has ended. */
export const findCaller = (service: Service, accessToken: string): UserCaller | ApplicationCaller | undefined =>
  service.database.find(
    `SELECT application_id, is_test_mode, user_id, access_tokens.expires_at FROM access_tokens
     JOIN token_families ON token_families.id = family_id
     JOIN applications ON applications.id = application_id
     WHERE hash = ? AND access_tokens.expires_at > ?`,
    [hashToken(accessToken), service.now()],
    (row) => ({
      applicationId: row.integer('application_id'),
      isTestMode: row.flag('is_test_mode'),
      userId: row.optionalInteger('user_id'),
      tokenExpiresAt: row.integer('expires_at'),
    }),
  );

/** The form in which tokens are kept. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** Families that expired are removed a few at a time, whenever tokens are issued. */
const PURGE_BATCH = 50;
