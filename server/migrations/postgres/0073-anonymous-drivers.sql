-- How the answers of an anonymous survey vary together, with noise: what its drivers are worked out from. Stored once for all periods
-- closed by a day, and never computed again for it.
CREATE TABLE published_moments (
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  -- The first day that is not counted.
  before date NOT NULL,
  moments jsonb NOT NULL,
  PRIMARY KEY (survey_id, before)
);
