-- Tokens, kept as SHA-256 only. A family is what one sign-in gave: its access tokens and the chain of refresh tokens that
-- replaced each other. Times are epoch milliseconds.

CREATE TABLE token_families (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  application_id INTEGER NOT NULL REFERENCES applications (id),
  user_id INTEGER REFERENCES users (id),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX token_families_by_expiry ON token_families (expires_at);

CREATE TABLE access_tokens (
  hash TEXT PRIMARY KEY,
  family_id INTEGER NOT NULL REFERENCES token_families (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX access_tokens_by_family ON access_tokens (family_id);

CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  family_id INTEGER NOT NULL REFERENCES token_families (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  rotated_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family_id);
