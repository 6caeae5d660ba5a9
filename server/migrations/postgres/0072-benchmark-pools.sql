-- Pools of organisations that compare their averages. Root makes them; organisations join and leave.
CREATE TABLE benchmark_pool (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  title text NOT NULL,
  -- What is compared: a list of name and scale.
  indicators jsonb NOT NULL,
  version int NOT NULL DEFAULT 1
);

CREATE TABLE pool_member (
  pool_id int NOT NULL REFERENCES benchmark_pool ON DELETE CASCADE,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (pool_id, universe_id)
);

-- What a member takes part with: gone at once when it leaves.
CREATE TABLE pool_figure (
  pool_id int NOT NULL,
  universe_id int NOT NULL,
  indicator text NOT NULL,
  -- The day after the last one of the four quarters that it is of.
  until date NOT NULL,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  value double precision NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (pool_id, indicator, until, universe_id),
  FOREIGN KEY (pool_id, universe_id) REFERENCES pool_member ON DELETE CASCADE
);

CREATE INDEX pool_figure_member ON pool_figure (pool_id, universe_id);
CREATE INDEX pool_figure_survey ON pool_figure (survey_id);

-- Whose figures were published together. It outlasts those who leave: the next ones must differ from it by enough.
CREATE TABLE pool_publication (
  pool_id int NOT NULL REFERENCES benchmark_pool ON DELETE CASCADE,
  indicator text NOT NULL,
  until date NOT NULL,
  members int[] NOT NULL,
  PRIMARY KEY (pool_id, indicator, until)
);
