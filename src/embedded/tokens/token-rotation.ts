/**
 * Rotation of refresh tokens. A family of tokens starts with a sign-in; a refresh replaces its refresh token, and a refresh
 * token that was already replaced ends the whole family, because one of its two holders is not who they should be.
 */
import type { Service } from '../service/service.ts';
import { addTokens, hashToken, type IssuedTokens, type TokenHolder } from './token-store.ts';

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
