-- Raised by every save of an organisation's settings, to recognise a stale one.
ALTER TABLE universe ADD version int NOT NULL DEFAULT 1;
-- Working days and hours of all its surveys whose configuration has none of their own; null for the usual ones.
ALTER TABLE universe ADD calendar jsonb;
