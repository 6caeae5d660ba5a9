-- Imports that can be undone, and files uploaded to be imported.

-- Whether administrators of the organisation may make surveys from files.
ALTER TABLE universe ADD COLUMN admins_create_surveys boolean NOT NULL DEFAULT false;

-- What one import brought in.
CREATE TABLE import_set (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  created timestamptz NOT NULL,
  username text NOT NULL,
  filename text NOT NULL,
  added int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  made_survey boolean NOT NULL,
  -- Whether it added or changed responses alone: then later imports do not build on it.
  responses_only boolean NOT NULL DEFAULT false,
  -- What to restore besides responses, and the digest of what the import left behind.
  before jsonb NOT NULL,
  digest text NOT NULL DEFAULT '',
  -- The data uploader it came through, and how its columns were linked there.
  component text,
  mapping jsonb,
  -- The task that did it, so that one that is run again does not do it twice.
  task_id int UNIQUE REFERENCES task ON DELETE SET NULL
);
CREATE INDEX import_set_survey ON import_set (survey_id, id);
CREATE INDEX import_set_component ON import_set (survey_id, component, id) WHERE component IS NOT NULL;

ALTER TABLE response ADD COLUMN import_set_id int REFERENCES import_set;
CREATE INDEX response_import_set ON response (import_set_id) WHERE import_set_id IS NOT NULL;

-- Responses as they were before an import changed them.
CREATE TABLE import_image (
  import_set_id int NOT NULL REFERENCES import_set ON DELETE CASCADE,
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  version int NOT NULL,
  -- The version that the import gave the response.
  version_after int NOT NULL,
  state smallint NOT NULL,
  event_date date NOT NULL,
  completed_at timestamptz,
  answers jsonb NOT NULL,
  contact jsonb NOT NULL,
  unit_ids int[] NOT NULL,
  record_key bigint NOT NULL,
  PRIMARY KEY (import_set_id, response_id)
);
CREATE INDEX import_image_response ON import_image (response_id);

-- A file that somebody uploaded to import it. Its survey is null while there is none.
CREATE TABLE import_upload (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- Who acted as the owner.
  actor_id int REFERENCES app_user ON DELETE CASCADE,
  universe_id int REFERENCES universe ON DELETE CASCADE,
  survey_id int REFERENCES survey ON DELETE CASCADE,
  component text NOT NULL,
  filename text NOT NULL,
  created timestamptz NOT NULL,
  -- What was read of it: format, sheets, first rows.
  head jsonb NOT NULL,
  file_id bigint NOT NULL REFERENCES stored_file ON DELETE CASCADE,
  task_id int REFERENCES task ON DELETE SET NULL
);
CREATE INDEX import_upload_owner ON import_upload (owner_id, created DESC);
CREATE INDEX import_upload_actor ON import_upload (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX import_upload_universe ON import_upload (universe_id);
CREATE INDEX import_upload_survey ON import_upload (survey_id) WHERE survey_id IS NOT NULL;
CREATE INDEX import_upload_file ON import_upload (file_id);
CREATE INDEX import_upload_task ON import_upload (task_id) WHERE task_id IS NOT NULL;
