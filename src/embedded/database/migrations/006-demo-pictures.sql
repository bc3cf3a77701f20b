-- Demo pictures are files. The description of its drawing becomes the name of its file, as `saveDemoPicture` writes it; the
-- files have two views of each thing, and distinguish faces by their seed.

ALTER TABLE pictures RENAME COLUMN illustration TO demo_picture;
UPDATE pictures SET demo_picture =
  (demo_picture ->> 'subject') || '/' ||
  coalesce(demo_picture ->> 'paint', iif(demo_picture ->> 'subject' = 'avatar', demo_picture ->> 'seed', 1)) || '/' ||
  (1 + (demo_picture ->> 'view') % 2)
WHERE demo_picture IS NOT NULL;
