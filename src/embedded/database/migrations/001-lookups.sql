-- Sections, categories and every lookup list. `position` keeps the order in which lists are shown.

CREATE TABLE sections (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  section_id INTEGER NOT NULL REFERENCES sections (id),
  name TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (fields IN ('none', 'vehicle', 'property')),
  min_photos INTEGER NOT NULL,
  max_photos INTEGER NOT NULL,
  max_photo_width INTEGER NOT NULL,
  max_photo_height INTEGER NOT NULL,
  position INTEGER NOT NULL
) STRICT;
CREATE INDEX categories_by_section ON categories (section_id, position);

CREATE TABLE lookup_values (
  list TEXT NOT NULL,
  id INTEGER NOT NULL,
  item TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (list, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE filter_prices (
  price_for INTEGER NOT NULL,
  position INTEGER NOT NULL,
  price INTEGER NOT NULL,
  PRIMARY KEY (price_for, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE regions (
  id INTEGER PRIMARY KEY,
  country_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE localities (
  id INTEGER PRIMARY KEY,
  country_id INTEGER NOT NULL,
  region_id INTEGER NOT NULL REFERENCES regions (id),
  name TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE vehicle_makes (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE vehicle_models (
  id INTEGER PRIMARY KEY,
  make_id INTEGER NOT NULL REFERENCES vehicle_makes (id),
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (make_id, name)
) STRICT;
