-- Scripts of universes and global ones, and what happened while scripts ran.
ALTER TABLE script ADD matching text[] NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX script_one_universe ON script (universe_id) WHERE survey_id IS NULL AND universe_id IS NOT NULL;
CREATE INDEX script_survey ON script (survey_id);

CREATE TABLE script_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  script_id int NOT NULL REFERENCES script ON DELETE CASCADE,
  event_type text NOT NULL CHECK (event_type IN ('ERROR', 'WARNING', 'INFO')),
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX script_event_newest ON script_event (script_id, id DESC);
