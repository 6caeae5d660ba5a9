-- Work done in the background: the specification's Task, and what the engine needs to run it.
CREATE TABLE task (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  state text NOT NULL DEFAULT 'OPEN'
    CHECK (state IN ('OPEN', 'PROCESSING', 'CLOSED', 'FAILED', 'RETRY', 'PAUSED')),
  -- A smaller one goes first.
  priority int NOT NULL DEFAULT 5,
  universe_id int REFERENCES universe ON DELETE CASCADE,
  survey_id int REFERENCES survey ON DELETE CASCADE,
  -- Null for the program's own tasks.
  owner_id int REFERENCES app_user ON DELETE CASCADE,
  created timestamptz NOT NULL,
  updated timestamptz NOT NULL,
  -- Not before this moment; null for at once.
  scheduled timestamptz,
  finished timestamptz,
  -- Words that can be said in every language: {text, template, values}.
  description jsonb NOT NULL,
  reason jsonb,
  payload jsonb NOT NULL DEFAULT '{}',
  result jsonb,
  -- {done, total, words}
  progress jsonb,
  attempt int NOT NULL DEFAULT 0,
  -- The run that holds the task, kept until that run has ended, also when the task was paused or failed meanwhile.
  run_token uuid,
  worker text,
  lease_until timestamptz,
  -- Of several unfinished tasks with this key there is only one.
  dedupe_key text,
  -- Tenants take turns; 0 is the installation itself.
  lane int NOT NULL GENERATED ALWAYS AS (coalesce(universe_id, 0)) STORED,
  due timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(scheduled, created)) STORED
);
CREATE INDEX task_waiting ON task (lane, type, priority, due, id) WHERE state IN ('OPEN', 'RETRY');
CREATE INDEX task_lease ON task (lease_until) WHERE state = 'PROCESSING';
CREATE UNIQUE INDEX task_dedupe ON task (dedupe_key) WHERE state NOT IN ('CLOSED', 'FAILED');
CREATE INDEX task_finished ON task (finished) WHERE state IN ('CLOSED', 'FAILED');
-- Deleting a universe, survey or user finds its tasks; the first also serves the list.
CREATE INDEX task_universe ON task (universe_id, id);
CREATE INDEX task_survey ON task (survey_id) WHERE survey_id IS NOT NULL;
CREATE INDEX task_owner ON task (owner_id) WHERE owner_id IS NOT NULL;

-- When a type with a schedule was last enqueued, so that of several servers only one does it.
CREATE TABLE task_schedule (
  type text PRIMARY KEY,
  fired timestamptz NOT NULL
);
