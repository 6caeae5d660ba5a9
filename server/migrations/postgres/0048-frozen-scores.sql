-- Of each question of an anonymous survey: which of its figures has a background, by the first day of the periods from
-- which on ('' for the earliest); true for the net promoter score, false for the mean. Frozen as the other rules are.
ALTER TABLE publication ADD COLUMN scores jsonb NOT NULL DEFAULT '{}';
