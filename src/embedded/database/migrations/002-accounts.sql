-- Pictures, applications, accounts and what belongs to an account. Money is in cents, times are epoch milliseconds, a
-- picture URL that starts with `/` lies on this service.

CREATE TABLE pictures (
  key TEXT PRIMARY KEY,
  illustration TEXT,
  large BLOB,
  thumb BLOB,
  CHECK ((illustration IS NULL) = (large IS NOT NULL AND thumb IS NOT NULL))
) STRICT;

CREATE TABLE applications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL UNIQUE,
  secret_hash TEXT NOT NULL,
  name TEXT NOT NULL,
  is_test_mode INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  company TEXT,
  account_type TEXT,
  picture_url TEXT,
  telephone TEXT,
  telephone_verified_at INTEGER,
  is_telephone_restricted INTEGER NOT NULL,
  telephone_restricted_until INTEGER,
  vat_number TEXT,
  property_seller_type INTEGER NOT NULL,
  is_property_seller_type_locked INTEGER NOT NULL,
  registered_at INTEGER NOT NULL
) STRICT;

CREATE TABLE companies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  company_type INTEGER NOT NULL,
  logo_url TEXT
) STRICT;
CREATE INDEX companies_by_owner ON companies (owner_id);

-- A user or a group with whom an account is shared. Ids of users and groups never collide.
CREATE TABLE shared_users (
  owner_id INTEGER NOT NULL REFERENCES users (id),
  shared_id INTEGER NOT NULL,
  is_group INTEGER NOT NULL,
  name TEXT NOT NULL,
  username TEXT,
  PRIMARY KEY (owner_id, shared_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE group_members (
  group_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id),
  PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  ordered_at INTEGER NOT NULL,
  vat_percent REAL NOT NULL,
  total_cents INTEGER NOT NULL,
  has_invoice INTEGER NOT NULL,
  has_proforma INTEGER NOT NULL
) STRICT;
CREATE INDEX orders_by_user ON orders (user_id);

CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  description TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  unit_net_cents INTEGER NOT NULL,
  vat_cents INTEGER NOT NULL,
  total_cents INTEGER NOT NULL,
  PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;

-- Movements of an account; the balance of an account is that of its last movement.
CREATE TABLE account_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  recorded_at INTEGER NOT NULL,
  amount_cents INTEGER NOT NULL,
  balance_cents INTEGER NOT NULL,
  description TEXT NOT NULL,
  order_id INTEGER REFERENCES orders (id)
) STRICT;
CREATE INDEX account_entries_by_user ON account_entries (user_id, recorded_at, id);
