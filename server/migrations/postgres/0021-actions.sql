-- Actions: an item to move to a goal by a deadline, at a place.
CREATE TABLE action (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  -- The place it is anchored at: a unit, or null for the whole survey as the named view shows it.
  view text NOT NULL,
  unit_id int REFERENCES unit ON DELETE CASCADE,
  -- Filters of its figures, as tokens of a drill path; empty for all answers.
  filters text NOT NULL DEFAULT '',
  -- Of the actionable item, and the expression of its figures as it was when the action was saved.
  extname text NOT NULL,
  expression text NOT NULL,
  -- What is done, one of the configuration's kinds; null where it names none.
  kind text,
  goal double precision NOT NULL,
  -- How long a time its figures cover, as in a configuration (`rel_-3m_0d`).
  period text NOT NULL,
  period_start date NOT NULL,
  deadline date NOT NULL CHECK (deadline >= period_start),
  responsible_user_id int REFERENCES app_user ON DELETE SET NULL,
  -- 0 open, 1 completed, 2 failed.
  state smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
  -- Grows with each change.
  version int NOT NULL DEFAULT 1,
  -- Why it was suggested, in each language; null for one that somebody thought of.
  reason jsonb,
  -- The figure when it started, which later changes of the data do not move; null until then.
  baseline jsonb,
  -- The figure at its deadline and its effect, from its evaluation; null while it is open.
  result jsonb,
  created_by_user_id int REFERENCES app_user ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz
);
CREATE INDEX action_place ON action (survey_id, unit_id, state, deadline);
CREATE INDEX action_unit ON action (unit_id);
-- Which are due, and which have started without a baseline.
CREATE INDEX action_open ON action (survey_id, deadline) WHERE state = 0;
CREATE INDEX action_responsible ON action (responsible_user_id) WHERE state = 0;

-- History of actions: what somebody wrote, with the figure and the goal of that moment.
CREATE TABLE action_comment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action_id int NOT NULL REFERENCES action ON DELETE CASCADE,
  user_id int REFERENCES app_user ON DELETE SET NULL,
  -- Empty for what the program wrote.
  username text NOT NULL DEFAULT '',
  actor_user_id int REFERENCES app_user ON DELETE SET NULL,
  actor_username text,
  message text NOT NULL,
  score double precision,
  goal double precision,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX action_comment_action ON action_comment (action_id, id);
