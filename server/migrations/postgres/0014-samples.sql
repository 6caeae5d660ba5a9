-- Samples that are edited, and where they come from.

-- Kind of event that a response is about, by which sample tables can be limited; null where it is not known.
ALTER TABLE response ADD COLUMN event_source text;

-- Who changed which fields of a sample when, to tell whoever edits it at the same time. Without the answers themselves.
CREATE TABLE response_change (
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  -- The version that the change gave the response.
  version int NOT NULL,
  user_id int REFERENCES app_user ON DELETE SET NULL,
  username text NOT NULL,
  actor_user_id int REFERENCES app_user ON DELETE SET NULL,
  actor_username text,
  fields text[] NOT NULL,
  state_before smallint NOT NULL,
  state_after smallint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (response_id, version)
);
