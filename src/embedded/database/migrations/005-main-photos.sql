-- The main photo of a listing is its first one. Photos that were the main one elsewhere move to the front, and what said
-- so goes: two places could name different ones.

UPDATE photos SET position = first.position - 1
FROM (SELECT listing_id, min(position) AS position FROM photos GROUP BY listing_id) AS first
WHERE first.listing_id = photos.listing_id AND photos.is_main = 1 AND photos.position > first.position;
ALTER TABLE photos DROP COLUMN is_main;
