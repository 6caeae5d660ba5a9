-- Raised by every save of a survey's settings, to recognise a stale one.
ALTER TABLE survey ADD version int NOT NULL DEFAULT 1;

-- Effects of questions that were entered by hand, for a place, a time and an interval of satisfaction.
CREATE TABLE effect_block (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  drill_path text NOT NULL,
  from_date date,
  to_date date,
  from_csi double precision,
  to_csi double precision,
  -- [{questionVariable, effectSize}]
  rows jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  CHECK (from_date <= to_date),
  CHECK (from_csi <= to_csi)
);
CREATE INDEX effect_block_survey ON effect_block (survey_id, id);
