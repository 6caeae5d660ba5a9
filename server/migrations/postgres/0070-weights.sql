-- How much the responses of a survey count, so that their answers have the shares that its configuration knows. Weights are of
-- combinations of answers, never of single responses: what is erased leaves none behind.
CREATE TABLE survey_weights (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  -- The questions whose answers weights depend on, and the weight of each combination of the codes of their choices.
  question_ids int[] NOT NULL DEFAULT '{}',
  cells jsonb NOT NULL DEFAULT '{}',
  -- What the configuration said, and how weights are spread; null before they were computed for the first time.
  configured jsonb,
  spread jsonb,
  computed_at timestamptz,
  -- Why the shares could not be met the last time that was tried, in every language; null where they were.
  failure jsonb,
  failed_at timestamptz,
  CHECK ((computed_at IS NULL) = (spread IS NULL)),
  CHECK ((failed_at IS NULL) = (failure IS NULL))
);
