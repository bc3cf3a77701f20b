-- Listings and what hangs on them: photos, watches, premium options, messages. Money is in cents, times are epoch
-- milliseconds. `title_key` and `search_text` are the folded forms that sorting and text filters use.

CREATE TABLE listings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES users (id),
  section_id INTEGER NOT NULL REFERENCES sections (id),
  category_id INTEGER NOT NULL REFERENCES categories (id),
  locality_id INTEGER NOT NULL REFERENCES localities (id),
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  description TEXT NOT NULL,
  search_text TEXT NOT NULL,
  price_cents INTEGER,
  price_label INTEGER NOT NULL,
  price_suffix TEXT,
  condition INTEGER NOT NULL,
  contact_telephone TEXT NOT NULL,
  assigned_to INTEGER,
  company_id INTEGER REFERENCES companies (id),
  user_ref TEXT,
  payment_auth INTEGER NOT NULL,
  is_wanted INTEGER NOT NULL,
  is_test INTEGER NOT NULL,
  views INTEGER NOT NULL,
  first_listed_at INTEGER NOT NULL,
  relisted_at INTEGER,
  listed_at INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(relisted_at, first_listed_at)) VIRTUAL,
  expires_at INTEGER NOT NULL,
  deleted_at INTEGER,
  bedrooms INTEGER,
  finish_level INTEGER,
  garden_or_yard INTEGER,
  pool INTEGER,
  property_type INTEGER,
  doors INTEGER,
  engine_size INTEGER,
  fuel INTEGER,
  imported INTEGER,
  mileage INTEGER,
  reg_year INTEGER,
  transmission INTEGER,
  vehicle_make TEXT,
  vehicle_model TEXT
) STRICT;
CREATE INDEX listings_by_owner ON listings (owner_id, section_id) WHERE deleted_at IS NULL;
CREATE INDEX listings_by_section ON listings (section_id, category_id) WHERE deleted_at IS NULL;

-- The index of a photo is its rank by position within its listing, counted from 0.
CREATE TABLE photos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  listing_id INTEGER NOT NULL REFERENCES listings (id),
  position INTEGER NOT NULL,
  is_main INTEGER NOT NULL,
  picture_key TEXT NOT NULL REFERENCES pictures (key)
) STRICT;
CREATE INDEX photos_by_listing ON photos (listing_id, position);

CREATE TABLE watches (
  user_id INTEGER NOT NULL REFERENCES users (id),
  listing_id INTEGER NOT NULL REFERENCES listings (id),
  watched_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, listing_id)
) STRICT, WITHOUT ROWID;

-- An option without expiry lasts as long as its listing.
CREATE TABLE premium_options (
  listing_id INTEGER NOT NULL REFERENCES listings (id),
  option INTEGER NOT NULL,
  bought_at INTEGER NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (listing_id, option, bought_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE threads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  listing_id INTEGER NOT NULL REFERENCES listings (id),
  starter_id INTEGER NOT NULL REFERENCES users (id)
) STRICT;
CREATE INDEX threads_by_listing ON threads (listing_id);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  thread_id INTEGER NOT NULL REFERENCES threads (id),
  sender_id INTEGER NOT NULL REFERENCES users (id),
  sent_at INTEGER NOT NULL,
  is_read INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX messages_by_thread ON messages (thread_id, sent_at);
